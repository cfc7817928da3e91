import { expect, test } from 'vitest';
import { contrast, fromOklab, parseHex, type Rgb, toHex, toOklab } from './color.ts';

const rgb = (hex: string) => parseHex(hex) as Rgb;

test('parses hex values of both lengths only', () => {
  expect(toHex(rgb('#3b82f6'))).toBe('#3b82f6');
  expect(toHex(rgb('#abc'))).toBe('#aabbcc');
  expect(parseHex('red')).toBeNull();
  expect(parseHex('#12345')).toBeNull();
});

test('returns the WCAG contrast', () => {
  expect(contrast(rgb('#000'), rgb('#fff'))).toBe(21);
  // The lightest grey that passes AA on white.
  expect(contrast(rgb('#767676'), rgb('#ffffff'))).toBeCloseTo(4.54, 2);
});

test('converts to Oklab and back without a change', () => {
  for (const hex of ['#3b82f6', '#ef4444', '#111827', '#f4f2ee']) expect(toHex(fromOklab(toOklab(rgb(hex))))).toBe(hex);
});
