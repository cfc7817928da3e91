import { IMAGE_PRESETS } from './image-params.ts';
import type { Step } from './image-sources.ts';

const { fullscreen } = IMAGE_PRESETS;

/**
 * Sources of the lightbox. A JPEG of quality 70 to 74 shows what the original does, with a mean SSIM of 0.99, at half of
 * its width, so they are described as half as wide. Phones of density 2 get the preset, which is stored, those of density
 * 3 the second. The third is for large screens and zooming.
 */
export const LARGE: readonly Step[] = [
  { query: fullscreen, descriptor: 900 },
  { query: { width: 2400, quality: 72, format: 'jpeg' }, descriptor: 1200 },
  { query: { width: 3200, quality: 74, format: 'jpeg' }, descriptor: 1600 },
];

/**
 * Sources of a cover. Cropped to its band, a landscape one is nearly twice as wide as a phone: at density 3 only the last
 * one has an SSIM of 0.99. It is left out of the lightbox, because it has twice the bytes of the third.
 */
export const COVER: readonly Step[] = [
  ...LARGE,
  { query: { width: 3200, quality: 91, format: 'jpeg' }, descriptor: 2200 },
];
