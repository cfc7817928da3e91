import { describe, expect, it } from 'vitest';
import { layoutRows, MAX_GRID_HEIGHT, rowAt, tilesBetween } from './justified-rows.ts';

const options = { width: 1200, gap: 8, rowHeight: 300 };
/** Returns deterministic ratios of a typical shoot: landscapes, portraits, a few squares and a panorama. */
const shoot = (count: number) =>
  Array.from({ length: count }, (_, index) => [1.5, 1.5, 0.667, 0.667, 1.5, 1, 0.8, 3][index % 8] ?? 1);

describe('layoutRows', () => {
  it('fills every row but the last to the full width', () => {
    const { rows, tiles } = layoutRows(shoot(200), options);
    for (const row of rows.slice(0, -1)) {
      const last = tiles[row.first + row.count - 1]!;
      expect(last.left + last.width).toBeCloseTo(1200, 6);
    }
  });

  it('keeps each photo’s ratio and the order', () => {
    const ratios = shoot(100);
    const { tiles } = layoutRows(ratios, options);
    expect(tiles.map((tile) => tile.index)).toEqual(ratios.map((_, index) => index));
    for (const tile of tiles) expect(tile.width / tile.height).toBeCloseTo(ratios[tile.index]!, 6);
  });

  it('keeps rows near the target height', () => {
    const { rows } = layoutRows(shoot(400), options);
    for (const row of rows) {
      expect(row.height).toBeGreaterThan(180);
      expect(row.height).toBeLessThan(450);
    }
  });

  it('never overlaps tiles and keeps the gap between rows', () => {
    const { rows, height } = layoutRows(shoot(100), options);
    rows.slice(1).forEach((row, index) => expect(row.top - rows[index]!.top - rows[index]!.height).toBeCloseTo(8, 6));
    expect(height).toBeCloseTo(rows.at(-1)!.top + rows.at(-1)!.height, 6);
  });

  it('does not stretch an incomplete last row', () => {
    expect(layoutRows([0.667], options).tiles[0]!.height).toBe(300);
  });

  it('puts a single last photo into the row above unless that makes it too low', () => {
    const { rows } = layoutRows([1.5, 1.5, 1, 0.667], options);
    expect(rows.map(({ count }) => count)).toEqual([4]);
    expect(layoutRows([4, 4, 3], options).rows.map(({ count }) => count)).toEqual([1, 1, 1]);
  });

  it('gives every photo of a phone a readable width and leaves no space beside the last one', () => {
    const phone = { width: 363, gap: 6, rowHeight: 225, minWidth: 163 };
    const ratios = [...shoot(64), 0.667, 3, 1 / 8, 0.45, 0.8, 1.5, 0.667];
    const { tiles, rows } = layoutRows(ratios, phone);
    for (const { left, width } of tiles) {
      expect(width).toBeGreaterThanOrEqual(163);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThanOrEqual(363.001);
    }
    // Portraits of like shape stay side by side.
    expect(rows[1]).toMatchObject({ first: 1, count: 1 });
    expect(rows[2]).toMatchObject({ first: 2, count: 2 });
    expect(tiles.at(-1)).toMatchObject({ left: 0, width: 363 });
  });

  it('shrinks a panorama that is wider than the grid', () => {
    expect(layoutRows([5], { ...options, width: 375 }).tiles[0]!.width).toBe(375);
  });

  it.each([[[]], [[Number.NaN, 0, Number.POSITIVE_INFINITY, -1]]])('accepts %j', (ratios) => {
    const { tiles, height } = layoutRows(ratios, options);
    expect(tiles).toHaveLength(ratios.length);
    expect(Number.isFinite(height)).toBe(true);
  });

  it('returns no rows without a width', () => {
    expect(layoutRows(shoot(5), { ...options, width: 0 })).toEqual({ rows: [], tiles: [], height: 0 });
  });

  it('stays below the browsers’ limit of height', () => {
    const { height, tiles } = layoutRows(
      Array.from({ length: 100_000 }, () => 0.5),
      { width: 375, gap: 4, rowHeight: 600 },
    );
    expect(tiles).toHaveLength(100_000);
    expect(height).toBeLessThanOrEqual(MAX_GRID_HEIGHT);
  });
});

describe('layoutRows in columns', () => {
  const columns = { ...options, columns: 4 };
  const ratios = [...shoot(300), 1 / 8, 3, 3, 3, 3, 3, 1.5];

  it('keeps width, ratio and order, overlaps nothing and fills all columns alike', () => {
    const { tiles, height } = layoutRows(ratios, columns);
    const bottoms = new Map<number, number>();
    tiles.forEach((tile, index) => {
      expect(tile.index).toBe(index);
      expect(tile.width).toBe(294);
      expect(tile.width / tile.height).toBeCloseTo(ratios[index]!, 6);
      expect(tile.top).toBeGreaterThanOrEqual((bottoms.get(tile.left) ?? -8) + 7.999);
      bottoms.set(tile.left, tile.top + tile.height);
    });
    expect([...bottoms.keys()]).toEqual([0, 302, 604, 906]);
    expect(height).toBe(Math.max(...bottoms.values()));
  });

  it('renders every photo that touches a range, also beside a strip that is higher than its neighbours', () => {
    const layout = layoutRows(ratios, columns);
    for (let from = 0; from < layout.height; from += 173) {
      const { first, end } = tilesBetween(layout, from, from + 900);
      for (const { index, top, height } of layout.tiles) {
        const touches = top + height >= from && top <= from + 900;
        if (touches) expect(index >= first && index < end, `${index} at ${from}`).toBe(true);
      }
      expect(end - first).toBeLessThan(60);
    }
  });

  it('stays below the browsers’ limit of height', () => {
    const many = Array.from({ length: 100_000 }, () => 0.5);
    expect(layoutRows(many, { ...columns, columns: 2 }).height).toBeLessThanOrEqual(MAX_GRID_HEIGHT);
  });
});

describe('tilesBetween', () => {
  const layout = layoutRows(shoot(5000), options);

  it('returns exactly the photos that touch a range', () => {
    for (const from of [-500, 0, 1234.5, 90_000, layout.height - 100]) {
      const expected = layout.tiles.filter((tile) => tile.top + tile.height >= from && tile.top <= from + 900);
      const { first, end } = tilesBetween(layout, from, from + 900);
      expect([first, end - first]).toEqual([expected[0]!.index, expected.length]);
    }
  });

  it('returns nothing outside the grid', () => {
    expect(tilesBetween(layout, layout.height + 1, layout.height + 900)).toEqual({ first: 0, end: 0 });
    expect(tilesBetween(layout, -900, -1)).toEqual({ first: 0, end: 0 });
    expect(tilesBetween(layoutRows([], options), 0, 900)).toEqual({ first: 0, end: 0 });
  });

  it('rowAt returns the number of rows beyond the end', () => {
    expect(rowAt(layout.rows, layout.height + 1)).toBe(layout.rows.length);
  });
});
