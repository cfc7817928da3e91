import { describe, expect, it } from 'vitest';
import { filterPhotos } from './photo-filters.ts';
import { ALBUM, pickOf, viewOf } from './test-view.ts';

const PHOTOS = ['one', 'two', 'three', 'four'].map((id) => ({ id }));
const PICKS = [
  pickOf('one'),
  pickOf('one', { personId: 'pau' }),
  pickOf('two', { state: 'reject' }),
  pickOf('three', { personId: 'pau' }),
  pickOf('four', { listId: 'own' }),
];
const OWN = { ...ALBUM, id: 'own', kind: 'favourites' as const, isDefault: true, people: [] };

const shown = (filter: string) => {
  const photos = filterPhotos(viewOf({ lists: [OWN, ALBUM], picks: PICKS }), ALBUM, PHOTOS, filter);
  return photos && [...photos];
};

describe('filterPhotos', () => {
  it.each([
    ['all', null],
    ['album', ['one', 'three']],
    ['favourites', ['four']],
    ['both', ['one']],
    ['undecided', ['three', 'four']],
    ['unrejected', ['one', 'three', 'four']],
  ])('shows the photos of %s', (filter, expected) => {
    expect(shown(filter)).toEqual(expected);
  });
});
