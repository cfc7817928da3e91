import { isKnownBlock } from './page-blocks.ts';
import { type Row } from './page-rows.ts';
import { photosOf } from './site-blocks.ts';

/*
 * Weight of a page's pictures on a phone. An estimate: nothing is rendered for it.
 */

/** A phone of 390 CSS pixels with three device pixels each, as iPhones since 2020. */
const PHONE_PX = 390 * 3;

/** A page with more takes over 16 s at the 1.5 Mbit/s of a weak line. */
export const MAX_PHONE_BYTES = 3_000_000;

/**
 * Widths of a photo's sources with their bytes per pixel: of photos of cameras at the qualities of our renditions
 * (image-params.ts), JPEG as well as WebP.
 */
const STEPS = [
  { width: 400, perPixel: 0.14 },
  { width: 800, perPixel: 0.12 },
  { width: 1200, perPixel: 0.15 },
  { width: 1920, perPixel: 0.17 },
] as const;

/**
 * Bytes per pixel of an original with usual detail. One with less has smaller pictures too: the demo studio's scenes
 * have 0.05, and a quarter of the usual bytes at 1,200 px.
 */
const USUAL_ORIGINAL = 0.4;
const DETAIL = { min: 0.25, max: 2 };

/** Photos of a gallery that is shown as it is now are not known one by one. */
const UNKNOWN = { width: 3000, height: 2000, bytes: null };

interface Source {
  width: number;
  height: number;
  bytes: number | null;
}

/** Returns the bytes of the picture that a phone loads of a photo; `columns`: photos beside each other. */
export function pictureBytes({ width, height, bytes }: Source, columns: number): number {
  // As web/site/photo.tsx: narrow windows show two beside each other at most.
  const needed = PHONE_PX / Math.min(columns, 2);
  const step = STEPS.find((one) => one.width >= Math.min(needed, width)) ?? STEPS[STEPS.length - 1]!;
  const shown = Math.min(step.width, width);
  const pixels = shown * Math.round((height * shown) / Math.max(1, width));
  const detail = bytes === null ? 1 : bytes / Math.max(1, width * height) / USUAL_ORIGINAL;
  return Math.round(pixels * step.perPixel * Math.min(DETAIL.max, Math.max(DETAIL.min, detail)));
}

interface PageWeight {
  /** All pictures of the page, when a visitor has scrolled to its end. */
  bytes: number;
  /** The picture with the most bytes. */
  largest: { blockId: string; photoId: string; bytes: number } | null;
}

/** Returns the estimated weight of a page's pictures on a phone. */
export function pageWeight(
  rows: readonly Row[],
  {
    photos,
    galleries,
  }: {
    photos: ReadonlyMap<string, Source & { isShown: boolean }>;
    galleries: ReadonlyMap<string, { isPublic: boolean; photoCount: number }>;
  },
): PageWeight {
  const weight: PageWeight = { bytes: 0, largest: null };
  for (const block of rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks)).filter(isKnownBlock)) {
    const columns = block.kind === 'gallery' ? (block.columns ?? 3) : 1;
    for (const { photoId } of photosOf(block)) {
      const photo = photos.get(photoId);
      if (!photo?.isShown) continue;
      const bytes = pictureBytes(photo, columns);
      weight.bytes += bytes;
      if (bytes > (weight.largest?.bytes ?? 0)) weight.largest = { blockId: block.id, photoId, bytes };
    }
    if (block.kind === 'gallery' && block.mode === 'live') {
      const gallery = galleries.get(block.galleryId ?? '');
      const count = gallery?.isPublic ? Math.min(block.count ?? 12, gallery.photoCount) : 0;
      weight.bytes += count * pictureBytes(UNKNOWN, columns);
    }
  }
  return weight;
}
