import { isExpired } from '#core/domain/galleries/galleries.ts';
import { WEEK_MS } from '#core/domain/values/durations.ts';
import type { HomeGallery } from './types.ts';

/** Galleries that close within this time are listed, in milliseconds: 7 days. */
const CLOSING_MS = WEEK_MS;

export type GalleryTask =
  | { kind: 'failed'; galleryId: string; count: number }
  | { kind: 'closing'; galleryId: string; at: number }
  | { kind: 'unpublished'; galleryId: string };

type NamedTask = GalleryTask & { key: string; name: string };

/** Returns the tasks of galleries: files that failed, then those that close soon, then drafts with photos. */
export function ofGalleries(galleries: readonly HomeGallery[], now: number): NamedTask[] {
  const failed = galleries.flatMap(({ id, name, stats }): NamedTask[] => {
    const count = stats?.failedCount ?? 0;
    return count > 0 ? [{ key: `failed-${id}`, kind: 'failed', name, galleryId: id, count }] : [];
  });
  const closing = galleries
    .flatMap((gallery): { gallery: HomeGallery; at: number }[] => {
      const at = gallery.expiresAt;
      const soon = gallery.status === 'published' && at !== null && !isExpired(gallery, now) && at - now <= CLOSING_MS;
      return soon ? [{ gallery, at }] : [];
    })
    .sort((a, b) => a.at - b.at)
    .map(({ gallery: { id, name }, at }): NamedTask => ({
      key: `closing-${id}`,
      kind: 'closing',
      name,
      galleryId: id,
      at,
    }));
  const unpublished = galleries
    .filter((gallery) => gallery.status === 'draft' && (gallery.stats?.readyCount ?? 0) > 0)
    .map(({ id, name }): NamedTask => ({ key: `unpublished-${id}`, kind: 'unpublished', name, galleryId: id }));
  return [...failed, ...closing, ...unpublished];
}
