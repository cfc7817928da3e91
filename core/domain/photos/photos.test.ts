import { describe, expect, it } from 'vitest';
import {
  comparePhotos,
  displayRatio,
  filename,
  pendingRotation,
  PHOTO_FAILURES,
  photoIds,
  PHOTO_TRANSITIONS,
} from './photos.ts';
import { ERROR_CODES } from '../values/errors.ts';

type Photo = {
  id: string;
  filename: string;
  capturedAt: number | null;
  captureOffset: number;
  uploadedAt: number;
  order: number;
};

/** Deterministic pseudo-random numbers: a linear congruential generator. */
function dealer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Photos with few distinct values, so that every kind of tie occurs. */
function photosOf(seed: number, count: number): Photo[] {
  const deal = dealer(seed);
  const names = [
    'IMG_9.jpg',
    'IMG_10.jpg',
    'img_9.JPG',
    'IMG_09.jpg',
    'Ávila.jpg',
    'avila.jpg',
    '10.jpg',
    '9.jpg',
    'ñ.jpg',
  ];
  return Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(20, '0'),
    filename: names[deal(names.length)]!,
    capturedAt: deal(3) === 0 ? null : deal(4),
    captureOffset: deal(2) / 1000,
    uploadedAt: deal(4),
    order: deal(3) - 1,
  }));
}

const SORTS = ['captured_at', 'filename', 'manual'] as const;

describe.each(SORTS)('order by %s', (sortBy) => {
  const compare = comparePhotos(sortBy);
  const photos = photosOf(7, 60);

  it('is antisymmetric and never equal for two photos', () => {
    for (const a of photos)
      for (const b of photos) {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        expect(compare(a, b) === 0).toBe(a === b);
      }
  });

  it('is transitive', () => {
    const wrong: Photo[][] = [];
    for (const a of photos)
      for (const b of photos)
        for (const c of photos) if (compare(a, b) < 0 && compare(b, c) < 0 && compare(a, c) >= 0) wrong.push([a, b, c]);
    expect(wrong).toEqual([]);
  });

  it('does not depend on the input order', () => {
    const sorted = photos.toSorted(compare).map(({ id }) => id);
    const deal = dealer(11);
    for (let round = 0; round < 20; round++) {
      const shuffled = photos.map((photo) => ({ photo, at: deal(1e9) })).toSorted((a, b) => a.at - b.at);
      expect(
        shuffled
          .map(({ photo }) => photo)
          .toSorted(compare)
          .map(({ id }) => id),
      ).toEqual(sorted);
    }
  });
});

describe('an order', () => {
  const photo = (id: string, values: Partial<Photo> = {}): Photo => ({
    id,
    filename: 'a.jpg',
    capturedAt: null,
    captureOffset: 0,
    uploadedAt: 0,
    order: 0,
    ...values,
  });
  const sorted = (sortBy: (typeof SORTS)[number], photos: Photo[]) =>
    photos.toSorted(comparePhotos(sortBy)).map(({ id }) => id);

  it('compares numbers in names numerically', () => {
    const photos = ['IMG_10.jpg', 'img_9.jpg', 'IMG_1.jpg'].map((name) => photo(name, { filename: name }));
    expect(sorted('filename', photos)).toEqual(['IMG_1.jpg', 'img_9.jpg', 'IMG_10.jpg']);
  });

  it('falls back to the upload time without a capture time', () => {
    const photos = [
      photo('c', { capturedAt: 3 }),
      photo('b', { uploadedAt: 2 }),
      photo('a', { capturedAt: 1, uploadedAt: 9 }),
    ];
    expect(sorted('captured_at', photos)).toEqual(['a', 'b', 'c']);
  });

  it('accepts a capture time of 1970', () => {
    expect(
      sorted('captured_at', [photo('b', { uploadedAt: 1 }), photo('a', { capturedAt: 0, uploadedAt: 9 })]),
    ).toEqual(['a', 'b']);
  });

  it('compares the manual position before the name', () => {
    expect(sorted('manual', [photo('a', { order: 2 }), photo('b', { order: -1, filename: 'z.jpg' })])).toEqual([
      'b',
      'a',
    ]);
  });
});

describe('photo schemas', () => {
  it.each(['', 'x'.repeat(256), 'a\nb.jpg', 'a\u0000.jpg', '\ud800.jpg'])('refuse the filename %j', (name) => {
    expect(filename.safeParse(name).success).toBe(false);
  });

  it.each(['IMG_0001.JPG', 'Núria ♥ 100%.jpg', '../../etc/passwd', '👩‍👧.png'])(
    'keep the original name %s as data',
    (name) => {
      expect(filename.parse(name)).toBe(name);
    },
  );

  it('accept up to 5,000 photos', () => {
    const ids = Array.from({ length: 5001 }, () => '0'.repeat(20));
    expect(photoIds.safeParse(ids.slice(1)).success).toBe(true);
    expect(photoIds.safeParse(ids).success).toBe(false);
    expect(photoIds.safeParse([]).success).toBe(false);
  });

  it('have a text for every failure', () => {
    expect(PHOTO_FAILURES.filter((reason) => !(ERROR_CODES as readonly string[]).includes(reason))).toEqual([]);
  });

  it('allow no transition from ready', () => {
    expect(PHOTO_TRANSITIONS).toEqual({
      uploading: ['processing', 'failed'],
      processing: ['ready', 'failed'],
      ready: [],
      failed: ['processing'],
    });
  });
});

const landscape = { width: 300, height: 200, rotation: 0, renderedRotation: 0 } as const;

it.each([
  [0, 0, 0, 1.5],
  [90, 0, 90, 2 / 3],
  [0, 90, 270, 2 / 3],
  [180, 0, 180, 1.5],
  [90, 90, 0, 1.5],
] as const)(
  'returns for rotation %i, rendered at %i, a pending rotation of %i',
  (rotation, renderedRotation, turn, ratio) => {
    const photo = { ...landscape, rotation, renderedRotation };
    expect(pendingRotation(photo)).toBe(turn);
    expect(displayRatio(photo)).toBeCloseTo(ratio);
  },
);

it('returns a ratio of 3:2 before the photo is processed', () => {
  expect(displayRatio({ ...landscape, width: null, height: null })).toBe(1.5);
});
