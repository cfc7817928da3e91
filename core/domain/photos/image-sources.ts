import { IMAGE_PRESETS, type ImageQuery, imageUrl, TILE_QUALITY, TILE_WIDTHS } from './image-params.ts';

/** A source, and the `w` descriptor by which browsers choose it. */
export interface Step {
  query: ImageQuery & { width: number };
  descriptor: number;
}

/** Without a format: the edge chooses AVIF or JPEG. */
const tile = (width: number): Step => ({ query: { width, quality: TILE_QUALITY }, descriptor: width });

/** Small pictures outside of grids: the only tile that ingest renders. */
export const PREVIEW: ImageQuery = { width: 800, quality: TILE_QUALITY };

const { fullscreen } = IMAGE_PRESETS;

/** Sources of a photo among others. Ingest renders the one of 800 pixels and the preset. */
export const TILES: readonly Step[] = [...TILE_WIDTHS.map(tile), { query: fullscreen, descriptor: fullscreen.width }];

/** `width` of the original, in pixels. */
interface Source {
  fileId: string;
  width: number;
}

/**
 * Returns `src` and `srcSet` of a photo among others, or from `steps`. At most one source is as wide as the original; a
 * narrower original has fewer pixels than the source's name says.
 */
export function photoSources(galleryId: string, photo: Source, steps = TILES): { src: string; srcSet: string } {
  const useful = steps.filter((_, index) => index === 0 || steps[index - 1]!.query.width < photo.width);
  const sources = useful.map(({ query, descriptor }) => {
    const width = Math.round(descriptor * Math.min(1, photo.width / query.width));
    return `${imageUrl(galleryId, photo.fileId, query)} ${width}w`;
  });
  // Browsers without `srcset` get the fullscreen preset.
  return { src: imageUrl(galleryId, photo.fileId), srcSet: sources.join(', ') };
}

/** A plain link, which browsers download themselves (core/api/public.ts, download). */
export function downloadHref(galleryId: string, photoId: string, size: 'original' | 'web'): string {
  return `/api/p/${encodeURIComponent(galleryId)}/photos/${encodeURIComponent(photoId)}/download?size=${size}`;
}
