import { expect, test } from 'vitest';
import { onlineAmount } from './use-settle-withdrawal.ts';

test('counts what goes back through Stripe, not what the studio returns itself', () => {
  expect(onlineAmount([])).toBe(0);
  expect(onlineAmount([{ amount: 6_000, isOnline: false }])).toBe(0);
  expect(
    onlineAmount([
      { amount: 6_000, isOnline: false },
      { amount: 4_000, isOnline: true },
    ]),
  ).toBe(4_000);
});
