import { expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from '#core/domain/uploads.ts';
import { acceptedFileTypes, checkFile, isSystemFile } from './file-check.ts';

const file = (name: string, type = '', size = 1000) => ({ name, type, size });

test.each([
  [file('a.jpg', 'image/jpeg'), 'image/jpeg'],
  [file('a.JPG'), 'image/jpeg'],
  [file('scan.tif'), 'image/tiff'],
  [file('no-ending', 'image/png'), 'image/png'],
  [file('a.avif', 'application/octet-stream'), 'image/avif'],
  [file('a.jpg', 'image/jpeg', MAX_PHOTO_BYTES), 'image/jpeg'],
])('accepts %o', (given, type) => {
  expect(checkFile(given)).toEqual({ ok: true, type });
});

test.each([
  [file('a.heic', 'image/heic'), 'heic_unsupported'],
  [file('a.HEIC'), 'heic_unsupported'],
  [file('a.jpg', 'image/heif'), 'heic_unsupported'],
  [file('notes.txt', 'text/plain'), 'not_an_image'],
  [file('picture.svg', 'image/svg+xml'), 'not_an_image'],
  [file('a.jpg', 'image/jpeg', 0), 'empty'],
  [file('a.jpg', 'image/jpeg', MAX_PHOTO_BYTES + 1), 'too_large'],
])('refuses %o with its reason', (given, code) => {
  expect(checkFile(given)).toEqual({ ok: false, code });
});

test('ignores system files in folders', () => {
  expect(['.DS_Store', '._IMG_1.jpg', 'Thumbs.db'].every((name) => isSystemFile({ name }))).toBe(true);
  expect(isSystemFile({ name: 'thumbs.jpg' })).toBe(false);
});

test('does not request HEIC on iPhone and iPad, which then send JPEG', () => {
  const iPhone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', maxTouchPoints: 5 };
  const iPad = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 };
  const mac = { ...iPad, maxTouchPoints: 0 };
  const android = { userAgent: 'Mozilla/5.0 (Linux; Android 16)', maxTouchPoints: 5 };
  for (const device of [iPhone, iPad])
    expect(acceptedFileTypes(device)).toBe('image/jpeg,image/png,image/webp,image/avif,image/tiff');
  for (const device of [mac, android]) expect(acceptedFileTypes(device)).toMatch(/^image\/jpeg,.*,\.heic,\.heif$/);
});
