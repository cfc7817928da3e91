import { expect, it } from 'vitest';
import { headingAt, layoutChapters } from './chapter-layout.ts';
import { chaptersOf, namedChapters, sectionHash, sectionOfHash } from './chapters.ts';

const section = (id: string | null, photoCount: number) => ({ id, name: id ? `Name of ${id}` : '', photoCount });
const options = { width: 1000, gap: 10, rowHeight: 300 };
const squares = (count: number) => Array.from({ length: count }, () => 1);

it('divides the photos in order, and leaves empty sections out', () => {
  const chapters = chaptersOf({ sections: [section(null, 2), section('a', 0), section('b', 3)], photoCount: 5 });
  expect(chapters.map(({ id, first, count }) => [id, first, count])).toEqual([
    [null, 0, 2],
    ['b', 2, 3],
  ]);
  expect(namedChapters(chapters).map(({ id }) => id)).toEqual(['b']);
});

it('loses no photo when the sections say less than there is', () => {
  const chapters = chaptersOf({ sections: [section('a', 2)], photoCount: 5 });
  expect(chapters.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  expect(chaptersOf({ sections: [], photoCount: 0 })).toEqual([]);
});

it('stacks sections below their headings, every photo once and in order', () => {
  const chapters = chaptersOf({ sections: [section(null, 4), section('a', 5), section('b', 3)], photoCount: 12 });
  const { tiles, rows, headings, height } = layoutChapters(chapters, squares(12), options);
  expect(tiles.map(({ index }) => index)).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(headings.map(({ chapter }) => chapter.id)).toEqual(['a', 'b']);
  for (const { chapter, top, height: high } of headings) {
    expect(tiles[chapter.first]!.top).toBe(top + high);
    const before = tiles[chapter.first - 1]!;
    expect(before.top + before.height).toBeLessThanOrEqual(top);
  }
  // No row holds photos of two sections.
  for (const { first } of chapters) expect(rows.some((row) => row.first === first)).toBe(true);
  const last = tiles.at(-1)!;
  expect(height).toBeCloseTo(last.top + last.height);
});

it('lays out as many photos as have come', () => {
  const chapters = chaptersOf({ sections: [section('a', 5), section('b', 500)], photoCount: 505 });
  const early = layoutChapters(chapters, squares(3), options);
  expect(early.tiles).toHaveLength(3);
  expect(early.headings).toHaveLength(1);
  const later = layoutChapters(chapters, squares(505), options);
  expect(later.tiles.slice(0, 3)).toEqual(early.tiles);
});

it('stays below the height that browsers can show', () => {
  const chapters = chaptersOf({ sections: [section('a', 20_000)], photoCount: 20_000 });
  const tall = Array.from({ length: 20_000 }, () => 0.2);
  expect(layoutChapters(chapters, tall, { width: 375, gap: 0, rowHeight: 2000 }).height).toBeLessThan(2 ** 24);
});

it('knows below which heading a place lies', () => {
  const chapters = chaptersOf({ sections: [section(null, 4), section('a', 5)], photoCount: 9 });
  const { headings } = layoutChapters(chapters, squares(9), options);
  expect(headingAt(headings, 0)).toBeNull();
  expect(headingAt(headings, headings[0]!.top)?.chapter.id).toBe('a');
  expect(headingAt(headings, 1e6)?.chapter.id).toBe('a');
});

it('has an address for each section', () => {
  expect(sectionOfHash(sectionHash('abc'))).toBe('abc');
  expect(sectionOfHash('#photo=abc')).toBeNull();
  expect(sectionOfHash('')).toBeNull();
});
