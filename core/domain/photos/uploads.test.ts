import { expect, test } from 'vitest';
import { MAX_PARTS, MAX_PHOTO_BYTES, MULTIPART_BYTES, PART_RULES, splitIntoParts } from './uploads.ts';

test('sends a file up to the limit as a whole', () => {
  expect(splitIntoParts(1)).toEqual([]);
  expect(splitIntoParts(MULTIPART_BYTES)).toEqual([]);
});

test.each([MULTIPART_BYTES + 1, 7 * PART_RULES.partBytes, 7 * PART_RULES.partBytes + 1, MAX_PHOTO_BYTES])(
  'splits %i bytes into consecutive parts',
  (size) => {
    const parts = splitIntoParts(size);
    expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1));
    let end = 0;
    for (const part of parts) {
      expect(part.from).toBe(end);
      end += part.size;
    }
    expect(end).toBe(size);
    expect(parts.slice(0, -1).every((part) => part.size === PART_RULES.partBytes)).toBe(true);
    expect(parts.length).toBeLessThanOrEqual(MAX_PARTS);
  },
);

test('splits the largest original into as many parts as one request signs', () => {
  expect(splitIntoParts(MAX_PHOTO_BYTES)).toHaveLength(32);
  expect(MAX_PARTS).toBe(32);
});
