import { expect, test } from 'vitest';
import { DAY_MS } from '../values/durations.ts';
import { lastRequest } from './payment-requests.ts';

const NOW = 100 * DAY_MS;
const mail = { kind: 'payment_request', status: 'sent', sessionId: 's', orderId: null, createdAt: 1 } as const;
const sent = (daysAgo: number) => ({ ...mail, sentAt: NOW - daysAgo * DAY_MS });
const session = { sessionId: 's', orderId: null };

test('returns the latest request of a session', () => {
  expect(lastRequest([sent(3), sent(2), sent(9)], session, NOW)).toBe(NOW - 2 * DAY_MS);
  expect(lastRequest([{ ...mail, status: 'pending', sentAt: null, createdAt: NOW - 5 }], session, NOW)).toBe(NOW - 5);
});

test('returns the request of an order by the order', () => {
  const mails = [
    { ...sent(2), sessionId: null, orderId: 'a' },
    { ...sent(1), sessionId: null, orderId: 'b' },
  ];
  expect(lastRequest(mails, { sessionId: null, orderId: 'a' }, NOW)).toBe(NOW - 2 * DAY_MS);
});

test.each([
  ['of another kind', { ...sent(1), kind: 'receipt' as const }],
  ['of another session', { ...sent(1), sessionId: 't' }],
  ['that failed', { ...sent(1), status: 'failed' as const }],
  ['that was withdrawn', { ...sent(1), status: 'cancelled' as const }],
  ['of more than 30 days ago', sent(31)],
])('returns null for a mail %s', (_, one) => {
  expect(lastRequest([one], session, NOW)).toBeNull();
});
