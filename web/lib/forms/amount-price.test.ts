import { expect, test } from 'vitest';
import { MAX_MONEY } from '#core/domain/values/max-money.ts';
import { priceForm } from './amount.ts';

const wrongOf = (price: unknown, deposit: unknown) => {
  const { error } = priceForm.safeParse({ price, deposit });
  return error?.issues.map(({ path, message }) => (message === 'tooLarge' ? message : path[0]));
};

test('reads an empty deposit as zero, and keeps an empty price', () => {
  expect(priceForm.parse({ price: null, deposit: null })).toEqual({ price: null, deposit: 0 });
  expect(priceForm.parse({ price: 500, deposit: null })).toEqual({ price: 500, deposit: 0 });
  expect(priceForm.parse({ price: 500, deposit: 500 })).toEqual({ price: 500, deposit: 500 });
});

test.each([
  ['abc', null, ['price']],
  ['abc', 5, ['price']],
  [500, '-5', ['deposit']],
  ['abc', '€', ['price', 'deposit']],
  ['500', null, ['price']],
  [MAX_MONEY + 1, null, ['price']],
  [500, 501, ['tooLarge']],
  [null, 1, ['tooLarge']],
] as const)('rejects a price of %j with a deposit of %j', (price, deposit, wrong) => {
  expect(wrongOf(price, deposit)).toEqual(wrong);
});
