import { crc32, deflateSync } from 'node:zlib';
import readExif from 'exif-reader';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type ExifField, tiff, withExifBlock, withSegment } from '../../../tests/support/exif.ts';
import { removeLocation, removeVideoLocation } from './remove-location.ts';

const MARK = 'LOCATION-MARK-48.8925';
const gps: ExifField[] = [
  [0x0001, 'N'],
  [0x0002, Buffer.from(MARK)],
  [0x001b, `${MARK}, a method`],
];
const image: ExifField[] = [
  [0x010f, 'Camera'],
  [0x8298, '© Ada'],
];
const photo: ExifField[] = [[0x9003, '2026:11:21 10:30:00']];
const attributes = `<x:xmpmeta xmlns:exif="e"><rdf:Description exif:GPSLatitude="${MARK}" exif:GPSVersionID='${MARK}' dc:title="Kept">
  <exif:GPSLongitude>${MARK}</exif:GPSLongitude></rdf:Description></x:xmpmeta>`;

const pixels = async (file: Buffer) => sharp(file).raw().toBuffer();
const plain = (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: '#8a5' } }).toFormat(format);

/** Returns the file without its location, and requires that its length and pixels stay. */
async function cleaned(file: Buffer): Promise<Buffer> {
  const copy = Buffer.from(file);
  removeLocation(copy);
  expect(copy).toHaveLength(file.length);
  expect(await pixels(copy)).toEqual(await pixels(file));
  return copy;
}

describe('the location is removed from', () => {
  it('EXIF of a JPEG, its XMP and a further image behind it, and nothing else', async () => {
    const thumbnail = withExifBlock(await plain('jpeg').toBuffer(), { gps });
    const one = withExifBlock(await plain('jpeg').toBuffer(), { image, photo, gps, thumbnail });
    const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${attributes}`, 'latin1');
    const file = Buffer.concat([withSegment(one, 0xe1, xmp), one]);
    expect(file.toString('latin1')).toContain(MARK);
    const copy = await cleaned(file);
    expect(copy.toString('latin1')).not.toContain(MARK);
    expect(copy.toString('latin1')).toContain('dc:title="Kept"');
    const exif = readExif((await sharp(copy).metadata()).exif!);
    expect(exif.GPSInfo).toBeUndefined();
    expect(exif).toMatchObject({ Image: { Make: 'Camera' }, Photo: { DateTimeOriginal: expect.any(Date) } });
    expect(exif.Thumbnail).toEqual(readExif((await sharp(file).metadata()).exif!).Thumbnail);
  });

  it('a TIFF', async () => {
    const file = tiff(Buffer.alloc(64, 90), 8, 8, { image, photo, gps });
    expect((await cleaned(file)).toString('latin1')).not.toContain(MARK);
  });

  it('a directory whose pointer to it names the directory itself', async () => {
    const file = withExifBlock(await plain('jpeg').toBuffer(), { image, photo, gps });
    // An entry is tag, type and count, and the offset counts from the block's first byte, where the directory is at 8.
    const pointer = file.indexOf(Buffer.from('8825000400000001', 'hex'));
    file.writeUInt32BE(8, pointer + 8);
    const copy = await cleaned(file);
    expect(copy.subarray(pointer, pointer + 12)).toEqual(Buffer.alloc(12));
  });

  it.each(['png', 'webp', 'avif', 'jpeg'] as const)('what libvips writes as %s', async (format) => {
    const file = await plain(format)
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 53/1 33/1' } })
      .withXmp(attributes)
      .toBuffer();
    expect(readExif((await sharp(file).metadata()).exif!).GPSInfo).toMatchObject({ GPSLatitude: [48, 53, 33] });
    const copy = await cleaned(file);
    const { exif, xmp } = await sharp(copy).metadata();
    expect(readExif(exif!)).toMatchObject({ Image: { Make: 'Camera' } });
    expect(readExif(exif!).GPSInfo).toBeUndefined();
    expect(xmp?.toString() ?? '').not.toContain(MARK);
  });

  it('compressed XMP of a PNG, with a valid checksum', async () => {
    const file = await plain('png').toBuffer();
    const data = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'), deflateSync(attributes)]);
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('iTXt'), data, Buffer.alloc(4)]);
    chunk.writeUInt32BE(data.length);
    chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
    const whole = Buffer.concat([file.subarray(0, 33), chunk, file.subarray(33)]);
    expect((await sharp(whole).metadata()).xmp?.toString()).toContain(MARK);
    expect((await sharp(await cleaned(whole), { failOn: 'warning' }).metadata()).xmp).toBeUndefined();
  });

  it('a video that a phone appended', async () => {
    const video = Buffer.from('\0\0\0\x1e\xa9xyz\0\x12\x15\xc7+48.8925+002.2364/', 'latin1');
    const copy = await cleaned(Buffer.concat([await plain('jpeg').toBuffer(), video]));
    expect(copy.toString('latin1').endsWith('\xa9xyz\0\x12\x15\xc7+00.0000+000.0000/')).toBe(true);
  });
});

describe('hostile metadata', () => {
  it('that points to the pixels leaves them', async () => {
    const jpeg = await plain('jpeg').toBuffer();
    const file = withExifBlock(jpeg, { gps });
    // Every offset of the block, one after the other, points far away.
    for (let at = 12; at < file.length - jpeg.length; at += 1) {
      const hostile = Buffer.from(file);
      hostile.writeUInt32BE(at * 7, at);
      const before = Buffer.from(hostile);
      removeLocation(hostile);
      expect(hostile.subarray(file.length - jpeg.length + 2)).toEqual(before.subarray(file.length - jpeg.length + 2));
    }
  });

  it('ends: loops of directories, cut and random bytes', () => {
    const loop = Buffer.from('MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x08\0\0\0\x08', 'latin1');
    removeLocation(Buffer.concat(Array<Buffer>(2000).fill(loop)));
    for (let length = 0; length < loop.length; length += 1) removeLocation(Buffer.from(loop.subarray(0, length)));
    const png = Buffer.from('\x89PNG\r\n\x1a\n\xff\xff\xff\xffeXIfMM\0*', 'latin1');
    for (let length = 0; length <= png.length; length += 1) removeLocation(Buffer.from(png.subarray(0, length)));
    for (const text of [':GPS', ':GPSx="', ':GPS>', '\xa9xyz+', 'EXIFII*\0', 'Exif\0\0MM\0*']) {
      const bytes = Buffer.from(text, 'latin1');
      removeLocation(bytes);
      expect(bytes.toString('latin1')).toBe(text);
    }
  });
});

describe('removes the location from a video’s index', () => {
  const index = (...parts: string[]) => Buffer.from(parts.join('\0\0\0\x01'), 'latin1');

  it('wherever phones and cameras write it, at the same length', () => {
    const kept = 'Apple 2026-11-21T10:30:00+0100/ 12-345/6';
    const texts = ['+48.8925+002.2364+035.123/', '\xa9xyz\0\x12\x15\xc7-33.8568+151.2153/', '+4853.5-00214.2/'];
    const named = '\0\0\0\x28loci\0\0\0\0\x55\xc4Clara’s home\0\0\0\x02\x2b\0\x29\x63\0\0\0\0';
    const bytes = index(kept, ...texts, named, attributes);
    const length = bytes.length;
    expect(removeVideoLocation(bytes)).toBe(true);
    const left = bytes.toString('latin1');
    expect(left).toHaveLength(length);
    expect(left).toContain(kept);
    for (const secret of ['48.89', '33.85', '4853', 'home', MARK]) expect(left).not.toContain(secret);
  });

  it('and leaves an index without one as it is', () => {
    const bytes = index('mvhd', 'stsz\x01\x02', '\xff\xff\xff\xffloci cut');
    const before = Buffer.from(bytes);
    expect(removeVideoLocation(bytes)).toBe(false);
    expect(bytes).toEqual(before);
  });
});

it('ends soon in a file of thousands of blocks whose directories lead in circles', () => {
  const file = Buffer.alloc(32 * 1024 * 1024);
  for (let at = 0; at + 16_000 < file.length; at += 16_000) {
    file.write('II*\0\x08\0\0\0\0\x04', at, 'latin1');
    // EXIF directories, each of which is the first one.
    for (let entry = at + 10; entry < at + 10 + 12 * 1024; entry += 12) {
      file.write('\x69\x87\x04\0\x01\0\0\0\x08\0\0\0', entry, 'latin1');
    }
  }
  const start = performance.now();
  removeLocation(file);
  expect(performance.now() - start).toBeLessThan(3_000);
});
