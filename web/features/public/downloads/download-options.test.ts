import { expect, test } from 'vitest';
import { downloadBytes } from './download-options.ts';

const photo = { id: 'p', fileId: 'f', filename: 'a.jpg', width: 3840, height: 2560, thumbhash: '' };

test('downloadBytes sums the stored sizes, and estimates unknown ones', () => {
  const stored = { ...photo, bytes: { original: 9_000_000, web: 400_000 } };
  expect(downloadBytes([stored, stored], 'original')).toBe(18_000_000);
  expect(downloadBytes([stored, stored], 'web')).toBe(800_000);
  expect(downloadBytes([stored, photo], 'web')).toBe(400_000 + 1920 * 1280 * 0.25);
});
