import { expect, test } from 'vitest';
import { downloadBytes } from './download-options.ts';

const photo = { id: 'p', fileId: 'f', filename: 'a.jpg', width: 3840, height: 2560, thumbhash: '' };

test('downloadBytes sums the stored sizes, and returns null if one is unknown', () => {
  const stored = { ...photo, bytes: { original: 9_000_000, web: 400_000 } };
  expect(downloadBytes([stored, stored], 'original')).toBe(18_000_000);
  expect(downloadBytes([stored, stored], 'web')).toBe(800_000);
  expect(downloadBytes([stored, photo], 'web')).toBeNull();
  // The web size leaves out a RAW without a preview.
  expect(downloadBytes([stored, { ...photo, noPreview: true }], 'web')).toBe(400_000);
});
