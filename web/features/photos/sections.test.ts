import { describe, expect, test } from 'vitest';
import {
  commonSection,
  filterSections,
  isInPosition,
  photoSections,
  placementAt,
  type SectionRow,
} from './sections.ts';
import type { PhotoRow } from './types.ts';

const photo = (id: string, sectionId: string | null, order: number) =>
  ({ id, filename: `${id}.jpg`, sectionId, order, capturedAt: null, captureOffset: 0, uploadedAt: 0 }) as PhotoRow;
const section = (id: string, order: number) => ({ id, name: id, order, isVisible: true, sortBy: null }) as SectionRow;

const rows = [
  photo('a', null, 1),
  photo('b', null, 2),
  photo('c', null, 3),
  photo('d', 'first', 1),
  photo('e', 'first', 2),
];
const sections = [section('first', 1), section('empty', 2)];
const allSections = photoSections(rows, sections, 'manual');
const slot = (section: number, index: number) => ({ section, index, behind: false });

describe('photoSections', () => {
  test('starts with photos without a section and keeps empty sections', () => {
    expect(allSections.map((section) => [section.section?.id ?? null, section.photos.map(({ id }) => id)])).toEqual([
      [null, ['a', 'b', 'c']],
      ['first', ['d', 'e']],
      ['empty', []],
    ]);
  });
  test('omits “no section” if every photo is in one', () => {
    expect(photoSections(rows.slice(3), sections, 'manual').map((section) => section.section?.id)).toEqual([
      'first',
      'empty',
    ]);
  });
  test('is narrowed by a filter, which keeps all photos in `all`', () => {
    const [only, ...others] = filterSections(allSections, ({ id }) => id === 'e');
    expect(others).toEqual([]);
    expect(only!.photos.map(({ id }) => id)).toEqual(['e']);
    expect(only!.all).toHaveLength(2);
    expect(filterSections(allSections, null)).toBe(allSections);
  });
  test('finds the section common to all selected photos', () => {
    expect(commonSection(allSections, rows.slice(3))?.section?.id).toBe('first');
    expect(commonSection(allSections, rows)).toBeUndefined();
    expect(commonSection(allSections, [])).toBeUndefined();
  });
});

describe('placementAt', () => {
  test.each([
    ['before the next that stays', 0, 1, 0, ['a'], { sectionId: null, before: 'b' }],
    ['past those that move themselves', 0, 1, 0, ['b'], { sectionId: null, before: 'c' }],
    ['the end', 0, 3, 0, ['a'], { sectionId: null, before: null }],
    ['the end, when all behind it move', 0, 1, 0, ['b', 'c'], { sectionId: null, before: null }],
    ['another section', 1, 4, 3, ['a'], { sectionId: 'first', before: 'e' }],
    ['a section without photos', 2, 5, 5, ['a'], { sectionId: 'empty', before: null }],
  ])('%s', (_what, section, index, first, moved, placement) => {
    expect(placementAt(allSections, slot(section, index), first, new Set(moved))).toEqual(placement);
  });
  test('follows the shown photo and ignores those the filter hides', () => {
    const shown = filterSections(allSections, ({ id }) => id === 'a' || id === 'd');
    expect(placementAt(shown, slot(0, 1), 0, new Set(['d']))).toEqual({ sectionId: null, before: 'b' });
  });
});

test('detects photos that are already at the target', () => {
  const there = (ids: string[], sectionId: string | null, before: string | null) =>
    isInPosition(allSections, ids, { sectionId, before });
  expect(there(['b'], null, 'c')).toBe(true);
  expect(there(['b', 'c'], null, null)).toBe(true);
  expect(there(['c', 'b'], null, null)).toBe(false);
  expect(there(['a'], null, 'c')).toBe(false);
  expect(there(['a'], 'first', 'd')).toBe(false);
});
