import { expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from '#core/domain/photos/uploads.ts';
import { checkFile, isSystemFile } from './file-check.ts';

const file = (name: string, type = '', size = 1000) => ({ name, type, size });

test.each([
  [file('a.jpg', 'image/jpeg'), 'image/jpeg'],
  [file('a.JPG'), 'image/jpeg'],
  [file('scan.tif'), 'image/tiff'],
  [file('no-ending', 'image/png'), 'image/png'],
  [file('a.avif', 'application/octet-stream'), 'image/avif'],
  [file('a.jpg', 'image/jpeg', MAX_PHOTO_BYTES), 'image/jpeg'],
  [file('a.HEIC', 'image/heic'), 'image/heic'],
  [file('a.hif'), 'image/heif'],
  [file('a.NEF'), 'image/x-nikon-nef'],
  // Some systems take a DNG for the TIFF that it is by structure.
  [file('a.dng', 'image/tiff'), 'image/x-adobe-dng'],
  [file('Clip.MOV'), 'video/quicktime'],
  [file('clip.m4v', 'video/x-m4v'), 'video/mp4'],
])('accepts %o', (given, type) => {
  expect(checkFile(given)).toEqual({ ok: true, type });
});

test.each([
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
