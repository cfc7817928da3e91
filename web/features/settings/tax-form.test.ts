import { expect, it } from 'vitest';
import { formatRate, parseRate } from './tax-form.tsx';

it.each([
  ['21', 2100],
  ['5,5', 550],
  ['10.25 %', 1025],
  ['', 0],
  ['100', 10_000],
])('parses %j as %d hundredths of a percent', (text, rate) => {
  expect(parseRate(text)).toBe(rate);
});

it.each(['101', '-1', 'IVA', '1.234', '1,2,3'])('rejects %j', (text) => {
  expect(parseRate(text)).toBeNull();
});

it('parses its own format', () => {
  for (const rate of [0, 1, 550, 2100, 10_000]) expect(parseRate(formatRate(rate))).toBe(rate);
});
