import type { ImageType } from '../../platform/storage/file-type.ts';

/** WebP's own limit, and the bound of a side that the query leaves open (requested sides end at 4096). */
export const MAX_OUTPUT_SIDE = 16_383;

/** Decode timeout: photos of 12–24 MP take a tenth of a second, so a longer decode is malicious or hopeless. */
export const DECODE_DEADLINE_MS = 20_000;

/** The same for a rendition that no page asks for. */
export const UNSTORED_DEADLINE_MS = 10_000;

/** Timeout for reading an original from storage, in milliseconds. */
export const ORIGINAL_DEADLINE_MS = 30_000;

/** Longest wait for a free decoder before the answer `unavailable`: a lock must outlive wait and decode. */
export const DECODE_QUEUE_MS = 8_000;

const MEGA = 1_000_000;

/**
 * Maximum pixels of an original, by decoding cost: AVIF and 16-bit PNG far lower than JPEG. JPEG: above
 * the largest phone sensor of the day (200 MP), since shrink-on-load streams it; a progressive one is held in memory as
 * coefficients (up to 6 bytes a pixel), hence half. AVIF has no shrink-on-load and is decoded whole, slowly: 49 MP must
 * be refused. 16 bits double the memory; PNG and TIFF inflate every pixel.
 */
export function pixelCap(type: ImageType, image: { depth?: string | undefined; progressive?: boolean }): number {
  const deep = image.depth !== undefined && image.depth !== 'uchar';
  if (type === 'avif') return 40 * MEGA;
  // The largest photo of a phone has 48 MP.
  if (type === 'heic') return 50 * MEGA;
  if (type === 'jpeg') return (image.progressive ? 105 : 210) * MEGA;
  if (deep || image.progressive) return 50 * MEGA;
  return type === 'webp' ? 80 * MEGA : 105 * MEGA;
}

/** Maximum memory of libheif: a photo of 12 MP needs 70 MB, and one of 50 MP not much over half of this. */
export const MAX_HEIC_MEMORY = 512 * MEGA;

/** Longest side that a photo's row can store (its CHECK); an image of few pixels could be longer. */
export const MAX_INPUT_SIDE = 100_000;

/** The highest of all limits, for opening a pipeline before its header is read. */
export const HIGHEST_PIXEL_CAP = 210 * MEGA;
