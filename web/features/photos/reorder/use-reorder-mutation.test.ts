import { describe, expect, test } from 'vitest';
import { photoSections, type SectionRow } from '../sections.ts';
import type { PhotoRow } from '../types.ts';
import { undoReorder } from './use-reorder-mutation.ts';

const photo = (id: string, sectionId: string | null, order: number) =>
  ({ id, filename: `${id}.jpg`, sectionId, order, capturedAt: null, captureOffset: 0, uploadedAt: 0 }) as PhotoRow;
const section = (id: string, sortBy: SectionRow['sortBy']) =>
  ({ id, name: id, order: 1, isVisible: true, sortBy }) as SectionRow;
const rows = [photo('a', null, 1), photo('b', null, 2), photo('c', null, 3), photo('d', 's', 1), photo('e', 's', 2)];

/** Returns the undo requests as mutator names and relevant arguments. */
function undo(gallerySort: 'manual' | 'filename', sectionSort: SectionRow['sortBy'], ids: string[], to: string | null) {
  const gallery = { id: 'g', sortBy: gallerySort };
  const sections = photoSections(rows, [section('s', sectionSort)], gallerySort);
  return undoReorder(gallery, sections, ids, to).map((request) => {
    const { mutator, args } = request as unknown as { mutator: { mutatorName: string }; args: Record<string, unknown> };
    const { now: _now, galleryId: _gallery, ...told } = args;
    return [mutator.mutatorName, told];
  });
}

describe('undoReorder', () => {
  test('restores the automatic sort order of the gallery or the section', () => {
    expect(undo('filename', 'manual', ['a'], null)).toEqual([
      ['galleries.update', { id: 'g', changes: { sortBy: 'filename' } }],
    ]);
    expect(undo('filename', null, ['a'], null), 'and a section is sorted as the gallery again').toEqual([
      ['galleries.update', { id: 'g', changes: { sortBy: 'filename' } }],
      ['sections.update', { id: 's', changes: { sortBy: null } }],
    ]);
    expect(undo('filename', null, ['d'], 's')).toEqual([['sections.update', { id: 's', changes: { sortBy: null } }]]);
  });
  test('moves adjacent photos back before their successor', () => {
    expect(undo('manual', null, ['a', 'b'], null)).toEqual([
      ['photos.arrange', { photoIds: ['a', 'b'], sectionId: null, before: 'c' }],
    ]);
  });
  test('restores the whole order of photos from several positions', () => {
    expect(undo('manual', null, ['a', 'c'], null)).toEqual([
      ['photos.arrange', { photoIds: ['a', 'b', 'c'], sectionId: null, before: null }],
    ]);
  });
  test('moves photos back to their section and restores the target’s sort order', () => {
    expect(undo('filename', null, ['a'], 's')).toEqual([
      ['photos.setSection', { photoIds: ['a'], sectionId: null }],
      ['sections.update', { id: 's', changes: { sortBy: null } }],
    ]);
    expect(undo('filename', 'manual', ['d'], null)).toEqual([
      ['galleries.update', { id: 'g', changes: { sortBy: 'filename' } }],
      ['photos.arrange', { photoIds: ['d'], sectionId: 's', before: 'e' }],
    ]);
  });
  test('restores the inherited sort order of a section', () => {
    expect(undo('filename', null, ['d'], null)).toEqual([
      ['galleries.update', { id: 'g', changes: { sortBy: 'filename' } }],
      ['photos.setSection', { photoIds: ['d'], sectionId: 's' }],
      ['sections.update', { id: 's', changes: { sortBy: null } }],
    ]);
  });
});
