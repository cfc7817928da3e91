import { isExpired } from '#core/domain/galleries.ts';
import type { HomeGallery } from './places.ts';

/** Galleries that close within this time are shown, in milliseconds (decisions §5: 7 days). */
const CLOSING_MS = 7 * 24 * 60 * 60 * 1000;

export interface Attention {
  gallery: HomeGallery;
  reason: { kind: 'failed'; count: number } | { kind: 'closing'; at: number } | { kind: 'unpublished' };
}

/** What waits for the photographer: failures first, then what closes next, then what was not sent yet. */
export function attentionOf(galleries: readonly HomeGallery[], now: number): Attention[] {
  const failed = galleries.flatMap((gallery): Attention[] => {
    const count = gallery.stats?.failedCount ?? 0;
    return count > 0 ? [{ gallery, reason: { kind: 'failed', count } }] : [];
  });
  const closing = galleries
    .flatMap((gallery): { gallery: HomeGallery; at: number }[] => {
      const at = gallery.expiresAt;
      const soon = gallery.status === 'published' && at !== null && !isExpired(gallery, now) && at - now <= CLOSING_MS;
      return soon ? [{ gallery, at }] : [];
    })
    .sort((a, b) => a.at - b.at)
    .map(({ gallery, at }): Attention => ({ gallery, reason: { kind: 'closing', at } }));
  const unpublished = galleries
    .filter((gallery) => gallery.status === 'draft' && (gallery.stats?.readyCount ?? 0) > 0)
    .map((gallery): Attention => ({ gallery, reason: { kind: 'unpublished' } }));
  return [...failed, ...closing, ...unpublished];
}
