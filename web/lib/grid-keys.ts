import { rowAt, type GridLayout } from './justified-rows.ts';

/**
 * The photo that a key leads to from another: the neighbour for left and right, the one above or below whose middle is
 * nearest for up and down. Null for other keys and at the edges.
 */
export function photoAfterKey(layout: GridLayout, from: number, key: string): number | null {
  const last = layout.tiles.length - 1;
  const to = target(layout, from, key, last);
  return to === null || to < 0 || to > last || to === from ? null : to;
}

function target(layout: GridLayout, from: number, key: string, last: number): number | null {
  if (key === 'ArrowLeft') return from - 1;
  if (key === 'ArrowRight') return from + 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowUp') return nearest(layout, from, -1);
  if (key === 'ArrowDown') return nearest(layout, from, 1);
  return null;
}

function nearest({ rows, tiles }: GridLayout, from: number, step: 1 | -1): number | null {
  const tile = tiles[from];
  // By its middle: where there is no gap, its top is also the end of the row above.
  let at = tile ? rowAt(rows, tile.top + tile.height / 2) + step : -1;
  // Rows without photos only keep room, for a section that has none.
  while (rows[at]?.count === 0) at += step;
  const row = tile && rows[at];
  if (!row) return null;
  const middle = tile.left + tile.width / 2;
  const distance = (index: number) => {
    const candidate = tiles[index];
    return candidate ? Math.abs(candidate.left + candidate.width / 2 - middle) : Number.POSITIVE_INFINITY;
  };
  let best = row.first;
  for (let index = row.first + 1; index < row.first + row.count; index += 1) {
    if (distance(index) < distance(best)) best = index;
  }
  return best;
}
