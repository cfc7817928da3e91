import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ImageParams } from '#core/domain/photos/image-params.ts';
import { cmykTable } from '../../../tests/support/cmyk-table.ts';
import { labToSrgb } from '../../../tests/support/colour.ts';
import { tiff, withSegment } from '../../../tests/support/exif.ts';
import { chart, worst } from '../../../tests/support/patch-chart.ts';
import * as pictures from '../../../tests/support/pictures.ts';
import type { ImageType } from '../../platform/storage/file-type.ts';
import { openSource } from './open-original.ts';
import { render } from './pipeline.ts';
import { renderRenditionSet } from './rendition-set.ts';

/*
 * The reference is the profile's own perceptual table with black point compensation, the default of image editors; in
 * the profile of libvips the relative table is the same one. Between the points of that table, results differ by up to
 * 7 CIEDE2000 with the interpolation method, which the standard leaves open, so the chart uses colours near the points.
 */
const BAR = 2;
const png: ImageParams = { width: 192, height: null, quality: 90, format: 'png', focus: null, sharpen: false };

const STEPS = [0, 128, 255];
const INKS = STEPS.flatMap((c) => STEPS.flatMap((m) => STEPS.flatMap((y) => STEPS.map((k) => [c, m, y, k]))));

const { data, width, height } = chart(INKS);
const inTiff = tiff(data, width, height, {});
const icc = (await sharp(await pictures.profiledPicture('cmyk')).metadata()).icc!;

/** Encodes with libjpeg like Adobe: inverted, with the segment that marks it. */
async function inJpeg(progressive = false): Promise<Buffer> {
  const inks = sharp(inTiff, { ignoreIcc: true }).pipelineColourspace('cmyk').toColourspace('cmyk');
  const jpeg = await inks.jpeg({ quality: 100, chromaSubsampling: '4:4:4', progressive }).toBuffer();
  expect(jpeg.includes('Adobe')).toBe(true);
  return jpeg;
}

/** A profile of this length needs many segments, each with its number and their count. */
async function withProfile(jpeg: Buffer): Promise<Buffer> {
  const size = 65_000;
  const count = Math.ceil(icc.length / size);
  let bytes = jpeg;
  for (let number = count; number > 0; number--) {
    const part = icc.subarray((number - 1) * size, number * size);
    const start = Buffer.from([...Buffer.from('ICC_PROFILE\0', 'latin1'), number, count]);
    bytes = withSegment(bytes, 0xe2, Buffer.concat([start, part]));
  }
  expect((await sharp(bytes).metadata()).icc).toEqual(icc);
  return bytes;
}

const CARRIERS: Array<[string, ImageType, () => Promise<Buffer>]> = [
  ['a JPEG with its profile', 'jpeg', async () => withProfile(await inJpeg())],
  ['a progressive JPEG with its profile', 'jpeg', async () => withProfile(await inJpeg(true))],
  ['a JPEG without a profile', 'jpeg', () => inJpeg()],
  ['a TIFF without a profile', 'tiff', async () => inTiff],
];

test.each(CARRIERS)('CMYK in %s', async (_, type, make) => {
  const table = cmykTable(icc, 'A2B0');
  const darkest = table([1, 1, 1, 1]);
  const expected = INKS.map((ink) => labToSrgb(table(ink.map((value) => value / 255)), darkest));
  const source = await openSource(await make(), type);
  expect(await worst(await render(source, png, null), expected)).toBeLessThan(BAR);
  expect(await worst((await renderRenditionSet(source, null)).fullscreen, expected)).toBeLessThan(BAR);
});
