import { useEffect } from 'react';
import type { PublicGallery } from '#core/api/public.ts';
import { photoSources } from '#core/domain/photos/image-sources.ts';
import { COVER } from '#core/domain/photos/large-sources.ts';

/**
 * Replaces the cover's first, light picture by the one with the pixels that the screen shows, without a gap: it is loaded
 * with low priority and decoded first. If it fails, the light one stays. Part of the deferred chunk: the first script has
 * no room for it.
 */
export function SharpCover({ page: { gallery } }: { page: PublicGallery }) {
  const { id, cover, coverStyle } = gallery;
  const { fileId, width = 0, height = 1 } = cover ?? {};
  useEffect(() => {
    const light = document.querySelector<HTMLImageElement>('.gallery-header a > span > img');
    if (!light || fileId === undefined) return;
    const box = light.getBoundingClientRect();
    const next = new Image();
    next.fetchPriority = 'low';
    // A cropped photo is wider than its box.
    next.sizes = `${Math.max(box.width, (box.height * width) / height)}px`;
    next.srcset = photoSources(id, { fileId, width }, COVER).srcSet;
    next.decode().then(
      () => {
        light.decoding = 'sync';
        // With a width it has the light one's natural size, so it is no second largest contentful paint.
        light.srcset = `${next.currentSrc} ${width}w`;
      },
      () => {},
    );
    return () => {
      // Rejects `decode`.
      next.srcset = '';
    };
  }, [id, fileId, width, height, coverStyle]);
  return null;
}
