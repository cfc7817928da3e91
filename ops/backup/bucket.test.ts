import { expect, it } from 'vitest';
import { MAX_PHOTO_BYTES } from '#core/domain/photos/uploads.ts';
import { TIMEOUT_MS } from './bucket.ts';

it('gives the largest original the time that it takes on a slow line', () => {
  const bitsPerSecond = (MAX_PHOTO_BYTES * 8) / (TIMEOUT_MS / 1000);
  expect(bitsPerSecond).toBeLessThan(1_500_000);
});
