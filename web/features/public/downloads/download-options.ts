import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import type { DownloadSize } from '#core/domain/archives.ts';
import type { GallerySection } from '../gallery/sections.ts';

/** Photos to download. */
export type DownloadScope =
  | { what: 'all' }
  | { what: 'section'; id: string }
  | { what: 'photos'; ids: readonly string[] };

export interface DownloadOptions {
  wanted: DownloadScope;
  size: DownloadSize;
}

/** Returns the request body as core/api/archives.ts defines it. */
export function archiveRequestBody({ wanted, size }: DownloadOptions) {
  if (wanted.what === 'section') return { size, sectionId: wanted.id };
  if (wanted.what === 'photos') return { size, photoIds: [...wanted.ids] };
  return { size };
}

/** Returns the permitted sizes, the one for phones first. */
export function downloadSizes({ downloads }: Pick<PublicGallery['gallery'], 'downloads'>): DownloadSize[] {
  return (['web', 'original'] as const).filter((size) => downloads[size]);
}

/** Returns the photos of an order, in gallery order. */
export function photosInScope(
  wanted: DownloadScope,
  photos: readonly PublicPhoto[],
  sections: readonly GallerySection[],
) {
  if (wanted.what === 'all') return photos;
  if (wanted.what === 'photos') {
    const ids = new Set(wanted.ids);
    return photos.filter(({ id }) => ids.has(id));
  }
  const section = sections.find(({ id }) => id === wanted.id);
  return section ? photos.slice(section.first, section.first + section.count) : [];
}

/** Longer side of the web size in pixels (core/domain/image-params.ts: fullscreen). */
const WEB_WIDTH = 1920;
/** Approximate JPEG bytes per pixel, for files of unknown size: camera originals, and web renditions. */
const BYTES_A_PIXEL = { original: 0.4, web: 0.25 };

/** Returns the download size in bytes: of the stored files, approximately for those of unknown size. */
export function downloadBytes(photos: readonly PublicPhoto[], size: DownloadSize): number {
  return photos.reduce((sum, { width, height, bytes }) => {
    const known = bytes?.[size];
    if (known !== undefined) return sum + known;
    const scale = size === 'web' ? Math.min(1, WEB_WIDTH / width) : 1;
    return sum + width * scale * height * scale * BYTES_A_PIXEL[size];
  }, 0);
}
