import { describe, expect, test } from 'vitest';
import * as pictures from '../../../tests/support/pictures.ts';
import { detectFileType, hasMarkup, isPolyglot, isTruncated, isTypeMismatch } from './file-type.ts';

const jpeg = await pictures.scene(64, 48).jpeg().toBuffer();

describe('detectFileType', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)('detects %s', async (format) => {
    const bytes = await pictures.scene(64, 48).toFormat(format).toBuffer();
    expect(detectFileType(bytes)).toMatchObject({ type: format, mime: `image/${format}` });
  });

  test('detects HEIC, also under its generic brand', () => {
    expect(detectFileType(pictures.heicHeader())?.type).toBe('heic');
    expect(detectFileType(Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'latin1'))?.type).toBe('heic');
    expect(detectFileType(Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'latin1'))?.type).toBe('avif');
  });

  test.each([
    '',
    'GIF89a',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '%PDF-1.7',
    '\0\0\0\x18ftypmp42',
    'RIFF----WAVE',
  ])('returns null for %j', (text) => {
    expect(detectFileType(Buffer.from(text, 'latin1'))).toBeNull();
  });
});

describe('polyglots', () => {
  test('detects a page, a PDF or an archive inside an image', () => {
    const html = pictures.htmlPolyglot(jpeg);
    const zip = pictures.zipPolyglot(jpeg);
    const pdf = Buffer.concat([jpeg.subarray(0, 20), Buffer.from('%PDF-1.4'), jpeg.subarray(20)]);
    expect([html, zip, pdf].map((bytes) => isPolyglot(bytes, bytes))).toEqual([true, true, true]);
  });

  test('accepts a video behind a phone’s image', () => {
    const motion = pictures.motionPhoto(jpeg);
    expect(isPolyglot(motion, motion)).toBe(false);
    expect(isPolyglot(jpeg, jpeg)).toBe(false);
  });
});

describe('hasMarkup', () => {
  const page = '<script>new ActiveXObject("x")</script>';
  const comment = `${'x'.repeat(20_000)}${page}`;

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('finds a script in the metadata of %s', async (format) => {
    const image = () => pictures.noisePicture(60, 40).toFormat(format);
    expect(hasMarkup(format, await image().toBuffer())).toBe(false);
    const bytes = await image()
      .withExif({ IFD0: { ImageDescription: comment } })
      .toBuffer();
    expect([isPolyglot(bytes.subarray(0, 4096), bytes), hasMarkup(format, bytes)]).toEqual([false, true]);
  });

  test('finds a script at the end of a TIFF, whose metadata may be anywhere', async () => {
    const bytes = await pictures.noisePicture(400, 300).tiff({ compression: 'none' }).toBuffer();
    expect(hasMarkup('tiff', bytes)).toBe(false);
    expect(hasMarkup('tiff', Buffer.concat([bytes, Buffer.from(page), Buffer.alloc(50_000)]))).toBe(true);
  });

  test('accepts camera metadata, and any bytes', async () => {
    const xmp = '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>';
    expect(hasMarkup('jpeg', await pictures.scene(64, 48).withXmp(xmp).jpeg().toBuffer())).toBe(false);
    for (const type of ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const) {
      for (const bytes of [Buffer.alloc(0), Buffer.alloc(40), Buffer.alloc(40, 0xff), jpeg.subarray(0, 30)]) {
        expect(hasMarkup(type, bytes)).toBe(false);
      }
    }
  });
});

test.each([
  ['image/jpeg', false],
  ['image/jpg', false],
  ['IMAGE/JPEG; q=1', false],
  ['', false],
  ['application/octet-stream', false],
  ['image/png', true],
  ['text/html', true],
])('declared %j contradicts a JPEG: %s', (declared, expected) => {
  expect(isTypeMismatch(declared, detectFileType(jpeg)!)).toBe(expected);
});

test.each(['jpeg', 'png', 'webp'] as const)('detects the missing end of a %s', async (format) => {
  const whole = await pictures.noisePicture(200, 200).toFormat(format).toBuffer();
  const part = pictures.truncated(whole);
  expect(isTruncated(format, whole, whole, whole.length)).toBe(false);
  expect(isTruncated(format, part, part, part.length)).toBe(true);
});
