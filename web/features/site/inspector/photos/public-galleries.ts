import { displayStatus } from '#core/domain/galleries/galleries.ts';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import type { GalleryListRow } from '#web/lib/galleries/types.ts';

/** True for a gallery that every visitor sees. */
export function isPublicGallery(
  gallery: Pick<GalleryListRow, 'status' | 'visibility' | 'expiresAt'>,
  now: number,
): boolean {
  return gallery.visibility === 'public' && displayStatus(gallery, now) === 'published';
}

/** Returns the galleries, public ones first; otherwise their order stays. */
export function publicFirst<Gallery extends Pick<GalleryListRow, 'status' | 'visibility' | 'expiresAt'>>(
  galleries: readonly Gallery[],
  now: number,
): Gallery[] {
  const rank = (gallery: Gallery) => (isPublicGallery(gallery, now) ? 0 : 1);
  return galleries.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the galleries with every word of the search in name or client. */
export function searchGalleries<Gallery extends { name: string; customer?: { name: string } | undefined }>(
  galleries: readonly Gallery[],
  search: string,
): Gallery[] {
  const words = normalizeForSearch(search).split(/\s+/).filter(Boolean);
  return galleries.filter(({ name, customer }) => {
    const text = normalizeForSearch(`${name} ${customer?.name ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}
