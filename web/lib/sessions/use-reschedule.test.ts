import { expect, test } from 'vitest';
import { rescheduleMailAt } from './use-reschedule.ts';

const NOW = 1_000_000_000_000;
const LATER = { date: NOW, duration: 60 };
const ADA = { email: 'ada@example.org', deletedAt: null };

test('a new time is mailed ten minutes later', () => {
  expect(rescheduleMailAt({ status: 'scheduled', customer: ADA }, LATER, NOW)).toBe(NOW + 600_000);
});

test.each([
  ['a request', { status: 'inquiry', customer: ADA }, LATER],
  ['a client without e-mail', { status: 'confirmed', customer: { ...ADA, email: '' } }, LATER],
  ['a client in the trash', { status: 'confirmed', customer: { ...ADA, deletedAt: 1 } }, LATER],
  ['no client', { status: 'confirmed', customer: undefined }, LATER],
  ['a time in the past', { status: 'confirmed', customer: ADA }, { date: NOW - 3_600_000, duration: 60 }],
] as const)('%s gets no mail about a new time', (_, session, to) => {
  expect(rescheduleMailAt(session, to, NOW)).toBeNull();
});
