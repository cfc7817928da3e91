import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allocate } from './allocate.ts';

it.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [100, [50, 30, 20], [50, 30, 20]],
  [1, [0, 3, 3], [0, 1, 0]],
  [5, [0, 0], [0, 0]],
  [0, [4, 5], [0, 0]],
])('%i by %j is %j', (amount, weights, parts) => {
  expect(allocate(amount, weights)).toEqual(parts);
});

it('sums to the amount, each part within a unit of its share', () => {
  const money = fc.nat(2_147_483_647);
  fc.assert(
    fc.property(money, fc.array(money, { minLength: 1, maxLength: 12 }), (amount, weights) => {
      const sum = weights.reduce((all, weight) => all + weight, 0);
      fc.pre(sum > 0);
      const parts = allocate(amount, weights);
      expect(parts.reduce((all, part) => all + part, 0)).toBe(amount);
      for (const [index, part] of parts.entries()) {
        expect(Math.abs(part - (amount / sum) * weights[index]!)).toBeLessThan(1.000_001);
        if (weights[index] === 0) expect(part).toBe(0);
      }
    }),
  );
});
