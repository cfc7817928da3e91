import { expect, it } from 'vitest';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { bookingState } from './booking-state.ts';

it.each<[SessionStatus, number, string]>([
  ['inquiry', 10, 'inquiry'],
  ['inquiry', 5, 'over'],
  ['scheduled', 10, 'booked'],
  ['confirmed', 10, 'booked'],
  ['confirmed', 5, 'over'],
  ['completed', 10, 'over'],
  ['no_show', 10, 'over'],
  ['declined', 5, 'declined'],
  ['cancelled', 5, 'cancelled'],
])('maps status %s with end %i to %s at time 5', (status, end, state) => {
  expect(bookingState({ status, end, isByClient: false }, 5)).toBe(state);
});

it('distinguishes a request that its client withdrew from one that the studio declined', () => {
  expect(bookingState({ status: 'declined', end: 10, isByClient: true }, 5)).toBe('withdrawn');
});

it.each([
  ['confirmed', 10, true, 'withdrawnFrom'],
  ['confirmed', 10, false, 'booked'],
  ['confirmed', 5, true, 'over'],
  ['cancelled', 10, true, 'cancelled'],
] as const)(
  'maps status %s with end %i and a withdrawal that ends the order (%s) to %s',
  (status, end, endsOrder, state) => {
    expect(bookingState({ status, end, withdrawal: { state: 'declared', at: 1, endsOrder } }, 5)).toBe(state);
  },
);
