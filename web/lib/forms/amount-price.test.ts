import { expect, test } from 'vitest';
import { MAX_MONEY } from '#core/domain/primitives.ts';
import { readPrice } from './amount.ts';

test('reads empty fields as zero price and deposit', () => {
  expect(readPrice(null, null).amounts).toEqual({ price: 0, deposit: 0 });
  expect(readPrice(500, null).amounts).toEqual({ price: 500, deposit: 0 });
  expect(readPrice(500, 500)).toEqual({ amounts: { price: 500, deposit: 500 }, wrong: {} });
});

test.each([
  ['abc', null, { price: 'amount' }],
  ['abc', 5, { price: 'amount' }],
  [500, '-5', { deposit: 'amount' }],
  ['abc', '€', { price: 'amount', deposit: 'amount' }],
  ['500', null, { price: 'amount' }],
  [MAX_MONEY + 1, null, { price: 'amount' }],
  [500, 501, { deposit: 'tooLarge' }],
  [null, 1, { deposit: 'tooLarge' }],
] as const)('rejects a price of %j with a deposit of %j', (price, deposit, wrong) => {
  expect(readPrice(price, deposit)).toEqual({ amounts: null, wrong });
});
