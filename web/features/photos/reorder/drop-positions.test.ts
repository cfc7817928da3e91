import { describe, expect, test } from 'vitest';
import { layoutSections } from '../sections-layout.ts';
import { dropLine, dropPositionAfterKey, dropPositionAt } from './drop-positions.ts';

// Squares, three per row of 100 px: 0 1 2 / 3 4 from 0 to 200, an empty section from 260 to 320, then 5 from 380 to
// 480.
const squares = (count: number) => Array.from({ length: count }, () => 1);
const layout = layoutSections(
  [
    { ratios: squares(5), headed: false },
    { ratios: [], headed: true },
    { ratios: squares(1), headed: true },
  ],
  { width: 300, gap: 0, rowHeight: 100, heading: 40, empty: 60, between: 20 },
);
const at = (section: number, index: number, behind = false) => ({ section, index, behind });

describe('dropPositionAt', () => {
  test.each([
    ['the left half of a photo', 120, 50, at(0, 1)],
    ['the right half of a photo', 170, 50, at(0, 2)],
    ['the end of a row', 290, 50, at(0, 3, true)],
    ['the beginning of the next row', 10, 150, at(0, 3)],
    ['beyond the last photo of a section', 290, 150, at(0, 5, true)],
    ['an empty section', 150, 290, at(1, 5)],
    ['the heading of a section', 290, 360, at(2, 5)],
    ['below everything', 290, 9000, at(2, 6, true)],
    ['above everything', 120, -50, at(0, 0)],
  ])('%s', (_what, x, y, slot) => {
    expect(dropPositionAt(layout, x, y)).toEqual(slot);
  });

  test('returns null before anything is laid out', () => {
    expect(dropPositionAt({ rows: [], tiles: [], sections: [], height: 0 }, 0, 0)).toBeNull();
  });
});

describe('dropLine', () => {
  test('is between two photos, in the middle of the gap', () => {
    expect(dropLine(layout, at(0, 1), 8)).toEqual({ left: 96, top: 0, height: 100 });
  });
  test('is after the last photo of a row rather than before the next row', () => {
    expect(dropLine(layout, at(0, 3, true), 8)).toEqual({ left: 304, top: 0, height: 100 });
    expect(dropLine(layout, at(0, 3), 8)).toEqual({ left: -4, top: 100, height: 100 });
  });
  test('frames a section without photos', () => {
    expect(dropLine(layout, at(1, 5), 8)).toEqual({ left: 0, top: 260, height: 60 });
  });
});

describe('dropPositionAfterKey', () => {
  test.each([
    ['ArrowRight', at(0, 1), at(0, 2)],
    ['ArrowRight', at(0, 4), at(0, 5, true)],
    ['ArrowRight', at(0, 5, true), at(1, 5)],
    ['ArrowRight', at(1, 5), at(2, 5)],
    ['ArrowRight', at(2, 6, true), null],
    ['ArrowLeft', at(2, 5), at(1, 5)],
    ['ArrowLeft', at(1, 5), at(0, 5, true)],
    ['ArrowLeft', at(0, 0), null],
    ['ArrowDown', at(0, 1), at(0, 4)],
    ['ArrowDown', at(0, 4), at(1, 5)],
    ['ArrowDown', at(1, 5), at(2, 5)],
    ['ArrowUp', at(0, 4), at(0, 1)],
    ['ArrowUp', at(0, 1), null],
    ['Home', at(0, 4), at(0, 0)],
    ['End', at(0, 1), at(0, 5, true)],
    ['x', at(0, 1), null],
  ])('%s from %j', (key, from, to) => {
    expect(dropPositionAfterKey(layout, from, key)).toEqual(to);
  });
});
