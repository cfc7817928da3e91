import type { PublicPhoto } from '#core/api/public.ts';

export const PHOTO_ORDERS = ['arranged', 'captured', 'name'] as const;
export type PhotoOrder = (typeof PHOTO_ORDERS)[number];

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Returns the photos whose filename contains the text, in any case, in the chosen order; null if both leave the gallery
 * as the studio arranged it.
 */
export function findPhotos(photos: readonly PublicPhoto[], text: string, order: PhotoOrder): PublicPhoto[] | null {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted && order === 'arranged') return null;
  const found = photos.filter(({ filename }) => filename.toLocaleLowerCase().includes(wanted));
  if (order === 'name') found.sort((a, b) => names.compare(a.filename, b.filename));
  if (order === 'captured') found.sort((a, b) => (a.captureRank ?? 0) - (b.captureRank ?? 0));
  return found;
}
