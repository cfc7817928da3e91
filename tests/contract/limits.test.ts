import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type LimitName, REQUEST_LIMITS } from '#core/domain/studio/request-limits.ts';
import { limitCells } from '../support/limits-table.ts';

const text = readFileSync(resolve(import.meta.dirname, '../../docs/limits.md'), 'utf8');
// The table before the first heading: the table of mails below has other columns.
const rows = text
  .split('\n## ')[0]!
  .split('\n')
  .flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    return cells[1]?.startsWith('`') ? [cells.slice(1, -1)] : [];
  });

test('the table of limits has a row for each limit, as it is in the code', () => {
  expect(rows.map((cells) => cells.slice(0, 4))).toEqual(
    Object.keys(REQUEST_LIMITS).map((name) => limitCells(name as LimitName)),
  );
});

test('the table of limits says what each bounds and what an honest person sees', () => {
  expect(rows.filter((cells) => cells.length !== 6 || cells.includes(''))).toEqual([]);
});
