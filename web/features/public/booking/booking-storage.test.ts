import { describe, expect, it } from 'vitest';
import { HOLD_MS } from '#core/domain/sessions/booking.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { toHold } from './booking-storage.ts';

const slot = { start: 0, end: 1, seatsLeft: 1, place: '' };
const token = 'a'.repeat(43);
const until = (expiresAt: number, now: number) => toHold({ token, expiresAt, slot }, 'type', now).until;

describe('toHold', () => {
  it('takes the expiry time from the server', () => {
    expect(until(10_000 + HOLD_MS, 10_000)).toBe(10_000 + HOLD_MS);
    expect(until(10_000 + HOLD_MS, 12_000)).toBe(10_000 + HOLD_MS);
  });

  it('counts from now if the device clock is wrong', () => {
    expect(until(HOLD_MS, HOUR_MS)).toBe(HOUR_MS + HOLD_MS);
    expect(until(HOUR_MS + HOLD_MS, 0)).toBe(HOLD_MS);
  });
});
