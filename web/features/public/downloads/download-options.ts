import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import type { DownloadSize } from '#core/domain/galleries/archives.ts';
import type { GallerySection } from '../photos/sections.ts';

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

/** Returns the bytes of the stored files; null if the size of one is unknown. */
export function downloadBytes(photos: readonly PublicPhoto[], size: DownloadSize): number | null {
  let sum = 0;
  for (const { bytes, noPreview } of photos) {
    // Left out of the web size.
    if (size === 'web' && noPreview) continue;
    const stored = bytes?.[size];
    if (stored === undefined) return null;
    sum += stored;
  }
  return sum;
}
