import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as pictures from '../../../tests/support/pictures.ts';
import { readCopyright, readMetadata } from './exif.ts';

async function exifOf(fields: { [name: string]: string }): Promise<Buffer | undefined> {
  const bytes = await pictures.scene(16, 16).withExif({ IFD2: fields }).jpeg().toBuffer();
  return (await sharp(bytes).metadata()).exif;
}

const taken = { DateTimeOriginal: '2026:07:04 18:30:15' };

describe('capture time', () => {
  test.each([
    ['its own offset', { ...taken, OffsetTimeOriginal: '-05:30' }, 'Europe/Madrid', '2026-07-05T00:00:15.000Z'],
    ['the studio’s zone', taken, 'Europe/Madrid', '2026-07-04T16:30:15.000Z'],
    ['winter in that zone', { DateTimeOriginal: '2026:01:04 18:30:15' }, 'Europe/Madrid', '2026-01-04T17:30:15.000Z'],
    ['fractions', { ...taken, SubSecTimeOriginal: '05' }, 'UTC', '2026-07-04T18:30:15.050Z'],
    ['a broken offset', { ...taken, OffsetTimeOriginal: '+99:99' }, 'UTC', '2026-07-04T18:30:15.000Z'],
    [
      'an hour that DST skips',
      { DateTimeOriginal: '2026:03:29 02:30:00' },
      'Europe/Madrid',
      '2026-03-29T01:30:00.000Z',
    ],
  ])('from %s', async (_, fields, zone, expected) => {
    const { capturedAt } = readMetadata(await exifOf(fields), zone);
    expect(new Date(capturedAt!).toISOString()).toBe(expected);
  });

  test.each(['0000:00:00 00:00:00', '    :  :     :  :  ', 'yesterday'])('ignores %j', async (text) => {
    expect(readMetadata(await exifOf({ DateTimeOriginal: text }), 'UTC').capturedAt).toBeNull();
  });
});

test('reads the camera but no location, serial number or owner', async () => {
  const { exif } = await sharp(await pictures.exifPicture()).metadata();
  const read = readMetadata(exif, 'UTC');
  expect(read.metadata).toEqual({
    cameraMake: 'Albumen Works',
    cameraModel: 'Wet Plate 2',
    lens: 'Petzval 85',
    iso: 400,
    exposureTime: 0.004,
    fNumber: 2.8,
    focalLength: 85,
    ...pictures.AUTHORSHIP,
  });
  expect(new Date(read.capturedAt!).toISOString()).toBe('2026-07-04T16:30:15.250Z');
});

test('reads accented names in the encodings that programs write', async () => {
  const { exif } = await sharp(await pictures.exifPicture()).metadata();
  const at = exif!.indexOf('(C) 2026 Jane');
  exif!.write('© 2026 Núria', at);
  expect(readCopyright(exif).copyright).toMatch(/^© 2026 Núria/);
});

test('ignores a broken block', () => {
  for (const exif of [
    undefined,
    Buffer.alloc(0),
    Buffer.from('Exif\0\0MM\0*\xff\xff\xff\xff', 'latin1'),
    Buffer.alloc(500, 0xff),
  ]) {
    expect(readMetadata(exif, 'UTC')).toEqual({ capturedAt: null, metadata: {} });
    expect(readCopyright(exif)).toEqual({});
  }
});

test('reads a block whose every entry claims the whole of it as its values within a second', () => {
  const size = 1024 * 1024;
  const exif = Buffer.alloc(size);
  exif.write('II*\0', 'latin1');
  exif.writeUInt32LE(8, 4);
  exif.writeUInt16LE(0xffff, 8);
  for (let index = 0; index < 0xffff; index++) {
    const entry = 10 + 12 * index;
    // In turn a text, a number and an unknown field.
    exif.writeUInt16LE([0x010f, 0x8298, 0xc000][index % 3]!, entry);
    exif.writeUInt16LE([2, 5, 1][index % 3]!, entry + 2);
    exif.writeUInt32LE(size / 8, entry + 4);
  }
  const start = performance.now();
  readMetadata(exif, 'UTC');
  expect(performance.now() - start).toBeLessThan(1000);
});
