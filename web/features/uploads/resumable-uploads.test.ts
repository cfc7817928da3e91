import { expect, test } from 'vitest';
import { ResumeMatcher } from './resumable-uploads.ts';

test('matches each file to one photo of the same name and size', () => {
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
