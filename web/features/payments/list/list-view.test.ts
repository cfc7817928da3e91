import { describe, expect, it } from 'vitest';
import { readView, sumUp, writeView } from './list-view.ts';

describe('the view', () => {
  it('comes back from the address as it was put there', () => {
    const view = { tab: 'due', search: 'Núria & co', status: 'void', month: '2026-02' } as const;
    expect(readView(writeView(view))).toEqual(view);
    expect(writeView(readView(new URLSearchParams())).toString()).toBe('');
  });

  it('takes nothing that it does not know', () => {
    const params = new URLSearchParams({ tab: 'x', status: 'overdue', month: '2026-13', search: 'a'.repeat(300) });
    expect(readView(params)).toEqual({ tab: 'received', search: 'a'.repeat(200), status: null, month: null });
  });
});

it('sums are by currency, refunds apart, and leave out what came to nothing', () => {
  const paid = { refundsPaymentId: null, amount: 100, currency: 'EUR', status: 'partially_refunded' } as const;
  const payments = [
    paid,
    { ...paid, refundsPaymentId: 'x', amount: 30, status: 'paid' } as const,
    { ...paid, amount: 7, status: 'pending' } as const,
    { ...paid, amount: 9, status: 'void' } as const,
    { ...paid, amount: 9, status: 'failed' } as const,
    { ...paid, amount: 5, currency: 'USD', status: 'paid' } as const,
  ];
  expect(sumUp(payments)).toEqual([
    { currency: 'EUR', received: 100, refunded: 30, waiting: 7 },
    { currency: 'USD', received: 5, refunded: 0, waiting: 0 },
  ]);
});
