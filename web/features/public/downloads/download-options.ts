import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import type { DownloadSize } from '#core/domain/archives.ts';
import type { GallerySection } from '../gallery/sections.ts';

/** Which photos somebody wants. */
export type DownloadScope =
  | { what: 'all' }
  | { what: 'section'; id: string }
  | { what: 'photos'; ids: readonly string[] };

export interface DownloadOptions {
  wanted: DownloadScope;
  size: DownloadSize;
}

/** As the API takes it (core/api/archives.ts). */
export function archiveRequestBody({ wanted, size }: DownloadOptions) {
  if (wanted.what === 'section') return { size, sectionId: wanted.id };
  if (wanted.what === 'photos') return { size, photoIds: [...wanted.ids] };
  return { size };
}

/** Sizes that may be had, the one that suits a phone first. */
export function downloadSizes({ downloads }: Pick<PublicGallery['gallery'], 'downloads'>): DownloadSize[] {
  return (['web', 'original'] as const).filter((size) => downloads[size]);
}

/** The photos of an order, in the gallery's order. */
export function photosInScope(
  wanted: DownloadScope,
  photos: readonly PublicPhoto[],
  chapters: readonly GallerySection[],
) {
  if (wanted.what === 'all') return photos;
  if (wanted.what === 'photos') {
    const ids = new Set(wanted.ids);
    return photos.filter(({ id }) => ids.has(id));
  }
  const chapter = chapters.find(({ id }) => id === wanted.id);
  return chapter ? photos.slice(chapter.first, chapter.first + chapter.count) : [];
}

/** The longer side of web size, pixels (core/domain/image-params.ts: fullscreen). */
const WEB_WIDTH = 1920;
/** What a pixel takes in a JPEG, in bytes: a camera's own, and ours. */
const BYTES_A_PIXEL = { original: 0.4, web: 0.25 };

/** Roughly how much that will be; the exact figure is known once it is prepared. */
export function estimatedBytes(photos: readonly PublicPhoto[], size: DownloadSize): number {
  return photos.reduce((sum, { width, height }) => {
    const scale = size === 'web' ? Math.min(1, WEB_WIDTH / width) : 1;
    return sum + width * scale * height * scale * BYTES_A_PIXEL[size];
  }, 0);
}
