import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { type Box, MAX_WATERMARK_SIDE, layOutWatermark } from '#core/domain/branding/watermark-layout.ts';
import type { WatermarkLayout } from '#core/domain/branding/watermarks.ts';
import type { Size } from './geometry.ts';

/** A decoded image in memory, without metadata. */
export type Pixels = Size & { data: Buffer; channels: OutputInfo['channels'] };

export async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

export function openPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** A decoded watermark and its layout. */
export type OpenedWatermark = { pixels: Pixels; layout: WatermarkLayout };

/** An unreadable watermark. The photo does not fail: it stays unpublished until the watermark is fixed. */
export class WatermarkError extends Error {}

/**
 * Decodes a watermark, which is an untrusted PNG.
 * @throws WatermarkError if it is unreadable or has more pixels than allowed
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
 * Blends the watermark into the image at the boxes of `layOutWatermark`. Not with sharp's composite, which would
 * enlarge the watermark to the image's size and touch every pixel; here all bytes outside the boxes stay unchanged.
 */
export async function applyWatermark(image: Pixels, { pixels, layout }: OpenedWatermark): Promise<Pixels> {
  const boxes = layOutWatermark(image, pixels, layout);
  const size = boxes[0];
  if (!size) return image;
  const { width, height } = size;
  const watermark = await readPixels(openPixels(pixels).resize({ width, height, fit: 'fill' }));
  const data = Buffer.from(image.data);
  for (const box of boxes) blend({ ...image, data }, watermark, box, layout.opacity / 100);
  return { ...image, data };
}

/** Draws the watermark over the image (Porter and Duff's "over", straight alpha), clipped at the edges. */
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
