import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  avifInstead,
  type FocusPoint,
  type ImageParams,
  presetParams,
  TILE_QUALITY,
} from '#core/domain/photos/image-params.ts';
import * as pictures from '../../../tests/support/pictures.ts';
import type { ImageType } from '../../platform/storage/file-type.ts';
import { openSource } from './open-original.ts';
import { render } from './pipeline.ts';

const plain: ImageParams = { width: 300, height: null, quality: 90, format: 'jpeg', focus: null, sharpen: false };

async function rendered(
  bytes: Buffer,
  params: Partial<ImageParams> = {},
  type: ImageType = 'jpeg',
  focal?: FocusPoint,
) {
  return render(await openSource(bytes, type), { ...plain, ...params }, focal ?? null);
}

describe('upright', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i', async (orientation) => {
    const bytes = await pictures.orientedPicture(orientation, 1200, 800);
    const result = await rendered(bytes);
    const { width, height, orientation: left } = await sharp(result).metadata();
    expect([width, height, left ?? 1]).toEqual([300, 200, 1]);
    expect(pictures.difference(await pictures.cornersOf(result), pictures.CORNERS)).toBeLessThan(8);
  });

  test.each([1, 6, 7])('crops the image as shown, orientation %i', async (orientation) => {
    const bytes = await pictures.orientedPicture(orientation, 1200, 800);
    const result = await rendered(bytes, { width: 60, height: 100, focus: { x: 1000, y: 0 } });
    const { topRight, topLeft } = await pictures.cornersOf(result);
    expect(topRight.g).toBeGreaterThan(150);
    // 60 of 150 pixels from the right exclude the red half.
    expect(topLeft.r).toBeLessThan(80);
  });
});

describe('colour', () => {
  test.each(['srgb', 'p3', 'cmyk'] as const)('converts %s to sRGB without a profile', async (profile) => {
    const original = await pictures.profiledPicture(profile);
    const result = await rendered(original);
    const { icc, space, channels } = await sharp(result).metadata();
    expect([icc, space, channels]).toEqual([undefined, 'srgb', 3]);
    // CMYK cannot print every colour of the scene, so compare with the original file.
    const expected = profile === 'cmyk' ? await pictures.cornersOf(original) : pictures.CORNERS;
    expect(pictures.difference(await pictures.cornersOf(result), expected)).toBeLessThan(8);
  });

  test('converts a wide-gamut profile after the resize, and sRGB not at all', async () => {
    expect((await openSource(await pictures.profiledPicture('p3'), 'jpeg')).profile).toBe('after');
    expect((await openSource(await pictures.profiledPicture('srgb'), 'jpeg')).profile).toBe('ignore');
    expect((await openSource(await pictures.profiledPicture('cmyk'), 'jpeg')).profile).toBe('before');
  });

  test('conversion after the resize gives the same image (45 dB)', async () => {
    const noise = await pictures.noisePicture(1200, 800).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
    const ours = await rendered(noise, { format: 'png' });
    const direct = await sharp(noise).resize({ width: 300 }).toColourspace('srgb').png().toBuffer();
    expect(await psnr(ours, direct)).toBeGreaterThan(45);
  });

  test('rotates an image with a wide-gamut profile', async () => {
    const upright = await pictures.orientedPicture(6, 1200, 800);
    const bytes = await sharp(upright).keepExif().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
    const source = await openSource(bytes, 'jpeg');
    expect([source.orientation, source.profile]).toEqual([6, 'after']);
    const result = await render(source, plain, null);
    expect(pictures.difference(await pictures.cornersOf(result), pictures.CORNERS)).toBeLessThan(8);
  });

  test('supports grey, 16 bits and transparency', async () => {
    const grey = await pictures.scene(600, 400).greyscale().jpeg().toBuffer();
    const deep = await pictures.scene(600, 400).toColourspace('rgb16').png().toBuffer();
    const hole = await sharp({ create: { width: 600, height: 400, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    expect((await sharp(await rendered(grey)).metadata()).space).toBe('srgb');
    const shallow = await rendered(deep, { format: 'png' }, 'png');
    expect((await sharp(shallow).metadata()).depth).toBe('uchar');
    expect(pictures.difference(await pictures.cornersOf(shallow), pictures.CORNERS)).toBeLessThan(3);
    expect((await pictures.cornersOf(await rendered(hole, {}, 'png'))).topLeft).toEqual({ r: 255, g: 255, b: 255 });
    expect((await sharp(await rendered(hole, { format: 'webp' }, 'png')).metadata()).hasAlpha).toBe(true);
  });
});

describe('metadata', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s keeps authorship and nothing else', async (format) => {
    const original = await pictures.exifPicture();
    expect(original.includes(pictures.SECRETS.serial)).toBe(true);
    const result = await rendered(original, { format });
    for (const secret of Object.values(pictures.SECRETS)) expect(result.includes(secret)).toBe(false);
    expect(result.includes('Wet Plate')).toBe(false);
    expect(result.includes(pictures.AUTHORSHIP.copyright)).toBe(true);
    expect(result.includes(pictures.AUTHORSHIP.artist)).toBe(true);
    const { exif, xmp, iptc } = await sharp(result).metadata();
    expect([xmp, iptc]).toEqual([undefined, undefined]);
    // Coordinates as EXIF writes them: 41/1 24/1.
    expect(exif!.includes(Buffer.from([41, 0, 0, 0, 1, 0, 0, 0, 24, 0, 0, 0]))).toBe(false);
    expect(exif!.includes(Buffer.from([0, 0, 0, 41, 0, 0, 0, 1, 0, 0, 0, 24]))).toBe(false);
  });
});

describe('parameters', () => {
  test.each([
    ['jpeg', 'jpeg'],
    ['webp', 'webp'],
    ['avif', 'heif'],
    ['png', 'png'],
  ] as const)('format %s', async (format, expected) => {
    const bytes = await pictures.scene(600, 400).jpeg().toBuffer();
    expect((await sharp(await rendered(bytes, { format })).metadata()).format).toBe(expected);
  });

  test('an AVIF instead of a JPEG has its background where the original is transparent', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 4, background } })
      .png()
      .toBuffer();
    const jpeg = { ...presetParams('preview'), quality: TILE_QUALITY };
    const source = await openSource(bytes, 'png');
    const corner = async (params: ImageParams) => {
      const raw = await sharp(await render(source, params, null))
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [raw.info.channels, ...raw.data.subarray(0, 3)];
    };
    expect(await corner(avifInstead(jpeg)!)).toEqual(await corner(jpeg));
  });

  test('quality and sharpen change the bytes', async () => {
    const bytes = await pictures.noisePicture(600, 400).jpeg().toBuffer();
    const low = await rendered(bytes, { quality: 10 });
    const high = await rendered(bytes, { quality: 90 });
    expect(low.length).toBeLessThan(high.length / 2);
    expect(await rendered(bytes, { sharpen: true })).not.toEqual(high);
  });

  test('no preset enlarges the image', async () => {
    const bytes = await pictures.scene(150, 100).jpeg().toBuffer();
    for (const [preset, width, height] of [
      ['thumbnail', 100, 100],
      ['preview', 150, 100],
      ['fullscreen', 150, 100],
    ] as const) {
      const metadata = await sharp(await rendered(bytes, presetParams(preset))).metadata();
      expect([metadata.width, metadata.height]).toEqual([width, height]);
    }
  });

  test('uses the photo’s focal point if the parameters have none, otherwise saliency', async () => {
    const bytes = await pictures.scene(1200, 400).jpeg().toBuffer();
    const left = await pictures.cornersOf(await rendered(bytes, { width: 100, height: 100 }, 'jpeg', { x: 0, y: 0 }));
    expect(left.topRight.r).toBeGreaterThan(150);
    const spot = sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff3000' } });
    const lonely = await sharp({ create: { width: 1600, height: 400, channels: 3, background: '#808080' } })
      .composite([{ input: await spot.png().toBuffer(), left: 1250, top: 50 }])
      .jpeg()
      .toBuffer();
    const corners = await pictures.cornersOf(await rendered(lonely, { width: 100, height: 100 }));
    expect(Math.max(corners.topLeft.r, corners.topRight.r)).toBeGreaterThan(200);
  });
});

describe('limits', () => {
  test.each([
    ['AVIF of 49 MP', () => pictures.claimingAvif(7000, 7000), 'avif'],
    ['JPEG of 224 MP', () => pictures.claimingJpeg(16_000, 14_000, false), 'jpeg'],
    ['progressive JPEG of 110 MP', () => pictures.claimingJpeg(11_000, 10_000, true), 'jpeg'],
    ['PNG of 400 MP', () => pictures.claimingPng(20_000, 20_000, false), 'png'],
    ['16-bit PNG of 64 MP', () => pictures.claimingPng(8000, 8000, true), 'png'],
  ] as const)('rejects %s by its header', async (_, make, type) => {
    await expect(openSource(await make(), type)).rejects.toMatchObject({
      message: expect.stringMatching(/too_many_pixels|pixel limit/),
    });
  });

  test('accepts a JPEG of 200 MP, a progressive one of 100, an 8-bit PNG of 64 and an AVIF of 36', async () => {
    expect((await openSource(await pictures.claimingJpeg(16_384, 12_288, false), 'jpeg')).width).toBe(16_384);
    expect((await openSource(await pictures.claimingJpeg(10_000, 10_000, true), 'jpeg')).width).toBe(10_000);
    expect((await openSource(await pictures.claimingPng(8000, 8000, false), 'png')).width).toBe(8000);
    expect((await openSource(await pictures.claimingAvif(6000, 6000), 'avif')).width).toBe(6000);
  });
});

async function psnr(a: Buffer, b: Buffer): Promise<number> {
  const [one, two] = await Promise.all([sharp(a).raw().toBuffer(), sharp(b).raw().toBuffer()]);
  expect(one.length).toBe(two.length);
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i]! - two[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / one.length));
}
