import { describe, expect, test } from 'vitest';
import { layoutSections, sectionAtIndex, sectionsBetween } from './sections-layout.ts';

// Squares, three per row of 100 px: 0 1 2 / 3 4, then an empty section, then 5.
const options = { width: 300, gap: 0, rowHeight: 100, heading: 40, empty: 60, between: 20 };
const squares = (count: number) => Array.from({ length: count }, () => 1);
const layout = layoutSections(
  [
    { ratios: squares(5), headed: false },
    { ratios: [], headed: true },
    { ratios: squares(1), headed: true },
  ],
  options,
);

describe('layoutSections', () => {
  test('stacks sections with space for headings and for empty sections', () => {
    expect(layout.sections).toEqual([
      { top: 0, bodyTop: 0, end: 200, first: 0, count: 5 },
      { top: 220, bodyTop: 260, end: 320, first: 5, count: 0 },
      { top: 340, bodyTop: 380, end: 480, first: 5, count: 1 },
    ]);
    expect(layout.height).toBe(480);
  });

  test('numbers photos over all sections', () => {
    expect(layout.tiles.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(layout.tiles[5]).toMatchObject({ left: 0, top: 380 });
    expect(layout.rows.map(({ first, count }) => [first, count])).toEqual([
      [0, 3],
      [3, 2],
      [5, 0],
      [5, 1],
    ]);
  });

  test('lays out nothing before the width is known', () => {
    expect(layoutSections([{ ratios: [1], headed: true }], { ...options, width: 0 }).sections).toEqual([]);
  });
});

test('finds the section that contains a photo, never an empty one', () => {
  expect([0, 4, 5, 6].map((index) => sectionAtIndex(layout, index))).toEqual([0, 0, 2, -1]);
});

test('finds the sections of a range of photos, with adjacent empty ones', () => {
  expect(sectionsBetween(layout, 0, 2)).toEqual({ from: 0, until: 1 });
  expect(sectionsBetween(layout, 0, 5)).toEqual({ from: 0, until: 3 });
  expect(sectionsBetween(layout, 5, 6)).toEqual({ from: 0, until: 3 });
});
