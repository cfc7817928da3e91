import { IMAGE_PRESETS, type ImageQuery, imageUrl } from './image-params.ts';

/** A tile on a phone of ordinary density; the presets are several times its pixels, which slow 3G pays for. */
const SMALL: ImageQuery = { width: 400, quality: 50, format: 'jpeg' };
/** Zoomed in, a photo shows more than the fullscreen preset has. Wide enough for detail, light enough for a phone. */
const ZOOM_WIDTH = 3200;

const STEPS = [SMALL, IMAGE_PRESETS.preview, IMAGE_PRESETS.fullscreen];

/** `width` in pixels, of the original. */
interface Source {
  fileId: string;
  width: number;
}

/** The addresses that a browser may choose from: never more than one that is as large as the original. */
export function photoSources(galleryId: string, photo: Source): { src: string; srcSet: string } {
  const useful = STEPS.filter((_, index) => index === 0 || (STEPS[index - 1]?.width ?? 0) < photo.width);
  const srcSet = useful.map((step) => {
    const width = Math.min(step.width ?? photo.width, photo.width);
    return `${imageUrl(galleryId, photo.fileId, step)} ${width}w`;
  });
  return { src: imageUrl(galleryId, photo.fileId, IMAGE_PRESETS.preview), srcSet: srcSet.join(', ') };
}

/** What to load when a photo is zoomed beyond the fullscreen preset; null when the original has no more to show. */
export function zoomSource(galleryId: string, photo: Source): string | null {
  const { width, quality, format } = IMAGE_PRESETS.fullscreen;
  if (photo.width <= width) return null;
  return imageUrl(galleryId, photo.fileId, { width: Math.min(ZOOM_WIDTH, photo.width), quality, format });
}

/** A plain link, so that browsers save it by themselves (core/api/public.ts, download). */
export function downloadHref(galleryId: string, photoId: string, size: 'original' | 'web'): string {
  return `/api/p/${encodeURIComponent(galleryId)}/photos/${encodeURIComponent(photoId)}/download?size=${size}`;
}
