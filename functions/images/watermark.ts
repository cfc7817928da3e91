import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { type Box, MAX_WATERMARK_SIDE, placeWatermark } from '#core/domain/watermark-layout.ts';
import type { WatermarkLayout } from '#core/domain/watermarks.ts';
import type { Size } from './geometry.ts';

/** A decoded picture in memory, without any metadata: nothing of the original but what is seen. */
export type Pixels = Size & { data: Buffer; channels: OutputInfo['channels'] };

export async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

export function openPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** A watermark that was opened, and how it is to lie on pictures. */
export type OpenedWatermark = { pixels: Pixels; layout: WatermarkLayout };

/** A mark that cannot be read. Not the photo's fault, and no photo fails by it: it waits unseen until the mark is right. */
export class WatermarkError extends Error {}

/**
 * Decodes a mark: a PNG that somebody else made.
 * @throws MarkError for one that cannot be read, or has more pixels than any mark may have
 */
export async function openWatermark(bytes: Buffer, layout: WatermarkLayout): Promise<OpenedWatermark> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_WATERMARK_SIDE ** 2 });
    return { pixels: await readPixels(image.toColourspace('srgb').ensureAlpha()), layout };
  } catch (error) {
    throw new WatermarkError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The picture with its mark, where `placeWatermark` says. Blended here and not by sharp's composite, which would draw
 * the mark up to the picture's size and touch each of its pixels: this one works on the boxes alone, and what lies
 * outside of them is byte for byte what it was.
 */
export async function applyWatermark(image: Pixels, { pixels, layout }: OpenedWatermark): Promise<Pixels> {
  const boxes = placeWatermark(image, pixels, layout);
  const size = boxes[0];
  if (!size) return image;
  const { width, height } = size;
  const watermark = await readPixels(openPixels(pixels).resize({ width, height, fit: 'fill' }));
  const data = Buffer.from(image.data);
  for (const box of boxes) blend({ ...image, data }, watermark, box, layout.opacity / 100);
  return { ...image, data };
}

/** Lays the mark over the picture (Porter and Duff's "over", straight alpha), cut at the picture's edges. */
function blend(image: Pixels, watermark: Pixels, { left, top }: Box, opacity: number): void {
  const { data, channels } = image;
  const [fromX, toX] = [Math.max(0, left), Math.min(image.width, left + watermark.width)];
  const [fromY, toY] = [Math.max(0, top), Math.min(image.height, top + watermark.height)];
  const hasAlpha = channels === 4;
  for (let y = fromY; y < toY; y++) {
    let at = (y * image.width + fromX) * channels;
    let over = ((y - top) * watermark.width + fromX - left) * 4;
    for (let x = fromX; x < toX; x++, at += channels, over += 4) {
      const alpha = (watermark.data[over + 3]! / 255) * opacity;
      if (alpha === 0) continue;
      const below = (hasAlpha ? data[at + 3]! / 255 : 1) * (1 - alpha);
      const sum = alpha + below;
      for (let band = 0; band < 3; band++) {
        data[at + band] = Math.round((watermark.data[over + band]! * alpha + data[at + band]! * below) / sum);
      }
      if (hasAlpha) data[at + 3] = Math.round(sum * 255);
    }
  }
}
