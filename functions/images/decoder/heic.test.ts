import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { presetParams } from '#core/domain/photos/image-params.ts';
import { difference, SPACES, toSrgb, type Triple } from '../../../tests/support/colour.ts';
import { exifBlock } from '../../../tests/support/exif.ts';
import { heic, type HeicContent, TILE, toRgb } from '../../../tests/support/heic.ts';
import { scene } from '../../../tests/support/pictures.ts';
import { removeLocation } from '../../platform/storage/remove-location.ts';
import { readMetadata } from './exif.ts';
import { openSource } from './open-original.ts';
import { render } from './pipeline.ts';

/** CIEDE2000: two adjacent colours with this difference are just distinguishable. */
const BAR = 2;

type Colour = readonly [number, number, number];
type Corner = readonly [column: number, row: number];

const [COLUMNS, ROWS] = [4, 3];
const colour: HeicContent['colour'] = (column, row) => [70 + 35 * column, 118 - 4 * row, 120 + 9 * row - 6 * column];
const picture = (changes: Partial<HeicContent> = {}) => heic({ columns: COLUMNS, rows: ROWS, colour, ...changes });
const lossless = { ...presetParams('fullscreen'), format: 'png' } as const;

/** Decodes and renders a file, and returns the colour at the centre of each tile. */
async function shown(file: Buffer) {
  const source = await openSource(file, 'heic');
  const image = sharp(await render(source, lossless, null)).removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const at = (column: number, row: number) => {
    const start = ((row * TILE + TILE / 2) * info.width + column * TILE + TILE / 2) * 3;
    return [...data.subarray(start, start + 3)];
  };
  return { source, at, width: info.width, height: info.height };
}

const corners: Corner[] = [
  [0, 0],
  [COLUMNS - 1, 0],
  [0, ROWS - 1],
  [COLUMNS - 1, ROWS - 1],
];

test('a HEIC has the pixels that were encoded', async () => {
  const { at, ...size } = await shown(picture());
  expect(size).toMatchObject({ width: COLUMNS * TILE, height: ROWS * TILE });
  for (const [x, y] of corners) expect(at(x, y)).toEqual(toRgb(colour(x, y)));
});

test('a HEIC with Display P3 becomes sRGB', async () => {
  const tagged = await scene(8, 8).withIccProfile('p3').png().toBuffer();
  const { icc } = await sharp(tagged).metadata();
  const { at } = await shown(picture({ icc: icc! }));
  for (const [x, y] of corners) {
    const expected = toSrgb(SPACES.p3, toRgb(colour(x, y)) as unknown as Triple);
    expect(difference(at(x, y) as unknown as Triple, expected)).toBeLessThan(BAR);
  }
});

describe('the orientation of a HEIC', () => {
  const turned = (corner: Corner, options: Partial<HeicContent>, expected: Corner) =>
    [options, corner, expected] as const;
  test.each([
    turned([0, 0], { turns: 1 }, [0, COLUMNS - 1]),
    turned([0, 0], { turns: 2 }, [COLUMNS - 1, ROWS - 1]),
    turned([0, 0], { turns: 3 }, [ROWS - 1, 0]),
    turned([0, 0], { mirror: 1 }, [COLUMNS - 1, 0]),
    turned([0, 0], { mirror: 0 }, [0, ROWS - 1]),
  ])('%o is applied once, although EXIF repeats it', async (options, from, to) => {
    const exif = exifBlock({ image: [[0x0112, 6]] });
    const { source, at, width, height } = await shown(picture({ ...options, exif }));
    expect({ width, height }).toEqual({ width: source.width, height: source.height });
    expect(at(...to)).toEqual(toRgb(colour(...from) as Colour));
    expect(source.orientation).toBe(1);
  });
});

test('capture time and camera of a HEIC are read, and its location can be removed', async () => {
  const exif = exifBlock({
    image: [[0x010f, 'Canary']],
    photo: [[0x9003, '2026:05:04 10:30:00']],
    gps: [
      [0x0001, 'N'],
      [0x001b, 'PLACE-MARK'],
    ],
  });
  const file = picture({ exif });
  const before = await shown(file);
  expect(readMetadata(before.source.exif, 'Europe/Madrid')).toMatchObject({
    capturedAt: Date.UTC(2026, 4, 4, 8, 30),
    metadata: { cameraMake: 'Canary' },
  });
  removeLocation(file);
  expect(file.includes('PLACE-MARK')).toBe(false);
  const after = await shown(file);
  expect(after.at(1, 1)).toEqual(before.at(1, 1));
});

describe('a hostile HEIC', () => {
  test('that claims more pixels than allowed is refused before it is decoded', async () => {
    const file = picture({ claims: { width: 8000, height: 8000 } });
    await expect(openSource(file, 'heic')).rejects.toMatchObject({ code: 'too_many_pixels' });
  });

  test('that claims more pixels than its tiles have is refused', async () => {
    const file = picture({ claims: { width: 4000, height: 4000 } });
    await expect(openSource(file, 'heic')).rejects.toThrow();
  });

  test('that ends early is refused', async () => {
    const file = picture();
    await expect(openSource(file.subarray(0, file.length - 4 * TILE * TILE), 'heic')).rejects.toThrow();
  });

  test('leaves a decoder that decodes the next one', async () => {
    await expect(openSource(picture().subarray(0, 1000), 'heic')).rejects.toThrow();
    expect((await shown(picture())).at(0, 0)).toEqual(toRgb(colour(0, 0)));
  });
});
