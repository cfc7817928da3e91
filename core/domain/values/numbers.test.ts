import { expect, it } from 'vitest';
import { formatNumber } from './numbers.ts';

it.each([
  ['en', '999 1,000 12,345.5'],
  ['es', '999 1.000 12.345,5'],
  ['ca', '999 1.000 12.345,5'],
] as const)('separates thousands in %s', (language, expected) => {
  expect([999, 1000, 12_345.5].map((value) => formatNumber(value, language)).join(' ')).toBe(expected);
});
