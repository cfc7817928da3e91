import { expect, it } from 'vitest';
import { photoFromHash, photoHash } from './use-photo-hash.ts';

it('reads the photo id back from its hash', () => {
  expect(photoFromHash(photoHash('0abc'))).toBe('0abc');
});

it.each(['', '#', '#content', '#photo=', '#photos=1'])('returns null for %j', (hash) => {
  expect(photoFromHash(hash)).toBeNull();
});
