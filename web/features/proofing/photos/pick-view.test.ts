import { describe, expect, it } from 'vitest';
import type { PhotoRow } from '../../photos/types.ts';
import type { CommentRow, PickRow } from '../types.ts';
import { applyPickView, commonLabel, countPickFilters, pickedPhotos, type PickView } from './pick-view.ts';

const photo = (id: string, sourceFilename = `${id}.CR3`) => ({ id, filename: `${id}.jpg`, sourceFilename }) as PhotoRow;
const pick = (photoId: string, personId: string, values: Partial<PickRow> = {}) =>
  ({ photoId, personId, state: 'pick', rating: 0, label: null, at: 0, ...values }) as PickRow;
const comment = (photoId: string, values: Partial<CommentRow> = {}) =>
  ({ photoId, parentId: null, resolvedAt: null, ...values }) as CommentRow;

const PHOTOS = ['c', 'a', 'b', 'd', 'e'].map((id) => photo(id));
const PICKS = [
  pick('c', 'ana', { rating: 2, at: 1 }),
  pick('a', 'ana', { label: 'red', at: 3 }),
  pick('a', 'pau', { rating: 5, label: 'red', at: 2 }),
  pick('b', 'pau', { state: 'reject', at: 4 }),
  pick('b', 'ana', { state: 'maybe', label: 'blue', at: 5 }),
];
const COMMENTS = [comment('d'), comment('c', { resolvedAt: 1 }), comment('c', { parentId: 'x' })];
const ALL = pickedPhotos(PHOTOS, PICKS, COMMENTS);
const VIEW: PickView = { filter: 'all', label: null, rating: 0, sort: 'gallery' };
const shown = (view: Partial<PickView>) =>
  applyPickView(ALL, { ...VIEW, ...view }, 2)
    .map((one) => one.photo.id)
    .join('');

describe('the photos of a list', () => {
  it('are those with an opinion or a comment, in the gallery’s order', () => {
    expect(shown({})).toBe('cabd');
  });

  it.each([
    ['pick', 'ca'],
    ['both', 'a'],
    ['maybe', 'b'],
    ['reject', 'b'],
    ['commented', 'cd'],
    // A thread is resolved by its first comment.
    ['unresolved', 'd'],
  ] as const)('are filtered by %s', (filter, ids) => {
    expect(shown({ filter })).toBe(ids);
    expect(countPickFilters(ALL, 2)[filter]).toBe(ids.length);
  });

  it('of one person are never picked by both', () => {
    expect(countPickFilters(ALL, 1).both).toBe(0);
  });

  it('are filtered by label and rating', () => {
    expect(shown({ label: 'blue' })).toBe('b');
    expect(shown({ rating: 2 })).toBe('ca');
    expect(shown({ rating: 3, label: 'red' })).toBe('a');
  });

  it.each([
    ['latest', 'bacd'],
    ['rating', 'acbd'],
    ['people', 'acbd'],
    ['filename', 'abcd'],
  ] as const)('are sorted by %s', (sort, ids) => {
    expect(shown({ sort })).toBe(ids);
  });

  it('have the label that most people gave', () => {
    expect(ALL.map(commonLabel)).toEqual([null, 'red', 'blue', null]);
  });
});
