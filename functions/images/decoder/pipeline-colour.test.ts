import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ImageParams } from '#core/domain/photos/image-params.ts';
import { ciede2000, SPACES, toSrgb, type Triple } from '../../../tests/support/colour.ts';
import { withExifBlock, withSegment } from '../../../tests/support/exif.ts';
import { chart, PATCHES, rgbChart, worst } from '../../../tests/support/patch-chart.ts';
import { withPngProfile } from '../../../tests/support/png-chunks.ts';
import type { ImageType } from '../../platform/storage/file-type.ts';
import { isSrgb } from './icc.ts';
import { ADOBE_RGB, matrixProfile, type RgbSpace } from './matrix-profile.ts';
import { openSource } from './open-original.ts';
import { render } from './pipeline.ts';
import { renderRenditionSet } from './rendition-set.ts';

/** CIEDE2000: two adjacent patches with this difference are just distinguishable. */
const BAR = 2;

/** ISO 22028-2’s primaries with the plain exponent of Photoshop's profile. */
const PROPHOTO: RgbSpace = {
  name: 'ROMM RGB',
  primaries: [
    [0.7347, 0.2653],
    [0.1596, 0.8404],
    [0.0366, 0.0001],
  ],
  white: [0.3457, 0.3585],
  gamma: 1.8,
};

type SpaceName = keyof typeof SPACES;
const NAMES = ['srgb', 'p3', 'adobe', 'prophoto'] as const;

const png: ImageParams = { width: 192, height: null, quality: 90, format: 'png', focus: null, sharpen: false };
const finest = { quality: 100, chromaSubsampling: '4:4:4' };

async function profileOf(name: SpaceName): Promise<Buffer> {
  if (name === 'adobe') return matrixProfile(ADOBE_RGB);
  if (name === 'prophoto') return matrixProfile(PROPHOTO);
  const bytes = await rgbChart(PATCHES).withIccProfile(name).png().toBuffer();
  return (await sharp(bytes).metadata()).icc!;
}

const withProfile = (jpeg: Buffer, icc: Buffer) =>
  withSegment(jpeg, 0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), icc]));

/** The same colour values in each container that may hold them. */
const CARRIERS: Record<string, [ImageType, (icc: Buffer) => Promise<Buffer>]> = {
  'a JPEG': ['jpeg', async (icc) => withProfile(await rgbChart(PATCHES).jpeg(finest).toBuffer(), icc)],
  'a progressive JPEG': [
    'jpeg',
    async (icc) =>
      withProfile(
        await rgbChart(PATCHES)
          .jpeg({ ...finest, progressive: true })
          .toBuffer(),
        icc,
      ),
  ],
  'a PNG': ['png', async (icc) => withPngProfile(await rgbChart(PATCHES).png().toBuffer(), icc)],
  'a 16-bit PNG': [
    'png',
    async (icc) => withPngProfile(await rgbChart(PATCHES).toColourspace('rgb16').png().toBuffer(), icc),
  ],
};

describe.each(NAMES)('%s', (name) => {
  const expected = PATCHES.map((patch) => toSrgb(SPACES[name], patch));

  test.each(Object.keys(CARRIERS))('in %s', async (carrier) => {
    const [type, make] = CARRIERS[carrier]!;
    await expectColours(await make(await profileOf(name)), type, expected);
  });
});

async function expectColours(bytes: Buffer, type: ImageType, expected: Triple[]): Promise<void> {
  const source = await openSource(bytes, type);
  expect(await worst(await render(source, png, null), expected)).toBeLessThan(BAR);
  expect(await worst((await renderRenditionSet(source, null)).fullscreen, expected)).toBeLessThan(BAR);
}

describe('Adobe RGB that only EXIF declares', () => {
  const flagged = async (colourSpace: number, index: string) =>
    withExifBlock(await rgbChart(PATCHES).jpeg(finest).toBuffer(), {
      photo: [[0xa001, colourSpace]],
      interop: [[0x0001, index]],
    });

  test('is converted', async () => {
    const expected = PATCHES.map((patch) => toSrgb(SPACES.adobe, patch));
    await expectColours(await flagged(0xffff, 'R03'), 'jpeg', expected);
  });

  test.each([
    [1, 'R98'],
    [0xffff, 'R98'],
    [1, 'R03'],
  ])('colour space %i with %s is not treated as Adobe RGB', async (space, index) => {
    await expectColours(await flagged(space, index), 'jpeg', PATCHES);
  });

  test('does not override an embedded profile', async () => {
    const expected = PATCHES.map((patch) => toSrgb(SPACES.p3, patch));
    await expectColours(withProfile(await flagged(0xffff, 'R03'), await profileOf('p3')), 'jpeg', expected);
  });
});

describe('images without colour', () => {
  const tones = Array.from({ length: 24 }, (_, index) => Math.round((index * 255) / 23));
  const greys = tones.map((tone): Triple => [tone, tone, tone]);
  const { data, width, height } = chart(tones.map((tone) => [tone]));
  const grey = sharp(data, { raw: { width, height, channels: 1 } });

  test.each([
    ['jpeg', 'b-w'],
    ['png', 'b-w'],
    ['png', 'grey16'],
  ] as const)('%s %s', async (type, space) => {
    await expectColours(await grey.clone().toColourspace(space).toFormat(type, finest).toBuffer(), type, greys);
  });
});

test.each(['srgb', 'p3'] as const)('half-transparent %s is blended with white', async (name) => {
  const patches = PATCHES.map((patch) => [...patch, 128]);
  const { data, width, height } = chart(patches);
  const plain = await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const source = await openSource(withPngProfile(plain, await profileOf(name)), 'png');
  const share = 128 / 255;
  const expected = PATCHES.map(
    (patch) => toSrgb(SPACES[name], patch).map((value) => value * share + 255 * (1 - share)) as unknown as Triple,
  );
  const jpeg = await render(source, { ...png, format: 'jpeg', quality: 100 }, null);
  expect(await worst(jpeg, expected)).toBeLessThan(BAR);
  expect(await worst((await renderRenditionSet(source, null)).fullscreen, expected)).toBeLessThan(BAR);
});

test('detects an sRGB profile by its data', async () => {
  const srgb: RgbSpace = {
    name: 'A monitor',
    white: [0.3127, 0.329],
    gamma: 2.2,
    primaries: [
      [0.64, 0.33],
      [0.3, 0.6],
      [0.15, 0.06],
    ],
  };
  expect(isSrgb(await profileOf('srgb'))).toBe(true);
  expect(isSrgb(await profileOf('p3'))).toBe(false);
  // Its dark tones differ from sRGB, despite the name and primaries.
  expect(isSrgb(matrixProfile({ ...srgb, name: 'sRGB linear', gamma: 1 }))).toBe(false);
  expect(isSrgb(matrixProfile(srgb))).toBe(false);
  for (const length of [0, 100, 131, 200]) expect(isSrgb((await profileOf('srgb')).subarray(0, length))).toBe(false);
});

test('the measure is CIEDE2000', () => {
  // Sharma, Wu, Dalal 2005, table 1: pairs 1, 7, 17 and 25.
  expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(ciede2000([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
  expect(ciede2000([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
  expect(ciede2000([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
});
