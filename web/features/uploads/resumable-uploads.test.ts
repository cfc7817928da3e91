import { expect, test } from 'vitest';
import { ResumeMatcher } from './resumable-uploads.ts';

test('a file continues the photo of its name and size, and only one', () => {
  const continuation = new ResumeMatcher([
    { id: 'a', filename: 'IMG_1.jpg', size: 10 },
    { id: 'b', filename: 'IMG_1.jpg', size: 20 },
    { id: 'c', filename: 'IMG_1.jpg', size: 10 },
  ]);
  const file = { name: 'IMG_1.jpg', size: 10 };
  expect([file, file, file].map((one) => continuation.take(one))).toEqual(['a', 'c', null]);
  expect(continuation.take({ name: 'img_1.jpg', size: 20 })).toBeNull();
  expect(continuation.take({ name: 'IMG_1.jpg', size: 20 })).toBe('b');
});
