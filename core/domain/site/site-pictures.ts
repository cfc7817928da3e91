import type { KnownBlock } from './page-blocks.ts';
import { IMAGE_PRESETS, type ImageParams } from '../photos/image-params.ts';

/*
 * Public copies of a website's photos. Crawlers and the first paint get them without an image token. Without zod: the
 * renderer of pages needs this file.
 */

/** A photo's public copies. */
export interface SitePicture {
  /** `{accountId}/{secret}`; a change of the photo's pixels makes another one. */
  token: string;
  /** Nominal widths of the copies, ascending; a smaller photo is as wide as it is. */
  widths: readonly number[];
}

/** Letters of a token's secret: 160 bits. */
export const SECRET_LENGTH = 32;

/**
 * Sizes of the copies. The largest is a copy of the fullscreen rendition, the others are drawn from it, with the lowest
 * quality whose mean SSIM is 0.975 at the pixels of a phone, that of 400 pixels 0.973. The two small ones are WebP, which
 * every browser that knows the site's styles can show. For 1,200 pixels, the picture that phones show first, the edge
 * gives an AVIF (effort 0) to browsers that take it, with 0.65 of the JPEG's bytes.
 */
const SIZES = [
  { width: 400, quality: 80, format: 'webp' },
  { width: 800, quality: 85, format: 'webp' },
  { width: 1200, quality: 78, format: 'jpg' },
  { width: IMAGE_PRESETS.fullscreen.width, quality: IMAGE_PRESETS.fullscreen.quality, format: 'jpg' },
] as const;

const AVIF = { width: 1200, quality: 66, format: 'avif' } as const;

/** Width of the JPEG for programs that read no `srcset`. */
const PLAIN_WIDTH = IMAGE_PRESETS.preview.width;

/** An object of a picture. */
export interface SitePictureFile {
  width: number;
  format: 'webp' | 'jpg' | 'avif';
  quality: number;
  /** The preset with these pixels; null if there is none. */
  rendition: ImageParams | null;
}

/** Returns the objects of a picture with these widths. */
export function pictureFiles(widths: readonly number[]): SitePictureFile[] {
  const plain = { width: PLAIN_WIDTH, quality: IMAGE_PRESETS.preview.quality, format: 'jpg' } as const;
  const sizes = [...SIZES, AVIF].filter(({ width }) => widths.includes(width));
  return [...sizes, plain].map((size) => ({ ...size, rendition: rendition(size) }));
}

function rendition({ width, quality, format }: Omit<SitePictureFile, 'rendition'>): ImageParams | null {
  const isPreset = Object.values(IMAGE_PRESETS).some((preset) => preset.width === width && preset.quality === quality);
  if (format !== 'jpg' || !isPreset) return null;
  return { width, height: null, quality, format: 'jpeg', focus: null, sharpen: false };
}

/** Returns the widths that a photo of this width gets: at most one of them is wider than the photo. */
export function pictureWidths(photoWidth: number): number[] {
  return SIZES.filter((_, index) => index === 0 || SIZES[index - 1]!.width < photoWidth).map(({ width }) => width);
}

/** Returns the path of a copy: its key in the rendition bucket after a slash. */
export function picturePath(token: string, { width, format }: Pick<SitePictureFile, 'width' | 'format'>): string {
  return `/site/${token}-${width}.${format}`;
}

/** Returns `src` and `srcSet` of a picture; `photoWidth` in pixels. */
export function pictureSources({ token, widths }: SitePicture, photoWidth: number): { src: string; srcSet: string } {
  const sources = SIZES.filter(({ width }) => widths.includes(width)).map(
    (size) => `${picturePath(token, size)} ${Math.min(size.width, photoWidth)}w`,
  );
  return { src: picturePath(token, { width: PLAIN_WIDTH, format: 'jpg' }), srcSet: sources.join(', ') };
}

/** Returns the JPEG for link previews and sitemaps, with its size in pixels. */
export function previewPicture(
  { token, widths }: SitePicture,
  photo: { width: number; height: number },
): { path: string; width: number; height: number } {
  const nominal = widths.includes(1200) ? 1200 : PLAIN_WIDTH;
  const width = Math.min(nominal, photo.width);
  const height = Math.max(1, Math.round((photo.height * width) / photo.width));
  return { path: picturePath(token, { width: nominal, format: 'jpg' }), width, height };
}

/** Pictures of a site; further photos are shown through the image token. */
export const MAX_SITE_PICTURES = 2000;

/** Photos in one decision about permission. */
export const MAX_PERMITTED_PHOTOS = 500;

/** Photos of a gallery that a block without a count shows. */
export const LIVE_PHOTOS = 12;

/** Galleries that the built-in list shows: as many as a block may. */
export const MAX_LISTED_GALLERIES = 60;

/** Returns how many photos of which galleries the blocks show as these are now. */
export function liveGalleries(blocks: readonly KnownBlock[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    if (block.kind !== 'gallery' || block.mode !== 'live' || !block.galleryId) continue;
    counts.set(block.galleryId, Math.max(counts.get(block.galleryId) ?? 0, block.count ?? LIVE_PHOTOS));
  }
  return counts;
}
