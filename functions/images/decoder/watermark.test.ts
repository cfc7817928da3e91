import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type ImageParams, presetParams } from '#core/domain/photos/image-params.ts';
import { type Box, layOutWatermark } from '#core/domain/branding/watermark-layout.ts';
import { WATERMARK_POSITIONS, type WatermarkLayout } from '#core/domain/branding/watermarks.ts';
import * as pictures from '../../../tests/support/pictures.ts';
import { openSource } from './open-original.ts';
import { render } from './pipeline.ts';
import { renderRenditionSet } from './rendition-set.ts';
import { DEFAULT_STYLE } from './protocol.ts';
import { openWatermark, WatermarkError } from './watermark.ts';

const BASE: WatermarkLayout = { position: 'bottom_right', size: 25, opacity: 100, isTiled: false };
const png: ImageParams = { width: 600, height: null, quality: 90, format: 'png', focus: null, sharpen: false };
const GREY = 128;

const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
const RED = await solid(200, 100, '#ff0000ff');
const grey = await sharp({ create: { width: 1800, height: 1200, channels: 3, background: '#808080' } })
  .png()
  .toBuffer();

async function sourceWith(layout: Partial<WatermarkLayout>, watermark: Buffer = RED, picture: Buffer = grey) {
  return openSource(picture, 'png', {
    ...DEFAULT_STYLE,
    overlay: await openWatermark(watermark, { ...BASE, ...layout }),
  });
}

type Raw = { data: Buffer; width: number; height: number; channels: number };
async function rawOf(bytes: Buffer): Promise<Raw> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}
const pixelAt = ({ data, width, channels }: Raw, x: number, y: number) => [
  ...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3),
];
const within = ({ left, top, width, height }: Box, x: number, y: number) =>
  x >= left && x < left + width && y >= top && y < top + height;

describe('a watermark', () => {
  test.each(WATERMARK_POSITIONS)('at %s changes only its own box', async (position) => {
    const raw = await rawOf(await render(await sourceWith({ position }), png, null));
    const boxes = layOutWatermark({ width: 600, height: 400 }, { width: 200, height: 100 }, { ...BASE, position });
    expect(boxes).toHaveLength(1);
    expect([boxes[0]!.width, boxes[0]!.height]).toEqual([150, 75]);
    for (let y = 0; y < 400; y++) {
      for (let x = 0; x < 600; x++) {
        const expected = within(boxes[0]!, x, y) ? [255, 0, 0] : [GREY, GREY, GREY];
        if (pixelAt(raw, x, y).join() !== expected.join()) expect([x, y, pixelAt(raw, x, y)]).toEqual([x, y, expected]);
      }
    }
  });

  test.each([
    [100, [255, 0, 0]],
    [50, [192, 64, 64]],
    [5, [134, 122, 122]],
  ] as const)('of %i per cent opacity blends with the image', async (opacity, expected) => {
    const raw = await rawOf(await render(await sourceWith({ position: 'center', opacity }), png, null));
    expect(pixelAt(raw, 300, 200)).toEqual(expected);
  });

  test('shows the image through its transparent areas', async () => {
    const holed = await sharp(await solid(200, 100, '#00000000'))
      .composite([{ input: await solid(100, 100, '#00ff0080'), left: 100, top: 0 }])
      .png()
      .toBuffer();
    const raw = await rawOf(await render(await sourceWith({ position: 'center' }, holed), png, null));
    expect(pixelAt(raw, 300 - 50, 200)).toEqual([GREY, GREY, GREY]);
    expect(pixelAt(raw, 300 + 40, 200)).toEqual([64, 192, 64]);
  });

  test('that is tiled appears at its positions only, cut at the edges', async () => {
    const layout = { isTiled: true, size: 20 };
    const raw = await rawOf(await render(await sourceWith(layout), png, null));
    const boxes = layOutWatermark({ width: 600, height: 400 }, { width: 200, height: 100 }, { ...BASE, ...layout });
    expect(boxes.length).toBeGreaterThan(8);
    let marked = 0;
    for (let y = 0; y < 400; y++) {
      for (let x = 0; x < 600; x++) {
        const isMarked = boxes.some((box) => within(box, x, y));
        marked += Number(isMarked);
        if ((pixelAt(raw, x, y)[1] === 0) !== isMarked) expect([x, y, pixelAt(raw, x, y)]).toBe('the other');
      }
    }
    expect(marked / (600 * 400)).toBeGreaterThan(0.2);
  });

  test.each(['png', 'webp', 'avif', 'jpeg'] as const)('on a %s keeps the image opaque', async (format) => {
    const result = await render(await sourceWith({ position: 'center' }), { ...png, format }, null);
    expect((await sharp(result).metadata()).hasAlpha).toBe(false);
    const [red, green] = pixelAt(await rawOf(result), 300, 200);
    expect([red! > 240, green! < 20]).toEqual([true, true]);
  });

  test('covers transparent areas of the image, and keeps them transparent around it', async () => {
    const source = await sourceWith({ position: 'center', opacity: 50 }, RED, await solid(900, 600, '#00000000'));
    const raw = await rawOf(await render(source, { ...png, format: 'png' }, null));
    expect(raw.channels).toBe(4);
    const at = (x: number, y: number) => [...raw.data.subarray((y * 600 + x) * 4, (y * 600 + x) * 4 + 4)];
    expect(at(300, 200)).toEqual([255, 0, 0, 128]);
    expect(at(10, 10)[3]).toBe(0);
    const jpeg = await rawOf(await render(source, { ...png, format: 'jpeg', quality: 100 }, null));
    expect(Math.abs(pixelAt(jpeg, 300, 200)[1]! - 127)).toBeLessThan(4);
  });
});

describe('an upload’s rendition set', () => {
  test('has the watermark in each size, including the cropped one', async () => {
    const set = await renderRenditionSet(await sourceWith({ position: 'bottom_right' }), { x: 500, y: 500 });
    for (const preset of ['fullscreen', 'web', 'preview', 'tile', 'thumbnail'] as const) {
      const raw = await rawOf(set[preset]);
      const [box] = layOutWatermark(raw, { width: 200, height: 100 }, BASE);
      const [red, green] = pixelAt(raw, box!.left + (box!.width >> 1), box!.top + (box!.height >> 1));
      expect([preset, red! > 235, green! < 30]).toEqual([preset, true, true]);
      const [r, g, b] = pixelAt(raw, raw.width >> 2, raw.height >> 2);
      expect([preset, Math.max(Math.abs(r! - GREY), Math.abs(g! - GREY), Math.abs(b! - GREY)) < 3]).toEqual([
        preset,
        true,
      ]);
    }
  });

  test('equals the transform’s renditions', async () => {
    const source = await sourceWith({ isTiled: true, opacity: 60 });
    const set = await renderRenditionSet(source, { x: 500, y: 500 });
    for (const preset of ['fullscreen', 'preview', 'thumbnail'] as const) {
      const alone = await rawOf(await render(source, presetParams(preset), { x: 500, y: 500 }));
      const inSet = await rawOf(set[preset]);
      let sum = 0;
      for (let i = 0; i < alone.data.length; i++) sum += Math.abs(alone.data[i]! - inSet.data[i]!);
      expect(sum / alone.data.length).toBeLessThan(2);
    }
  });

  test('transparent areas get the studio’s background colour', async () => {
    const hole = await solid(600, 400, '#00000000');
    const source = await openSource(hole, 'png', { ...DEFAULT_STYLE, background: '#204060' });
    for (const bytes of [
      (await renderRenditionSet(source, null)).preview,
      await render(source, { ...png, format: 'jpeg' }, null),
    ]) {
      const [r, g, b] = pixelAt(await rawOf(bytes), 50, 50);
      expect([Math.abs(r! - 0x20) < 4, Math.abs(g! - 0x40) < 4, Math.abs(b! - 0x60) < 4]).toEqual([true, true, true]);
    }
  });

  test('keeps the watermark upright on a rotated image', async () => {
    const overlay = await openWatermark(RED, BASE);
    const source = await openSource(await pictures.orientedPicture(6, 900, 600), 'jpeg', {
      ...DEFAULT_STYLE,
      rotation: 90,
      overlay,
    });
    const raw = await rawOf(await render(source, { ...png, width: 400 }, null));
    expect([raw.width, raw.height]).toEqual([400, 600]);
    const [box] = layOutWatermark(raw, { width: 200, height: 100 }, BASE);
    expect([box!.width, box!.height]).toEqual([100, 50]);
    expect(pixelAt(raw, box!.left + 50, box!.top + 25)).toEqual([255, 0, 0]);
  });
});

test.each([
  ['no picture', () => Promise.resolve(Buffer.from('none'))],
  ['one cut short', async () => RED.subarray(0, RED.length / 2)],
  ['one of more pixels than any mark', () => pictures.claimingPng(8000, 8000, false)],
] as const)('%s is a watermark error', async (_, make) => {
  await expect(openWatermark(await make(), BASE)).rejects.toBeInstanceOf(WatermarkError);
});
