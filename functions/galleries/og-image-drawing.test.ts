import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { CORNERS, noisePicture, type Rgb, scene } from '../../tests/support/pictures.ts';
import { drawOgImage } from './og-image-drawing.ts';

const PAPER = { r: 0xf4, g: 0xf2, b: 0xee };
const STUDIO = 'Llum & Mar';
const HOSTILE = ['<svg onload="alert(1)">', '&amp;&#0;]]><path d="M0"/>', 'a\u0000b\u001b[31m', '\u202eabc'];

let cover: Buffer;

beforeAll(async () => {
  cover = await scene(1920, 1280).jpeg({ quality: 90 }).toBuffer();
});

const draw = (
  title: string,
  studio = STUDIO,
  focal: { x: number; y: number } | null = { x: 0.5, y: 0.5 },
  of = cover,
) => drawOgImage(of, { focal, title, studio });

async function look(picture: Uint8Array) {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([1200, 630, 3]);
  const at = (x: number, y: number): Rgb => {
    const [r, g, b] = data.subarray((y * info.width + x) * 3);
    return { r: r!, g: g!, b: b! };
  };
  /** Counts pixels of one row that are far darker than paper. */
  const inkIn = (top: number, left = 0, right = info.width) => {
    let dark = 0;
    for (let y = top; y < info.height; y++) for (let x = left; x < right; x++) if (at(x, y).g < 140) dark++;
    return dark;
  };
  const isNear = (x: number, y: number, { r, g, b }: Rgb) => {
    const seen = at(x, y);
    return Math.max(Math.abs(seen.r - r), Math.abs(seen.g - g), Math.abs(seen.b - b)) < 20;
  };
  /** Returns the first row of the paper band. */
  const paperFrom = () => {
    let y = info.height;
    while (y > 0 && isNear(10, y - 1, PAPER)) y--;
    return y;
  };
  return { at, inkIn, isNear, paperFrom };
}

describe('a link preview', () => {
  it('shows the photo, and below it the gallery name and the studio name', async () => {
    const picture = await draw('Núria & Pau');
    expect(picture.length).toBeLessThan(300_000);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb' });
    const { isNear, inkIn, paperFrom } = await look(picture);
    expect(paperFrom()).toBe(496);
    expect([isNear(100, 100, CORNERS.topLeft), isNear(1100, 400, CORNERS.bottomRight)]).toEqual([true, true]);
    // The gallery name is on the left and the studio name on the right, with empty space between and at the edges.
    expect(inkIn(500, 56, 500)).toBeGreaterThan(500);
    expect(inkIn(500, 900, 1144)).toBeGreaterThan(200);
    expect([inkIn(500, 0, 56), inkIn(500, 500, 900), inkIn(500, 1144)]).toEqual([0, 0, 0]);
  });

  it('gives a long name a second line', async () => {
    const { paperFrom, inkIn } = await look(
      await draw('Casament de la Núria i en Pau a la masia de Can Ribas de Montbui'),
    );
    expect(paperFrom()).toBe(438);
    expect(inkIn(446, 1144)).toBe(0);
  });

  it.each([
    [1920, 1],
    [1, 1920],
  ])('shows the centre of a cover of %d × %d pixels, of which no enlarged copy is searched', async (width, height) => {
    const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
    const long = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .composite([{ input: { create: { ...half, channels: 3, background: '#f00' } }, gravity: 'centre' }])
      .png()
      .toBuffer();
    const { isNear } = await look(await draw('A', STUDIO, null, long));
    expect(isNear(600, 200, { r: 255, g: 0, b: 0 })).toBe(true);
  });

  it('crops around the focal point', async () => {
    const upper = await look(await draw('A', STUDIO, { x: 0.5, y: 0 }));
    expect([upper.isNear(100, 380, CORNERS.topLeft), upper.isNear(1100, 380, CORNERS.topRight)]).toEqual([true, true]);
    const lower = await look(await draw('A', STUDIO, { x: 0.5, y: 1 }));
    expect([lower.isNear(100, 120, CORNERS.bottomLeft), lower.isNear(1100, 120, CORNERS.bottomRight)]).toEqual([
      true,
      true,
    ]);
    const wide = await scene(1920, 480).jpeg().toBuffer();
    const left = await look(await draw('A', STUDIO, { x: 0, y: 0.5 }, wide));
    expect([left.isNear(900, 100, CORNERS.topLeft), left.isNear(900, 400, CORNERS.bottomLeft)]).toEqual([true, true]);
  });

  it('crops automatically without a focal point, and upscales a small cover to fill the frame', async () => {
    const small = await scene(300, 500).jpeg().toBuffer();
    const { paperFrom } = await look(await draw('A', STUDIO, null, small));
    expect(paperFrom()).toBe(496);
  });

  it('shows only the studio name if the font lacks the gallery name, and only the photo if it lacks both', async () => {
    for (const title of ['', ' \n ', 'חתונה', '結婚式', '🎉']) {
      const picture = await draw(title);
      expect([title, Buffer.compare(picture, await draw(''))]).toEqual([title, 0]);
      const { inkIn, paperFrom } = await look(picture);
      expect([paperFrom(), inkIn(500, 56, 500) > 500, inkIn(500, 900)]).toEqual([496, true, 0]);
    }
    const { paperFrom, isNear } = await look(await draw('結婚式', '写真'));
    expect([paperFrom(), isNear(100, 620, CORNERS.bottomLeft)]).toEqual([630, true]);
  });

  it.each(HOSTILE)('draws %j as plain text', async (title) => {
    const { paperFrom, inkIn, isNear } = await look(await draw(title, title));
    expect(paperFrom()).toBe(496);
    expect([isNear(100, 100, CORNERS.topLeft), inkIn(500, 0, 56), inkIn(500, 1144)]).toEqual([true, 0, 0]);
  });

  it('keeps stacked combining marks within the paper band', async () => {
    const { isNear } = await look(await draw(`Z${'\u0301\u0323'.repeat(150)}algo`));
    for (let x = 20; x < 580; x += 20) expect(isNear(x, 470, CORNERS.bottomLeft)).toBe(true);
  });

  it('stays below 300 KB for the noisiest photo', async () => {
    const noise = await noisePicture(1920, 1280).jpeg({ quality: 90 }).toBuffer();
    expect((await draw('Núria & Pau', STUDIO, null, noise)).length).toBeLessThan(300_000);
  });
});
