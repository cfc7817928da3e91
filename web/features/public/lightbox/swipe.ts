import PhotoSwipe from 'photoswipe';
import type { PublicPhoto } from '#core/api/public.ts';
import { photoSources, zoomSource } from '#core/domain/image-sources.ts';
import { placeholderImage } from '../gallery/photo-image.tsx';

export interface SwipeOptions {
  galleryId: string;
  /** Asked anew each time: a large gallery's photos come in two parts. */
  photos: () => readonly PublicPhoto[];
  index: number;
  /** Names the dialog. */
  label: string;
  altOf: (index: number) => string;
  failedText: string;
}

/** Zoomed this much beyond the fit, the fullscreen preset begins to look soft. */
const SOFT_FROM = 1.3;

/**
 * PhotoSwipe with our pictures, our words and none of its own buttons. It owns the gestures: swipe, pinch, drag to
 * close, momentum; and loads one photo before and two after the one that is looked at.
 */
export function createPhotoSwipe({ galleryId, photos, index, label, altOf, failedText }: SwipeOptions): PhotoSwipe {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swipe = new PhotoSwipe({
    index,
    mainClass: 'lightbox',
    bgOpacity: 1,
    loop: false,
    preload: [1, 2],
    errorMsg: failedText,
    wheelToZoom: true,
    imageClickAction: 'zoom',
    showHideAnimationType: still ? 'none' : 'zoom',
    ...(still && { zoomAnimationDuration: false }),
    showAnimationDuration: 240,
    hideAnimationDuration: 200,
    // Where the focus goes back to is the grid's business: to the photo that was looked at last.
    returnFocus: false,
    arrowPrev: false,
    arrowNext: false,
    close: false,
    zoom: false,
    counter: false,
  });
  swipe.addFilter('numItems', () => photos().length);
  swipe.addFilter('itemData', (item, at) => {
    const photo = photos()[at];
    if (!photo) return item;
    const { src, srcSet } = photoSources(galleryId, photo);
    return { src, srcset: srcSet, width: photo.width, height: photo.height, alt: altOf(at), id: photo.id };
  });
  // PhotoSwipe's types want an element where its code takes none as well: then the photo fades instead of flying.
  swipe.addFilter('thumbEl', (element, item) => (tileImage(item['id']) ?? element) as HTMLElement);
  swipe.addFilter('placeholderSrc', (src, content) => {
    const tile = tileImage(content.data['id']);
    if (tile?.complete && tile.naturalWidth > 0) return tile.currentSrc;
    return placeholderImage(photos()[content.index]?.thumbhash ?? '') ?? src;
  });
  swipe.on('zoomPanUpdate', ({ slide }) => {
    const photo = photos()[slide.index];
    const image = slide.content.element;
    if (slide.currZoomLevel < slide.zoomLevels.fit * SOFT_FROM || !(image instanceof HTMLImageElement)) return;
    const detailed = photo && zoomSource(galleryId, photo);
    // With one more candidate the browser swaps by itself, and keeps showing the old one until the new one is there.
    if (detailed && !image.srcset.includes(detailed)) image.srcset += `, ${detailed} ${Math.min(3200, photo.width)}w`;
  });
  swipe.on('afterInit', () => {
    swipe.element?.setAttribute('aria-label', label);
    swipe.element?.setAttribute('aria-modal', 'true');
    swipe.element?.setAttribute('data-scrim', '');
  });
  return swipe;
}

function tileImage(photoId: unknown): HTMLImageElement | null {
  return document.querySelector(`[data-photo="${CSS.escape(String(photoId))}"] img`);
}
