import { expect, it } from 'vitest';
import { headingAt, layoutSections } from '../gallery/section-layout.ts';
import { gallerySections, namedSections, sectionFromHash, sectionHash } from './sections.ts';

const section = (id: string | null, photoCount: number) => ({ id, name: id ? `Name of ${id}` : '', photoCount });
const options = { width: 1000, gap: 10, rowHeight: 300 };
const squares = (count: number) => Array.from({ length: count }, () => 1);

it('divides the photos in order and omits empty sections', () => {
  const sections = gallerySections(
    { sections: [section(null, 2), section('a', 0), section('b', 3)], photoCount: 5 },
    'en',
  );
  expect(sections.map(({ id, first, count }) => [id, first, count])).toEqual([
    [null, 0, 2],
    ['b', 2, 3],
  ]);
  expect(namedSections(sections).map(({ id }) => id)).toEqual(['b']);
});

it('keeps all photos if the section counts are too low', () => {
  const sections = gallerySections({ sections: [section('a', 2)], photoCount: 5 }, 'en');
  expect(sections.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  expect(gallerySections({ sections: [], photoCount: 0 }, 'en')).toEqual([]);
});

it('stacks sections below their headings, with every photo once and in order', () => {
  const sections = gallerySections(
    { sections: [section(null, 4), section('a', 5), section('b', 3)], photoCount: 12 },
    'en',
  );
  const { tiles, rows, headings, height } = layoutSections(sections, squares(12), options);
  expect(tiles.map(({ index }) => index)).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(headings.map(({ section: heading }) => heading.id)).toEqual(['a', 'b']);
  for (const { section: heading, top, height: high } of headings) {
    expect(tiles[heading.first]!.top).toBe(top + high);
    const before = tiles[heading.first - 1]!;
    expect(before.top + before.height).toBeLessThanOrEqual(top);
  }
  // No row contains photos of two sections.
  for (const { first } of sections) expect(rows.some((row) => row.first === first)).toBe(true);
  const last = tiles.at(-1)!;
  expect(height).toBeCloseTo(last.top + last.height);
});

it('lays out the loaded photos only', () => {
  const sections = gallerySections({ sections: [section('a', 5), section('b', 500)], photoCount: 505 }, 'en');
  const early = layoutSections(sections, squares(3), options);
  expect(early.tiles).toHaveLength(3);
  expect(early.headings).toHaveLength(1);
  const later = layoutSections(sections, squares(505), options);
  expect(later.tiles.slice(0, 3)).toEqual(early.tiles);
});

it('stays below the height that browsers can show', () => {
  const sections = gallerySections({ sections: [section('a', 20_000)], photoCount: 20_000 }, 'en');
  const tall = Array.from({ length: 20_000 }, () => 0.2);
  expect(layoutSections(sections, tall, { width: 375, gap: 0, rowHeight: 2000 }).height).toBeLessThan(2 ** 24);
});

it('finds the heading at a position', () => {
  const sections = gallerySections({ sections: [section(null, 4), section('a', 5)], photoCount: 9 }, 'en');
  const { headings } = layoutSections(sections, squares(9), options);
  expect(headingAt(headings, 0)).toBeNull();
  expect(headingAt(headings, headings[0]!.top)?.section.id).toBe('a');
  expect(headingAt(headings, 1e6)?.section.id).toBe('a');
});

it('returns a URL hash for each section', () => {
  expect(sectionFromHash(sectionHash('abc'))).toBe('abc');
  expect(sectionFromHash('#photo=abc')).toBeNull();
  expect(sectionFromHash('')).toBeNull();
});

it('names sections in the language of the page, and others as the studio wrote them', () => {
  const translations = { ca: { name: 'Cerimònia' } };
  const gallery = { sections: [{ ...section('a', 1), translations }, section('b', 1)], photoCount: 2 };
  const names = (language: 'ca' | 'en') => gallerySections(gallery, language).map(({ name }) => name);
  expect(names('ca')).toEqual(['Cerimònia', 'Name of b']);
  expect(names('en')).toEqual(['Name of a', 'Name of b']);
});
