import readExif from 'exif-reader';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ImageParams } from '#core/domain/photos/image-params.ts';
import * as pictures from '../../../tests/support/pictures.ts';
import {
  CANARY,
  jpegWithMetadata,
  imageWithMetadata,
  tiffWithMetadata,
} from '../../../tests/support/private-metadata.ts';
import type { ImageType } from '../../platform/storage/file-type.ts';
import { openSource } from './open-original.ts';
import { render } from './pipeline.ts';
import { renderRenditionSet } from './rendition-set.ts';
import { DEFAULT_STYLE } from './protocol.ts';
import { openWatermark } from './watermark.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;
const plain: ImageParams = { width: 300, height: null, quality: 90, format: 'jpeg', focus: null, sharpen: false };

const originals: Array<[string, ImageType, () => Promise<Buffer>]> = [
  ['a JPEG', 'jpeg', () => jpegWithMetadata()],
  ['a JPEG with a wide profile', 'jpeg', () => jpegWithMetadata(pictures.scene(600, 400).withIccProfile('p3'))],
  [
    'a grey JPEG',
    'jpeg',
    async () => jpegWithMetadata(sharp(await pictures.scene(600, 400).png().toBuffer()).greyscale()),
  ],
  ['a CMYK JPEG', 'jpeg', () => jpegWithMetadata(pictures.scene(600, 400).withIccProfile('cmyk'))],
  ['a PNG', 'png', () => imageWithMetadata('png')],
  ['a WebP', 'webp', () => imageWithMetadata('webp')],
  ['an AVIF', 'avif', () => imageWithMetadata('avif')],
  ['a TIFF', 'tiff', tiffWithMetadata],
];

test.each(originals)('%s keeps only authorship in every rendition', async (_, type, make) => {
  const original = await make();
  expect(original.includes(CANARY)).toBe(true);
  const source = await openSource(original, type);
  const single = await Promise.all(FORMATS.map((format) => render(source, { ...plain, format }, null)));
  const cut = await render(source, { ...plain, height: 300, sharpen: true }, { x: 0, y: 0 });
  const { thumbhash, ...set } = await renderRenditionSet(source, null);
  for (const bytes of [...single, cut, ...Object.values(set)]) await expectBare(bytes);
  expect(Buffer.from(thumbhash, 'base64').length).toBeLessThan(40);
});

test.each(originals)('%s, rotated and watermarked, keeps only the photo’s authorship', async (_, type, make) => {
  const telling = await imageWithMetadata('png');
  expect(telling.includes(CANARY)).toBe(true);
  const mark = await openWatermark(telling, { position: 'center', size: 30, opacity: 40, isTiled: true });
  const source = await openSource(await make(), type, { ...DEFAULT_STYLE, rotation: 90, overlay: mark });
  const single = await Promise.all(FORMATS.map((format) => render(source, { ...plain, format }, null)));
  const cut = await render(source, { ...plain, height: 300, sharpen: true }, null);
  const { thumbhash: _hash, ...set } = await renderRenditionSet(source, null);
  for (const bytes of [...single, cut, ...Object.values(set)]) await expectBare(bytes);
});

test('writes no metadata if there is no authorship', async () => {
  const source = await openSource(await pictures.orientedPicture(6, 600, 400), 'jpeg');
  for (const format of FORMATS) {
    const { exif, xmp, iptc, icc } = await sharp(await render(source, { ...plain, format }, null)).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
  }
});

async function expectBare(bytes: Buffer): Promise<void> {
  expect(bytes.includes(CANARY)).toBe(false);
  const { exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata();
  expect([xmp, iptc, icc, comments]).toEqual([undefined, undefined, undefined, undefined]);
  const { Image, Photo, GPSInfo, Iop, Thumbnail } = readExif(exif!);
  expect([GPSInfo, Iop, Thumbnail]).toEqual([undefined, undefined, undefined]);
  expect(Image).toMatchObject({ Copyright: pictures.AUTHORSHIP.copyright, Artist: pictures.AUTHORSHIP.artist });
  // libvips adds fields about the rendition itself: its size and resolution.
  const own = Object.keys({ ...Image, ...Photo }).filter((name) => !OF_THE_RENDITION.test(name));
  expect(own.toSorted()).toEqual(['Artist', 'Copyright']);
}

const OF_THE_RENDITION =
  /^(Orientation|[XY]Resolution|ResolutionUnit|YCbCrPositioning|ExifTag|ExifVersion|ComponentsConfiguration|FlashpixVersion|ColorSpace|Pixel[XY]Dimension)$/;
