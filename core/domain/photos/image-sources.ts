import { IMAGE_PRESETS, type ImageParams, type ImageQuery, imageUrl, isWebpInstead } from './image-params.ts';

/**
 * For tiles on phones of ordinary density: the presets have several times the pixels, too slow on 3G. Without a format:
 * the edge chooses WebP or JPEG.
 */
const SMALL: ImageQuery = { width: 400, quality: 50 };
/** The preview preset in the browser's format. */
export const PREVIEW: ImageQuery = { width: IMAGE_PRESETS.preview.width, quality: IMAGE_PRESETS.preview.quality };
/** For tablets and tiles on dense screens, which would load the fullscreen preset with twice the pixels they show. */
const MEDIUM: ImageQuery = { width: 1200, quality: 60, format: 'jpeg' };
/** The zoom source, larger than the fullscreen preset: enough for detail, small enough for a phone. */
const ZOOM: ImageQuery = { ...IMAGE_PRESETS.fullscreen, width: 3200 };

/** Sources by width. Ingest renders the presets, and the preview as WebP; the others are rendered with the first request, and stored. */
const STEPS = [SMALL, PREVIEW, MEDIUM, IMAGE_PRESETS.fullscreen];

/** `width` of the original, in pixels. */
interface Source {
  fileId: string;
  width: number;
}

/** Returns `src` and `srcSet` of a photo; at most one source is as wide as the original. */
export function photoSources(galleryId: string, photo: Source): { src: string; srcSet: string } {
  const useful = STEPS.filter((_, index) => index === 0 || (STEPS[index - 1]?.width ?? 0) < photo.width);
  const srcSet = useful.map((step) => {
    const width = Math.min(step.width ?? photo.width, photo.width);
    return `${imageUrl(galleryId, photo.fileId, step)} ${width}w`;
  });
  return { src: imageUrl(galleryId, photo.fileId, PREVIEW), srcSet: srcSet.join(', ') };
}

/** Returns the source for zooming beyond the fullscreen preset; null if the original is not larger. */
export function zoomSource(galleryId: string, photo: Source): string | null {
  if (photo.width <= IMAGE_PRESETS.fullscreen.width) return null;
  return imageUrl(galleryId, photo.fileId, ZOOM);
}

/**
 * True for the renditions that are stored: the presets and the sources of our pages, in each format but PNG. Any other
 * one is computed without being stored, so that no visitor fills the bucket.
 */
export function isStored({ width, height, quality, format, focus, sharpen }: ImageParams): boolean {
  if (focus || sharpen || format === 'png') return false;
  if (isWebpInstead({ width, height, quality, format, focus, sharpen })) return true;
  const isThumbnail = width === height && width === IMAGE_PRESETS.thumbnail.width;
  if (isThumbnail) return quality === IMAGE_PRESETS.thumbnail.quality;
  return height === null && [...STEPS, ZOOM].some((step) => step.width === width && step.quality === quality);
}

/** A plain link, which browsers download themselves (core/api/public.ts, download). */
export function downloadHref(galleryId: string, photoId: string, size: 'original' | 'web'): string {
  return `/api/p/${encodeURIComponent(galleryId)}/photos/${encodeURIComponent(photoId)}/download?size=${size}`;
}
