import { expect, test } from 'vitest';
import { rescheduleMailAt, timeKnownToClient } from './use-reschedule.ts';

const NOW = 1_000_000_000_000;
const LATER = { date: NOW, duration: 60 };
const ADA = { email: 'ada@example.org', deletedAt: null };

test('a new time is mailed ten minutes later', () => {
  expect(rescheduleMailAt({ status: 'scheduled', customer: ADA }, LATER, NOW)).toBe(NOW + 600_000);
});

test.each([
  ['a request', { status: 'inquiry', customer: ADA }, LATER],
  ['a client without email', { status: 'confirmed', customer: { ...ADA, email: '' } }, LATER],
  ['a client in the trash', { status: 'confirmed', customer: { ...ADA, deletedAt: 1 } }, LATER],
  ['no client', { status: 'confirmed', customer: undefined }, LATER],
  ['a time in the past', { status: 'confirmed', customer: ADA }, { date: NOW - 3_600_000, duration: 60 }],
] as const)('%s gets no mail about a new time', (_, session, to) => {
  expect(rescheduleMailAt(session, to, NOW)).toBeNull();
});

test('while a mail is pending, the client knows the time before the first unmailed move', () => {
  const pending = { kind: 'session_rescheduled', status: 'pending', sentAt: null };
  const sent = { kind: 'booking_confirmed', status: 'sent', sentAt: 10 };
  const move = (at: number, from: number) => ({
    id: `e${at}`,
    kind: 'rescheduled',
    at,
    details: { from, to: 0, fromMinutes: 60, toMinutes: 60 },
  });
  const events = [move(30, 3), { ...move(25, 9), kind: 'status' }, move(20, 2), move(5, 1)];
  expect(timeKnownToClient([pending, sent], events)).toEqual({ date: 2, duration: 60 });
  expect(timeKnownToClient([pending], events)).toEqual({ date: 1, duration: 60 });
  expect(timeKnownToClient([sent, { ...pending, status: 'cancelled' }], events)).toBeUndefined();
  expect(timeKnownToClient([pending], [])).toBeUndefined();
});
