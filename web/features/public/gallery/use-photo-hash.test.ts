import { expect, it } from 'vitest';
import { photoFromHash, photoHash } from './use-photo-hash.ts';

it('names a photo in the address, and reads it back', () => {
  expect(photoFromHash(photoHash('0abc'))).toBe('0abc');
});

it.each(['', '#', '#content', '#photo=', '#photos=1'])('finds none in %j', (hash) => {
  expect(photoFromHash(hash)).toBeNull();
});
