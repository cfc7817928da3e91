import { describe, expect, test } from 'vitest';
import { cameraName, countFilters, filterPredicate, NO_FILTER, NO_SECTION, type PhotoFilter } from './filters.ts';

const base = { sectionId: null, status: 'ready', isHidden: false, metadata: {} } as const;
const photos = [
  { ...base, filename: 'Núria.jpg', metadata: { cameraMake: 'Canon', cameraModel: 'Canon EOS R5' } },
  { ...base, filename: 'IMG_2.jpg', metadata: { cameraMake: 'NIKON', cameraModel: 'Z 8' }, isHidden: true },
  { ...base, filename: 'IMG_3.jpg', sectionId: 's', status: 'failed' as const },
  { ...base, filename: 'IMG_4.jpg', sectionId: 's', status: 'uploading' as const },
];
const names = (filter: Partial<PhotoFilter>) => {
  const predicate = filterPredicate({ ...NO_FILTER, ...filter });
  return photos.filter((photo) => !predicate || predicate(photo)).map(({ filename }) => filename);
};

describe('filterPredicate', () => {
  test('returns null without a filter', () => {
    expect(filterPredicate(NO_FILTER)).toBeNull();
    expect(filterPredicate({ ...NO_FILTER, text: '  ' })).toBeNull();
  });
  test.each([
    [{ text: 'nuria' }, ['Núria.jpg']],
    [{ section: 's' }, ['IMG_3.jpg', 'IMG_4.jpg']],
    [{ section: NO_SECTION }, ['Núria.jpg', 'IMG_2.jpg']],
    [{ state: 'hidden' }, ['IMG_2.jpg']],
    [{ state: 'failed' }, ['IMG_3.jpg']],
    [{ state: 'processing' }, ['IMG_4.jpg']],
    [{ camera: 'NIKON Z 8' }, ['IMG_2.jpg']],
    [{ camera: '' }, ['IMG_3.jpg', 'IMG_4.jpg']],
    [{ text: 'img', state: 'ready' }, ['IMG_2.jpg']],
  ] as const)('%j', (filter, shown) => {
    expect(names(filter)).toEqual(shown);
  });
  test('omits a make that the model repeats', () => {
    expect(cameraName(photos[0]!)).toBe('Canon EOS R5');
  });
  test('counts the photos of each choice', () => {
    const counts = countFilters(photos);
    expect([...counts.sections]).toEqual([
      [NO_SECTION, 2],
      ['s', 2],
    ]);
    expect(counts.cameras.get('')).toBe(2);
    expect(counts.states).toEqual(new Map(Object.entries({ ready: 2, hidden: 1, failed: 1, processing: 1 })));
  });
});
