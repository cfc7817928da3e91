/** Position of a photo in pixels from the grid's top left corner. */
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
  /** Index of the row's first photo, and the number of photos. */
  first: number;
  count: number;
}

export interface GridLayout {
  rows: readonly GridRow[];
  tiles: readonly Tile[];
  /** Height of the whole grid in pixels. */
  height: number;
  /** True if the photos are in columns: then rows may overlap. */
  inColumns?: boolean;
}

export interface GridOptions {
  /** Inner width in pixels. */
  width: number;
  gap: number;
  /** Target height of a row in pixels. */
  rowHeight: number;
  /**
   * Width in pixels below which no photo shares a row, for phones: it gets a row of its own across the whole width.
   * Without it, an incomplete last row keeps the target height.
   */
  minWidth?: number;
  /** Number of columns of equal width, instead of rows. */
  columns?: number | undefined;
}

/** Browsers limit an element's height to about 2²⁴ px; reserves space for a cover. */
export const MAX_GRID_HEIGHT = 2 ** 24 - 2 ** 16;

/** Limit of the ratio: a strip of 1:20 would be too thin. Its tile shows the whole photo with space around it. */
const MAX_RATIO = 8;

/** A last row is stretched to the full width up to this factor of the target height. */
const STRETCH = 1.2;
/** A single last photo joins the row above unless that row falls below this factor of the target height. */
const SQUEEZE = 0.6;
/** Height of a phone's row of one photo divided by the grid's width, at most: an upright photo of 1:2 is a screen. */
const TALLEST = 2;

/**
 * Lays photos out in justified rows. Greedy: a row takes photos until one more would move its height further from the
 * target. Photos are not cropped and keep their order. Fast enough to run on every resize: 5,000 photos take a fraction
 * of a millisecond. An incomplete last row keeps the target height; a single photo in it joins the row above.
 * @param ratios width divided by height of each photo; invalid values count as squares
 */
export function layoutRows(ratios: readonly number[], options: GridOptions): GridLayout {
  const layout = options.columns ? layOutColumns(ratios, options, options.columns) : layOutRows(ratios, options);
  if (layout.height <= MAX_GRID_HEIGHT || options.rowHeight <= 1) return layout;
  return layoutRows(ratios, smaller(options));
}

/**
 * Returns options for a lower grid. Lower rows hold more photos each, and so do more columns: the total height falls
 * with the square, so one or two rounds suffice.
 */
export function smaller({ columns, ...options }: GridOptions): GridOptions {
  return {
    ...options,
    gap: 0,
    rowHeight: options.rowHeight * 0.7,
    ...(columns && { columns: Math.ceil(columns * 1.4) }),
  };
}

/**
 * Puts each photo at the end of the shortest column. Rows of as many photos as there are columns overlap; none begins
 * or ends above the previous one.
 */
function layOutColumns(ratios: readonly number[], { width, gap }: GridOptions, columns: number): GridLayout {
  const tileWidth = (width - gap * (columns - 1)) / columns;
  const bottoms = Array.from({ length: columns }, () => 0);
  const rows: GridRow[] = [];
  const tiles: Tile[] = [];
  let bottom = 0;
  for (let first = 0; first < ratios.length && width > 0; first += columns) {
    const group = ratios.slice(first, first + columns).map((ratio, at) => {
      const column = bottoms.indexOf(Math.min(...bottoms));
      const top = bottoms[column]!;
      const height = tileWidth / clampRatio(ratio);
      bottoms[column] = top + height + gap;
      return { index: first + at, left: column * (tileWidth + gap), top, width: tileWidth, height };
    });
    const top = Math.min(...group.map((tile) => tile.top));
    bottom = Math.max(bottom, ...group.map((tile) => tile.top + tile.height));
    tiles.push(...group);
    rows.push({ top, height: bottom - top, first, count: group.length });
  }
  return { rows, tiles, height: bottom, inColumns: true };
}

function layOutRows(ratios: readonly number[], options: GridOptions): GridLayout {
  const { width, gap } = options;
  const rows: GridRow[] = [];
  const tiles: Tile[] = [];
  let top = 0;
  let first = 0;
  while (first < ratios.length && width > 0) {
    const { count, height } = nextRow(ratios, first, options);
    const end = first + count;
    let left = 0;
    // A phone's narrow photo stands in the middle of its row.
    if (options.minWidth) {
      left = (width - gap * (count - 1)) / 2;
      for (let index = first; index < end; index += 1) left -= (clampRatio(ratios[index]) * height) / 2;
    }
    for (let index = first; index < end; index += 1) {
      const tileWidth = clampRatio(ratios[index]) * height;
      tiles.push({ index, left, top, width: tileWidth, height });
      left += tileWidth + gap;
    }
    rows.push({ top, height, first, count });
    top += height + gap;
    first = end;
  }
  return { rows, tiles, height: Math.max(0, top - gap) };
}

/** Returns the number of photos from `first` whose row height is closest to the target. */
function nextRow(ratios: readonly number[], first: number, options: GridOptions) {
  const { width, gap, rowHeight, minWidth } = options;
  let sum = 0;
  let narrowest = Number.POSITIVE_INFINITY;
  let best = { count: 0, height: Number.POSITIVE_INFINITY };
  for (let count = 1; first + count <= ratios.length; count += 1) {
    const ratio = clampRatio(ratios[first + count - 1]);
    sum += ratio;
    narrowest = Math.min(narrowest, ratio);
    const height = (width - gap * (count - 1)) / sum;
    if (minWidth && count > 1 && narrowest * height < minWidth) return best;
    if (minWidth && count === 1) {
      best = { count, height: Math.min(height, Math.max(width * TALLEST, minWidth / ratio)) };
      continue;
    }
    const isFurther = height <= 0 || Math.abs(height - rowHeight) >= Math.abs(best.height - rowHeight);
    if (isFurther && !isLonely(ratios, first + count - 1, height, options)) return best;
    best = { count, height };
  }
  // The last row is incomplete.
  return !minWidth && best.height > rowHeight * STRETCH ? { ...best, height: rowHeight } : best;
}

/** True for the last photo if a row of its own would leave space beside it, and `height` of the row above permits it. */
function isLonely(
  ratios: readonly number[],
  index: number,
  height: number,
  { width, rowHeight, minWidth }: GridOptions,
): boolean {
  if (minWidth || index !== ratios.length - 1 || height < rowHeight * SQUEEZE) return false;
  return width / clampRatio(ratios[index]) > rowHeight * STRETCH;
}

function clampRatio(ratio: number | undefined): number {
  if (!ratio || !Number.isFinite(ratio) || ratio < 0) return 1;
  return Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, ratio));
}

/** Returns the index of the first row that ends below `y`, or the number of rows. */
export function rowAt(rows: readonly GridRow[], y: number): number {
  return firstRow(rows, ({ top, height }) => top + height >= y);
}

/** Returns the index of the first row for which `test` is true, as it is for all later ones; or the number of rows. */
function firstRow(rows: readonly GridRow[], test: (row: GridRow) => boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(rows[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the photos [first, end) of the rows that touch the range from `from` to `to`. */
export function tilesBetween({ rows }: GridLayout, from: number, to: number): { first: number; end: number } {
  const start = rows[rowAt(rows, from)];
  if (!start || start.top > to) return { first: 0, end: 0 };
  // Rows may overlap: the one after the first that ends below `to` may begin above it.
  const last = rows[firstRow(rows, ({ top }) => top > to) - 1];
  return { first: start.first, end: last ? last.first + last.count : 0 };
}

/**
 * Returns the photo that a key moves to: the neighbour for left and right, the one in the next row with the nearest
 * middle for up and down. Null for other keys and at the edges.
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

function nearest({ rows, tiles, inColumns }: GridLayout, from: number, step: 1 | -1): number | null {
  const tile = tiles[from];
  if (inColumns) {
    const isNext = ({ left, index }: Tile) => left === tile?.left && (step > 0 ? index > from : index < from);
    return (step > 0 ? tiles.find(isNext) : tiles.findLast(isNext))?.index ?? null;
  }
  // Use its middle: without a gap, its top is also the end of the row above.
  let at = tile ? rowAt(rows, tile.top + tile.height / 2) + step : -1;
  // Rows without photos reserve space for an empty section.
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
