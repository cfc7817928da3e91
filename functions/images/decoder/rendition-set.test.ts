import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { variants } from '../../../tests/support/long.ts';
import * as pictures from '../../../tests/support/pictures.ts';
import { SET_ORDER, SET_PARAMS } from './protocol.ts';
import { openSource } from './open-original.ts';
import { render } from './pipeline.ts';
import { renderRenditionSet } from './rendition-set.ts';

/** Focal point whose square crop keeps the quarters of the scene in its quarters. */
const MIDDLE = { x: 500, y: 500 };

const sourceOf = (bytes: Buffer) => openSource(bytes, 'jpeg');

// pipeline-orientation.test.ts renders small sets of all eight.
test.each(variants([6, 1, 2, 3, 4, 5, 7, 8], 2))(
  'renders presets and placeholder, orientation %i',
  async (orientation) => {
    const source = await sourceOf(await pictures.orientedPicture(orientation, 1980, 1320));
    const { thumbhash, ...set } = await renderRenditionSet(source, MIDDLE);
    const expected = {
      fullscreen: ['jpeg', 1920, 1280],
      web: ['jpeg', 1920, 1280],
      preview: ['jpeg', 800, 533],
      tile: ['heif', 800, 533],
      thumbnail: ['jpeg', 200, 200],
    };
    for (const name of SET_ORDER) {
      const { width, height, format } = await sharp(set[name]).metadata();
      expect([format, width, height]).toEqual(expected[name]);
      expect(pictures.difference(await pictures.cornersOf(set[name]), pictures.CORNERS)).toBeLessThan(10);
    }
    const hash = Buffer.from(thumbhash, 'base64');
    expect(thumbhash.length).toBeLessThanOrEqual(100);
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(1.5, 0);
    expect(thumbHashToAverageRGBA(hash).a).toBe(1);
  },
);

test('equals the transform’s renditions', async () => {
  const source = await sourceOf(await pictures.profiledPicture('p3', 3000, 2000));
  const set = await renderRenditionSet(source, MIDDLE);
  for (const name of SET_ORDER) {
    const alone = await render(source, SET_PARAMS[name], MIDDLE);
    expect(pictures.difference(await pictures.cornersOf(set[name]), await pictures.cornersOf(alone))).toBeLessThan(6);
  }
});

test('keeps a small image small', async () => {
  const set = await renderRenditionSet(await sourceOf(await pictures.scene(90, 60).jpeg().toBuffer()), null);
  expect(await sharp(set.fullscreen).metadata()).toMatchObject({ width: 90, height: 60 });
  expect(await sharp(set.thumbnail).metadata()).toMatchObject({ width: 60, height: 60 });
});

test('keeps authorship, and drops location and serial number', async () => {
  const { thumbhash, ...set } = await renderRenditionSet(await sourceOf(await pictures.exifPicture()), null);
  for (const bytes of Object.values(set)) {
    expect(bytes.includes(pictures.AUTHORSHIP.copyright)).toBe(true);
    for (const secret of Object.values(pictures.SECRETS)) expect(bytes.includes(secret)).toBe(false);
  }
  expect(thumbhash).not.toBe('');
});

test('accepts padding that cameras write, and rejects missing data', async () => {
  const jpeg = await pictures.noisePicture(400, 300).jpeg({ progressive: true }).toBuffer();
  const end = jpeg.length - 2;
  const padded = (bytes: number) => Buffer.concat([jpeg.subarray(0, end), Buffer.alloc(bytes), jpeg.subarray(end)]);
  expect((await renderRenditionSet(await sourceOf(padded(64)), null)).thumbhash).not.toBe('');
  await expect(renderRenditionSet(await sourceOf(padded(5000)), null)).rejects.toThrow('extraneous');
});
