import { expect, test } from 'vitest';
import { monthTotals } from './revenue.tsx';

const row = (over: object) => ({
  month: '2026-11',
  currency: 'EUR',
  received: 100,
  refunded: 0,
  paymentCount: 1,
  ...over,
});

test('sums a month by currency, the account’s own first', () => {
  const rows = [row({ currency: 'USD' }), row({}), row({ received: 50, refunded: 20 }), row({ month: '2026-12' })];
  expect(monthTotals(rows, '2026-11', 'EUR')).toEqual([
    { currency: 'EUR', received: 150, refunded: 20, count: 2 },
    { currency: 'USD', received: 100, refunded: 0, count: 1 },
  ]);
});

test('returns zero in the account’s currency without rows', () => {
  expect(monthTotals([], '2026-11', 'JPY')).toEqual([{ currency: 'JPY', received: 0, refunded: 0, count: 0 }]);
});
