import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { FocusPoint, ImageParams } from '#core/domain/photos/image-params.ts';
import { type Rotation, ROTATIONS } from '#core/domain/photos/photos.ts';
import { isLong } from '../../../tests/support/long.ts';
import * as pictures from '../../../tests/support/pictures.ts';
import { openSource } from './open-original.ts';
import { render } from './pipeline.ts';
import { renderRenditionSet } from './rendition-set.ts';
import { DEFAULT_STYLE } from './protocol.ts';

const plain: ImageParams = { width: 300, height: null, quality: 90, format: 'png', focus: null, sharpen: false };
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];
const cases = EIGHT.flatMap((orientation) => ROTATIONS.map((rotation) => [orientation, rotation] as const));

/** One picture as each orientation stores it, in the order of `EIGHT`. */
const stored = await Promise.all(EIGHT.map((orientation) => pictures.orientedPicture(orientation, 600, 400)));

const turnedSource = (bytes: Buffer, rotation: Rotation) => openSource(bytes, 'jpeg', { ...DEFAULT_STYLE, rotation });

/** Rotates the upright image separately: an independent way to the same pixels. */
async function byHand(bytes: Buffer, rotation: Rotation): Promise<Buffer> {
  const upright = await sharp(bytes).autoOrient().png().toBuffer();
  return sharp(upright).rotate(rotation).png().toBuffer();
}

async function expectSame(result: Buffer, reference: Buffer): Promise<void> {
  const [a, b] = [await sharp(result).metadata(), await sharp(reference).metadata()];
  expect([a.width, a.height, a.orientation ?? 1]).toEqual([b.width, b.height, 1]);
  expect(pictures.difference(await pictures.cornersOf(result), await pictures.cornersOf(reference))).toBeLessThan(8);
}

describe.each(cases)('orientation %i, rotated by %i', (orientation, rotation) => {
  const bytes = stored[orientation - 1]!;
  const sized = (image: Buffer, size: object) =>
    sharp(image)
      .resize({ ...size, fit: 'fill' })
      .png()
      .toBuffer();

  test('matches the whole image rotated separately', async () => {
    const source = await turnedSource(bytes, rotation);
    const quarter = rotation % 180 !== 0;
    expect([source.width, source.height]).toEqual(quarter ? [400, 600] : [600, 400]);
    const reference = await sized(await byHand(bytes, rotation), { width: 300, height: quarter ? 450 : 200 });
    await expectSame(await render(source, plain, null), reference);
  });

  test('crops at the focal point of the image as shown', async () => {
    const focal: FocusPoint = { x: 1000, y: 0 };
    const result = await render(await turnedSource(bytes, rotation), { ...plain, width: 60, height: 60 }, focal);
    // The expected crop is the upper right quarter as shown, identified by its colour.
    const { topRight } = await pictures.cornersOf(await byHand(bytes, rotation));
    const corners = await pictures.cornersOf(result);
    expect(pictures.difference({ ...corners, topRight }, { ...corners, topRight: corners.topRight })).toBeLessThan(8);
  });
});

// The source has one turn for both, which the tests above check: the sets have each orientation and each rotation.
const inSets = cases.filter(([orientation, rotation]) => isLong || rotation === 0 || orientation === 6);
test.each(inSets)('orientation %i, rotated by %i: the upload’s rendition set', async (orientation, rotation) => {
  const bytes = stored[orientation - 1]!;
  const { thumbhash, ...set } = await renderRenditionSet(await turnedSource(bytes, rotation), { x: 500, y: 500 });
  const reference = await byHand(bytes, rotation);
  const expected = await pictures.cornersOf(reference);
  for (const rendition of Object.values(set)) {
    expect(pictures.difference(await pictures.cornersOf(rendition), expected)).toBeLessThan(10);
  }
  const { width, height } = await sharp(set.fullscreen).metadata();
  expect(width! > height!).toBe(rotation % 180 === 0);
  expect(thumbhash).not.toBe('');
});

test.each(ROTATIONS)('finds the most salient area of the image rotated by %i', async (rotation) => {
  const spot = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff3000' } })
    .png()
    .toBuffer();
  const lonely = await sharp({ create: { width: 1600, height: 400, channels: 3, background: '#808080' } })
    .composite([{ input: spot, left: 1250, top: 50 }])
    .jpeg()
    .toBuffer();
  const result = await render(await turnedSource(lonely, rotation), { ...plain, width: 100, height: 100 }, null);
  expect(await sharp(result).metadata()).toMatchObject({ width: 100, height: 100 });
  const { data, info } = await sharp(result).raw().toBuffer({ resolveWithObject: true });
  const middle = (info.height / 2) * info.width + info.width / 2;
  expect(data[middle * info.channels]).toBeGreaterThan(200);
});

test.each([90, 180, 270] as const)('converts a wide-gamut profile, rotated by %i', async (rotation) => {
  const bytes = await pictures.profiledPicture('p3', 1200, 800);
  const source = await turnedSource(bytes, rotation);
  expect(source.profile).toBe('after');
  const expected = await pictures.cornersOf(
    await sharp(await pictures.scene(1200, 800).png().toBuffer())
      .rotate(rotation)
      .png()
      .toBuffer(),
  );
  for (const params of [plain, { ...plain, width: 90, height: 90 }]) {
    const result = await render(source, params, { x: 500, y: 500 });
    expect((await sharp(result).metadata()).icc).toBeUndefined();
    expect(pictures.difference(await pictures.cornersOf(result), expected)).toBeLessThan(8);
  }
  const drawn = await render(source, { ...plain, width: 200, height: 100 }, null);
  expect((await sharp(drawn).metadata()).icc).toBeUndefined();
});
