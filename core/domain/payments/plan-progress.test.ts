import { expect, it } from 'vitest';
import { planProgress } from './plan-progress.ts';

const part = (amount: number, dueAt: number | null, paid = 0, isNext = false) => ({ amount, dueAt, paid, isNext });

it('adds up a plan, and lists what is open after the next part', () => {
  const plan = [part(100, 10, 100), part(200, 20, 50, true), part(300, 30, 40), part(400, null)];
  expect(planProgress(plan, 15)).toEqual({
    paid: 190,
    total: 1000,
    later: [
      { amount: 260, dueAt: 30 },
      { amount: 400, dueAt: null },
    ],
  });
});

it('leaves out parts that are paid, and those whose date is over', () => {
  const plan = [part(200, 20, 0, true), part(300, 30), part(400, 40, 400), part(500, 50)];
  expect(planProgress(plan, 30)?.later).toEqual([{ amount: 500, dueAt: 50 }]);
});

it('is nothing without a plan', () => {
  expect(planProgress([], 0)).toBeNull();
});
