import { describe, expect, test } from 'vitest';
import { layoutSections, sectionAtIndex, sectionsBetween } from './sections-layout.ts';

// Squares, three a row of 100: 0 1 2 / 3 4, then an empty chapter, then 5.
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

describe('layoutChapters', () => {
  test('chapters lie below one another, with room for headings and for those without photos', () => {
    expect(layout.sections).toEqual([
      { top: 0, bodyTop: 0, end: 200, first: 0, count: 5 },
      { top: 220, bodyTop: 260, end: 320, first: 5, count: 0 },
      { top: 340, bodyTop: 380, end: 480, first: 5, count: 1 },
    ]);
    expect(layout.height).toBe(480);
  });

  test('photos are counted through all chapters', () => {
    expect(layout.tiles.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(layout.tiles[5]).toMatchObject({ left: 0, top: 380 });
    expect(layout.rows.map(({ first, count }) => [first, count])).toEqual([
      [0, 3],
      [3, 2],
      [5, 0],
      [5, 1],
    ]);
  });

  test('nothing is laid out before the width is known', () => {
    expect(layoutSections([{ ratios: [1], headed: true }], { ...options, width: 0 }).sections).toEqual([]);
  });
});

test('a photo belongs to the chapter that holds it, never to an empty one', () => {
  expect([0, 4, 5, 6].map((index) => sectionAtIndex(layout, index))).toEqual([0, 0, 2, -1]);
});

test('the chapters near a stretch are those of its photos, and the empty ones beside them', () => {
  expect(sectionsBetween(layout, 0, 2)).toEqual({ from: 0, until: 1 });
  expect(sectionsBetween(layout, 0, 5)).toEqual({ from: 0, until: 3 });
  expect(sectionsBetween(layout, 5, 6)).toEqual({ from: 0, until: 3 });
});
