import { describe, expect, it } from 'vitest';
import { PAYMENT_STATUSES } from '#core/domain/payments/payments.ts';
import { hasTotals, LIST, listMonths, totalsByCurrency, withoutTrashed } from './list-view.ts';

it('keeps the parameter names of the address', () => {
  const query = 'tab=due&search=a&status=void&month=2026-02';
  expect(LIST.write(LIST.read(new URLSearchParams(query))).toString()).toBe(query);
  expect(LIST.read(new URLSearchParams({ search: 'a'.repeat(300) })).search).toBe('a'.repeat(200));
});

describe('listMonths', () => {
  const months = [
    { month: '2026-02', received: 100, refunded: 0 },
    { month: '2026-02', received: 7, refunded: 0 },
    { month: '2026-03', received: 0, refunded: 100 },
    { month: '2026-04', received: 0, refunded: 0 },
  ];

  it('returns the months with payments in the studio’s zone, latest first', () => {
    const others = [{ date: Date.UTC(2026, 11, 31, 23, 30) }, { date: Date.UTC(2026, 1, 3) }, { date: -6e13 }];
    expect(listMonths(months, others, null, 'Europe/Madrid')).toEqual(['2027-01', '2026-03', '2026-02']);
  });

  it('includes the chosen month', () => {
    expect(listMonths(months, [], '2026-04', 'UTC')).toEqual(['2026-04', '2026-03', '2026-02']);
    expect(listMonths([], [], null, 'UTC')).toEqual([]);
  });
});

it('hasTotals is true for pending and paid payments only', () => {
  expect(PAYMENT_STATUSES.filter((status) => hasTotals(status))).toEqual(['pending', 'paid']);
  expect(hasTotals(null)).toBe(true);
});

it('totalsByCurrency sums by currency, refunds apart, without void and failed payments', () => {
  const paid = { refundsPaymentId: null, amount: 100, currency: 'EUR', status: 'partially_refunded' } as const;
  const payments = [
    paid,
    { ...paid, refundsPaymentId: 'x', amount: 30, status: 'paid' } as const,
    { ...paid, amount: 7, status: 'pending' } as const,
    { ...paid, amount: 9, status: 'void' } as const,
    { ...paid, amount: 9, status: 'failed' } as const,
    { ...paid, amount: 5, currency: 'USD', status: 'paid' } as const,
  ];
  expect(totalsByCurrency(payments)).toEqual([
    { currency: 'EUR', received: 100, refunded: 30, waiting: 7 },
    { currency: 'USD', received: 5, refunded: 0, waiting: 0 },
  ]);
});

it('withoutTrashed drops pending payments of trashed sessions and keeps received ones', () => {
  const trashed = { deletedAt: 1 };
  const rows = [
    { id: 'a', status: 'pending', session: trashed },
    { id: 'b', status: 'paid', session: trashed },
    { id: 'c', status: 'pending', session: { deletedAt: null } },
    { id: 'd', status: 'pending' },
  ] as const;
  expect(withoutTrashed(rows).map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  const kept = rows.slice(1);
  expect(withoutTrashed(kept)).toBe(kept);
});
