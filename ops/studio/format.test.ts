import { expect, it } from 'vitest';
import { formatBytes, formatTable } from './format.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [999_499, '999 kB'],
  [999_500, '1.00 MB'],
  [82_400_000_000, '82.4 GB'],
  [2e18, '2.00e+3 PB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('a table is aligned, and no name of a studio steers the terminal', () => {
  expect(
    formatTable(
      ['id', 'name'],
      [
        ['1', 'Llum\u001b[2J'],
        ['200', '‮x'],
      ],
    ),
  ).toBe('id   name\n1    Llum [2J\n200   x');
});
