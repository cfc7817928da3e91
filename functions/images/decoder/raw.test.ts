import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { presetParams } from '#core/domain/photos/image-params.ts';
import { withExifBlock } from '../../../tests/support/exif.ts';
import {
  claimingJpeg,
  CORNERS,
  cornersOf,
  difference,
  orientedPicture,
  scene,
  SECRETS,
} from '../../../tests/support/pictures.ts';
import { rounds } from '../../../tests/support/long.ts';
import { RAW_FORMATS, rawFile, type RawFormat } from '../../../tests/support/raw.ts';
import { removeLocation } from '../../platform/storage/remove-location.ts';
import { createDecoder } from './decoder.ts';
import { readMetadata } from './exif.ts';
import { openSource } from './open-original.ts';
import { render } from './pipeline.ts';

const small = await scene(160, 120).jpeg().toBuffer();
const large = await scene(600, 400).jpeg({ quality: 95 }).toBuffer();
/** As a camera that is held upright stores it: rotated, with the orientation beside it. */
const turned = withoutExif(await orientedPicture(6, 400, 600));
const TAKEN = '2026:05:04 10:30:00';
/** Formats whose own structure has EXIF; a RAF has only that of its JPEG. */
const STRUCTURED = RAW_FORMATS.filter((format) => format !== 'raf');

function withoutExif(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf('Exif\0\0', 0, 'latin1') - 4;
  return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 2 + jpeg.readUInt16BE(at + 2))]);
}

async function corners(file: Buffer) {
  const source = await openSource(file, 'raw');
  const image = await render(source, presetParams('fullscreen'), null);
  return { source, off: difference(await cornersOf(image), CORNERS) };
}

describe('the image of a RAW', () => {
  it.each(RAW_FORMATS)('is the largest JPEG of a %s', async (format) => {
    const { source, off } = await corners(rawFile(format, { previews: [small, large] }));
    expect(source).toMatchObject({ width: 600, height: 400 });
    expect(source.noPreview).toBeUndefined();
    expect(off).toBeLessThan(8);
  });

  it.each(STRUCTURED)('is turned upright by the orientation of a %s', async (format) => {
    const { source, off } = await corners(rawFile(format, { previews: [turned], orientation: 6 }));
    expect(source).toMatchObject({ width: 400, height: 600, orientation: 6 });
    expect(off).toBeLessThan(8);
  });

  it('is turned upright if the JPEG has EXIF without an orientation', async () => {
    const jpeg = withExifBlock(turned, { image: [[0x010f, 'Canary']] });
    const { source, off } = await corners(rawFile('nef', { previews: [jpeg], orientation: 6 }));
    expect(source).toMatchObject({ width: 400, height: 600 });
    expect(off).toBeLessThan(8);
  });

  it.each(RAW_FORMATS)('is turned once if the JPEG of a %s has the orientation too', async (format) => {
    const jpeg = await orientedPicture(6, 400, 600);
    const { source, off } = await corners(rawFile(format, { previews: [jpeg], orientation: 8 }));
    expect(source).toMatchObject({ width: 400, height: 600 });
    expect(off).toBeLessThan(8);
  });

  it('is no tile of a DNG’s sensor data', async () => {
    const tiles = Buffer.concat([rawFile('dng', { previews: [small] }), large]);
    expect(await openSource(tiles, 'raw')).toMatchObject({ width: 160, height: 120 });
  });

  it.each(RAW_FORMATS)('is a neutral surface if a %s has none', async (format) => {
    expect(await openSource(rawFile(format, { previews: [] }), 'raw')).toMatchObject({ noPreview: true });
  });
});

it.each(RAW_FORMATS)('reads camera and capture time of a %s', async (format) => {
  const own = withExifBlock(large, { image: [[0x010f, 'Canary']], photo: [[0x9003, TAKEN]] });
  const { exif } = await openSource(
    rawFile(format, { previews: [format === 'raf' ? own : large], taken: TAKEN }),
    'raw',
  );
  expect(readMetadata(exif, 'Europe/Madrid')).toEqual({
    capturedAt: Date.UTC(2026, 4, 4, 8, 30),
    metadata: { cameraMake: 'Canary' },
  });
});

it.each(RAW_FORMATS)('removes the location of a %s and nothing else', async (format) => {
  const own = withExifBlock(large, { gps: [[0x001b, SECRETS.latitude]] });
  const preview = format === 'raf' ? own : large;
  const file = rawFile(format, { previews: [preview], taken: TAKEN, location: SECRETS.latitude });
  const cleaned = Buffer.from(file);
  removeLocation(cleaned);
  expect([file.includes(SECRETS.latitude), cleaned.includes(SECRETS.latitude)]).toEqual([true, false]);
  const [before, after] = [await corners(file), await corners(cleaned)];
  expect(after.off).toBe(before.off);
  expect(readMetadata(after.source.exif, 'UTC')).toEqual(readMetadata(before.source.exif, 'UTC'));
});

describe('a hostile RAW', () => {
  const decoder = createDecoder({ size: 1 });
  afterAll(() => decoder.close());
  const read = (bytes: Buffer, declared: string) =>
    decoder.run<'set'>({
      kind: 'set',
      open: async () => ({ size: bytes.length, body: Readable.from([bytes]) }),
      declared,
      focal: null,
      timeZone: 'UTC',
    });
  const MIME: Partial<Record<RawFormat, string>> = { nef: 'image/x-nikon-nef', dng: 'image/x-adobe-dng' };

  it.each(RAW_FORMATS)('that ends anywhere is a %s without a preview, or refused', async (format) => {
    const whole = rawFile(format, { previews: [small, large], taken: TAKEN, orientation: 6, location: 'somewhere' });
    const parts = rounds(7, 20);
    const ends = Array.from({ length: parts }, (_, index) => Math.floor((whole.length * (index + 1)) / (parts + 1)));
    const step = rounds(15, 5);
    const inHeader = Array.from({ length: 200 / step }, (_, index) => step * index + 1);
    for (const end of [...ends, ...inHeader]) {
      const cut = whole.subarray(0, end);
      const opened = await openSource(cut, 'raw').then(
        ({ width }) => width,
        (error: unknown) => error,
      );
      expect([600, 400, 160, 120, 1500, expect.any(Error)]).toContainEqual(opened);
      removeLocation(Buffer.from(cut));
    }
  });

  it('whose directories point at each other is read to an end', async () => {
    const file = rawFile('dng', { previews: [large] });
    const first = file.readUInt32LE(4);
    // The next directory, and every value, is the first directory.
    file.writeUInt32LE(first, first + 2 + 12 * file.readUInt16LE(first));
    for (let entry = first + 2; entry < first + 2 + 12 * file.readUInt16LE(first); entry += 12) {
      if (file.readUInt16LE(entry) === 0x014a) file.writeUInt32LE(first, entry + 8);
    }
    expect(await openSource(file, 'raw')).toMatchObject({ noPreview: true });
  });

  it('with counts and offsets beyond the file has no preview', async () => {
    for (const format of STRUCTURED) {
      const file = rawFile(format, { previews: [] });
      for (let at = 16; at < 200; at += 2) file.writeUInt16LE(0xffff, at);
      expect(await openSource(file, 'raw')).toMatchObject({ noPreview: true });
    }
  });

  it('of nothing but JPEG starts ends, and the next one is read', async () => {
    const starts = Buffer.alloc(12_000_000, Buffer.from('ffd8ffe00002', 'hex'));
    starts.write('MM\0*', 'latin1');
    expect(await read(starts, MIME.nef!)).toMatchObject({ metadata: { noPreview: true } });
    const good = rawFile('nef', { previews: [large], taken: TAKEN });
    expect(await read(good, MIME.nef!)).toMatchObject({
      type: 'raw',
      mimeType: 'image/x-nikon-nef',
      width: 600,
      metadata: { cameraMake: 'Canary' },
    });
  });

  it('with a preview of too many pixels is refused', async () => {
    const bomb = await claimingJpeg(40_000, 40_000, true);
    await expect(read(rawFile('nef', { previews: [bomb] }), MIME.nef!)).rejects.toMatchObject({
      code: 'too_many_pixels',
    });
  });

  it('of another type than announced is refused', async () => {
    for (const [bytes, declared] of [
      [large, MIME.nef!],
      [rawFile('raf', { previews: [large] }), MIME.dng!],
      [rawFile('cr3', { previews: [large] }), 'image/heic'],
    ] as const) {
      await expect(read(bytes, declared)).rejects.toMatchObject({ code: 'type_mismatch' });
    }
  });
});
