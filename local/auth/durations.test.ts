import { expect, test } from 'vitest';
import { parseDuration } from './admin.ts';

test.each([
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['300ms', 300],
  ['2h45m10.5s', 9_910_500],
  ['-1m', -60_000],
  ['0', 0],
  ['876000h', 3_153_600_000_000],
])('parses %s as %i ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['', '24', 'h', '1d', '24 h', '1h 30m', '3000000h', '1e3s', '..5s', 'none'])('refuses %j', (text) => {
  expect(() => parseDuration(text)).toThrow('invalid format');
});
