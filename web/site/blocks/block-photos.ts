import type { SitePageData, SitePhotoSource } from '#core/api/site-page.ts';
import { type Block, isKnownBlock } from '#core/domain/site/page-blocks.ts';
import { textOf } from '../texts.ts';

/** Returns the photos that a block shows, with their alternative texts. */
export function photosOf(data: SitePageData, block: Block): { photo: SitePhotoSource; alt: string }[] {
  if (!isKnownBlock(block)) return [];
  if (block.kind === 'image') {
    const photo = block.photoId ? data.photos[block.photoId] : undefined;
    return photo ? [{ photo, alt: textOf(data, block.alt) }] : [];
  }
  if (block.kind === 'gallery' && block.mode === 'live') {
    const galleryId = block.galleryId ?? '';
    const photos = (data.galleryPhotos[galleryId] ?? []).slice(0, block.count ?? 12);
    return photos.map((photo) => ({ photo: { ...photo, galleryId }, alt: '' }));
  }
  if (block.kind !== 'gallery' && block.kind !== 'slideshow') return [];
  return (block.photos ?? []).flatMap(({ photoId, alt }) => {
    const photo = data.photos[photoId];
    return photo ? [{ photo, alt: textOf(data, alt) }] : [];
  });
}
