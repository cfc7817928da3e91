import sharp from 'sharp';
import { MAX_WATERMARK_SIDE, placeWatermark } from '#core/domain/watermark-places.ts';
import type { Box } from '#core/domain/watermark-places.ts';
import type { WatermarkLayout } from '#core/domain/watermarks.ts';
import { open, pixelsOf } from './pixels.ts';
import type { Pixels } from './pixels.ts';

/** A watermark that was opened, and how it is to lie on pictures. */
export type Mark = { pixels: Pixels; layout: WatermarkLayout };

/** A mark that cannot be read. Not the photo's fault, and no photo fails by it: it waits unseen until the mark is right. */
export class MarkError extends Error {}

/**
 * Decodes a mark: a PNG that somebody else made.
 * @throws MarkError for one that cannot be read, or has more pixels than any mark may have
 */
export async function openMark(bytes: Buffer, layout: WatermarkLayout): Promise<Mark> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_WATERMARK_SIDE ** 2 });
    return { pixels: await pixelsOf(image.toColourspace('srgb').ensureAlpha()), layout };
  } catch (error) {
    throw new MarkError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The picture with its mark, where `placeWatermark` says. Blended here and not by sharp's composite, which would draw
 * the mark up to the picture's size and touch each of its pixels: this one works on the boxes alone, and what lies
 * outside of them is byte for byte what it was.
 */
export async function stamp(picture: Pixels, { pixels, layout }: Mark): Promise<Pixels> {
  const boxes = placeWatermark(picture, pixels, layout);
  const size = boxes[0];
  if (!size) return picture;
  const { width, height } = size;
  const mark = await pixelsOf(open(pixels).resize({ width, height, fit: 'fill' }));
  const data = Buffer.from(picture.data);
  for (const box of boxes) blend({ ...picture, data }, mark, box, layout.opacity / 100);
  return { ...picture, data };
}

/** Lays the mark over the picture (Porter and Duff's "over", straight alpha), cut at the picture's edges. */
function blend(picture: Pixels, mark: Pixels, { left, top }: Box, opacity: number): void {
  const { data, channels } = picture;
  const [fromX, toX] = [Math.max(0, left), Math.min(picture.width, left + mark.width)];
  const [fromY, toY] = [Math.max(0, top), Math.min(picture.height, top + mark.height)];
  const hasAlpha = channels === 4;
  for (let y = fromY; y < toY; y++) {
    let at = (y * picture.width + fromX) * channels;
    let over = ((y - top) * mark.width + fromX - left) * 4;
    for (let x = fromX; x < toX; x++, at += channels, over += 4) {
      const alpha = (mark.data[over + 3]! / 255) * opacity;
      if (alpha === 0) continue;
      const below = (hasAlpha ? data[at + 3]! / 255 : 1) * (1 - alpha);
      const sum = alpha + below;
      for (let band = 0; band < 3; band++) {
        data[at + band] = Math.round((mark.data[over + band]! * alpha + data[at + band]! * below) / sum);
      }
      if (hasAlpha) data[at + 3] = Math.round(sum * 255);
    }
  }
}
