/** A photo's place in the grid; pixels from the grid's top left corner. */
export interface Tile {
  index: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface GridRow {
  top: number;
  height: number;
  /** Index of the row's first photo, and how many it holds. */
  first: number;
  count: number;
}

export interface GridLayout {
  rows: readonly GridRow[];
  tiles: readonly Tile[];
  /** Of the whole grid, pixels. */
  height: number;
}

export interface GridOptions {
  /** Inner width, pixels. */
  width: number;
  gap: number;
  /** The height that rows come as close to as their photos allow, pixels. */
  rowHeight: number;
}

/** Browsers cap an element's height near 2²⁴ px (design/quality.md, Speed); below it with room for a cover. */
export const MAX_GRID_HEIGHT = 2 ** 24 - 2 ** 16;

/** A strip of 1:20 would otherwise be a hair's breadth. The tile then shows the whole photo with paper around it. */
const MAX_RATIO = 8;

/** A last row that nearly fills the width is filled, rather than left with a ragged end. */
const STRETCH = 1.2;

/**
 * Justified rows, greedily: a row takes photos until one more would lead further from the wanted height than it
 * gains. Nothing is cropped, the order stays, and 5,000 photos take a fraction of a millisecond, so a resize may
 * simply do it again. A last row that is far from
 * full keeps the wanted height instead of being stretched.
 * @param ratios width divided by height of each photo; damaged values count as squares
 */
export function layoutRows(ratios: readonly number[], options: GridOptions): GridLayout {
  const layout = place(ratios, options);
  if (layout.height <= MAX_GRID_HEIGHT || options.rowHeight <= 1) return layout;
  // Lower rows hold more photos each: height falls with the square, so this ends after a round or two.
  return layoutRows(ratios, { ...options, gap: 0, rowHeight: options.rowHeight * 0.7 });
}

function place(ratios: readonly number[], { width, gap, rowHeight }: GridOptions): GridLayout {
  const rows: GridRow[] = [];
  const tiles: Tile[] = [];
  let top = 0;
  let first = 0;
  while (first < ratios.length && width > 0) {
    const { count, height } = nextRow(ratios, first, { width, gap, rowHeight });
    let left = 0;
    for (let index = first; index < first + count; index += 1) {
      const tileWidth = clampRatio(ratios[index]) * height;
      tiles.push({ index, left, top, width: tileWidth, height });
      left += tileWidth + gap;
    }
    rows.push({ top, height, first, count });
    top += height + gap;
    first += count;
  }
  return { rows, tiles, height: Math.max(0, top - gap) };
}

/** How many photos from `first` on make the row whose height is closest to the wanted one. */
function nextRow(ratios: readonly number[], first: number, { width, gap, rowHeight }: GridOptions) {
  let sum = 0;
  let best = { count: 0, height: Number.POSITIVE_INFINITY };
  for (let count = 1; first + count <= ratios.length; count += 1) {
    sum += clampRatio(ratios[first + count - 1]);
    const height = (width - gap * (count - 1)) / sum;
    if (height <= 0 || Math.abs(height - rowHeight) >= Math.abs(best.height - rowHeight)) return best;
    best = { count, height };
  }
  // The photos ended before the row was full.
  return best.height > rowHeight * STRETCH ? { ...best, height: rowHeight } : best;
}

function clampRatio(ratio: number | undefined): number {
  if (!ratio || !Number.isFinite(ratio) || ratio < 0) return 1;
  return Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, ratio));
}

/** Index of the first row that ends below `y`; the number of rows when none does. */
export function rowAt(rows: readonly GridRow[], y: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row && row.top + row.height < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Photos [first, end) of the rows that touch the stretch from `from` to `to`. */
export function tilesBetween({ rows }: GridLayout, from: number, to: number): { first: number; end: number } {
  const start = rows[rowAt(rows, from)];
  if (!start || start.top > to) return { first: 0, end: 0 };
  const last = rows[Math.min(rows.length - 1, rowAt(rows, to))];
  const stop = last && last.top > to && last !== start ? last.first : last ? last.first + last.count : 0;
  return { first: start.first, end: stop };
}

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
