import { expect, it } from 'vitest';
import { findPhotos } from './find-bar.tsx';

const photo = (filename: string, captureRank: number) => ({
  id: filename,
  fileId: filename,
  filename,
  width: 3,
  height: 2,
  thumbhash: '',
  captureRank,
});
const photos = [photo('IMG_10.jpg', 1), photo('img_9.jpg', 2), photo('Portrait.jpg', 0)];
const ids = (text: string, order: Parameters<typeof findPhotos>[2]) =>
  findPhotos(photos, text, order)?.map(({ id }) => id) ?? null;

it('returns null while nothing is searched and the order is the studio’s', () => {
  expect(ids('  ', 'arranged')).toBeNull();
});

it('finds filenames in any case, in the order of the gallery', () => {
  expect(ids('IMG', 'arranged')).toEqual(['IMG_10.jpg', 'img_9.jpg']);
  expect(ids('nothing', 'arranged')).toEqual([]);
});

it('sorts by name with numbers by value, and by capture time', () => {
  expect(ids('', 'name')).toEqual(['img_9.jpg', 'IMG_10.jpg', 'Portrait.jpg']);
  expect(ids('', 'captured')).toEqual(['Portrait.jpg', 'IMG_10.jpg', 'img_9.jpg']);
});
