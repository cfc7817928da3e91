import { expect, it } from 'vitest';
import { layoutRows, photoAfterKey } from './justified-rows.ts';

// Three squares a row: 0 1 2 / 3 4 5 / 6 7
const layout = layoutRows([1, 1, 1, 1, 1, 1, 1, 1], { width: 300, gap: 0, rowHeight: 100 });

it.each([
  [1, 'ArrowLeft', 0],
  [2, 'ArrowRight', 3],
  [0, 'ArrowLeft', null],
  [7, 'ArrowRight', null],
  [1, 'ArrowDown', 4],
  [5, 'ArrowDown', 7],
  [4, 'ArrowUp', 1],
  [1, 'ArrowUp', null],
  [6, 'ArrowDown', null],
  [4, 'Home', 0],
  [4, 'End', 7],
  [4, 'a', null],
])('moves from %i with %s to %s', (from, key, to) => {
  expect(photoAfterKey(layout, from, key)).toBe(to);
});

it('moves up and down within a column', () => {
  // Columns of 0 3 5 6 and 1 2 4 7.
  const columns = layoutRows([0.5, 2, 2, 1, 0.5, 2, 2, 1], { width: 200, gap: 0, rowHeight: 100, columns: 2 });
  const lefts = columns.tiles.map(({ left }) => left);
  for (const [from, { left }] of columns.tiles.entries()) {
    const below = lefts.indexOf(left, from + 1);
    expect(photoAfterKey(columns, from, 'ArrowDown')).toBe(below === -1 ? null : below);
    if (below !== -1) expect(photoAfterKey(columns, below, 'ArrowUp')).toBe(from);
  }
});

it('skips rows without photos', () => {
  const room = { top: 100, height: 50, first: 3, count: 0 };
  const below = layout.rows.slice(1).map((row) => ({ ...row, top: row.top + 50 }));
  const tiles = layout.tiles.map((tile) => (tile.index < 3 ? tile : { ...tile, top: tile.top + 50 }));
  const parted = { rows: [layout.rows[0]!, room, ...below], tiles, height: layout.height + 50 };
  expect(photoAfterKey(parted, 1, 'ArrowDown')).toBe(4);
  expect(photoAfterKey(parted, 4, 'ArrowUp')).toBe(1);
});
