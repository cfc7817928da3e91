import { IMAGE_PRESETS, type ImageParams, parseImageQuery, webpInstead } from './image-params.ts';

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
 * Sizes of the copies: those of our pages (image-sources.ts), so that each is a copy of a stored rendition or smaller
 * than one. The two small ones are WebP, which every browser that knows the site's styles can show; above them a JPEG has
 * fewer bytes (image-params.ts).
 */
const SIZES = [
  { width: 400, quality: 50, format: 'webp' },
  { width: 800, quality: 50, format: 'webp' },
  { width: 1200, quality: 60, format: 'jpg' },
  { width: IMAGE_PRESETS.fullscreen.width, quality: IMAGE_PRESETS.fullscreen.quality, format: 'jpg' },
] as const;

/** Width of the JPEG for programs that read no `srcset`. */
const PLAIN_WIDTH = IMAGE_PRESETS.preview.width;

/** An object of a picture. */
export interface SitePictureFile {
  width: number;
  format: 'webp' | 'jpg';
  /** The rendition with these pixels. */
  rendition: ImageParams;
}

/** Returns the objects of a picture with these widths. */
export function pictureFiles(widths: readonly number[]): SitePictureFile[] {
  const sizes = SIZES.filter(({ width }) => widths.includes(width));
  const plain = { width: PLAIN_WIDTH, quality: IMAGE_PRESETS.preview.quality, format: 'jpg' } as const;
  return [...sizes, plain].map(({ width, quality, format }) => ({
    width,
    format,
    rendition: rendition(width, quality, format),
  }));
}

function rendition(width: number, quality: number, format: 'webp' | 'jpg'): ImageParams {
  const parsed = parseImageQuery([
    ['width', String(width)],
    ['quality', String(quality)],
  ]);
  if (!parsed.ok) throw new Error(`site picture: ${parsed.parameter}`);
  return format === 'webp' ? webpInstead(parsed.params)! : parsed.params;
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
