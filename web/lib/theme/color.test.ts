import { expect, test } from 'vitest';
import { contrast, fromOklab, parseHex, type Rgb, toHex, toOklab } from './color.ts';

const rgb = (hex: string) => parseHex(hex) as Rgb;

test('hex values are read in both lengths and nothing else is', () => {
  expect(toHex(rgb('#3b82f6'))).toBe('#3b82f6');
  expect(toHex(rgb('#abc'))).toBe('#aabbcc');
  expect(parseHex('red')).toBeNull();
  expect(parseHex('#12345')).toBeNull();
});

test('contrast is that of the WCAG', () => {
  expect(contrast(rgb('#000'), rgb('#fff'))).toBe(21);
  // The lightest grey that passes AA on white, as every guide names it.
  expect(contrast(rgb('#767676'), rgb('#ffffff'))).toBeCloseTo(4.54, 2);
});

test('Oklab there and back is the same colour', () => {
  for (const hex of ['#3b82f6', '#ef4444', '#111827', '#f4f2ee']) expect(toHex(fromOklab(toOklab(rgb(hex))))).toBe(hex);
});
