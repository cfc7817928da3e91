import { expect, it } from 'vitest';
import { monthBefore, monthRevenue, outstanding } from './dashboard-figures.tsx';

it('monthBefore returns December of the year before for January', () => {
  expect(['2026-01', '2026-03', '2026-12'].map(monthBefore)).toEqual(['2025-12', '2026-02', '2026-11']);
});

it('monthRevenue sums received minus refunded of all photographers in one currency', () => {
  const row = (month: string, received: number, refunded = 0, currency = 'EUR') => ({
    month,
    received,
    refunded,
    currency,
  });
  const months = [row('2026-11', 100), row('2026-11', 50, 20), row('2026-11', 7, 0, 'USD'), row('2026-10', 9)];
  expect(monthRevenue(months, '2026-11', 'EUR')).toBe(130);
  expect(monthRevenue(months, '2026-09', 'EUR')).toBe(0);
});

it('outstanding counts a session as overdue from its due date and ignores overpayments', () => {
  const nothing = {
    session: { status: 'scheduled' },
    paymentStatus: 'pending',
    depositAmount: 0,
    paidAmount: 0,
    dueDate: null,
    depositDueDate: null,
  } as const;
  const due = [
    { ...nothing, paymentAmount: 100, paidAmount: 30, dueDate: 9 },
    { ...nothing, paymentAmount: 50, dueDate: 11 },
    { ...nothing, paymentAmount: 40 },
    { ...nothing, paymentAmount: 10, paidAmount: 25, dueDate: 1 },
    { ...nothing, paymentAmount: 1000, dueDate: 11, depositAmount: 300, depositDueDate: 9 },
    { ...nothing, paymentAmount: 2000, paidAmount: 300, dueDate: 11, depositAmount: 300, depositDueDate: 9 },
    { ...nothing, paymentAmount: 5000, paymentStatus: 'refunded', dueDate: 9 } as const,
  ];
  expect(outstanding(due, 10)).toEqual({ outstanding: 7860, overdue: 6070, overdueCount: 3 });
});
