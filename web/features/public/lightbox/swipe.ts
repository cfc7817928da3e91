import PhotoSwipe from 'photoswipe';
import type { PublicPhoto } from '#core/api/public.ts';
import { photoSources } from '#core/domain/photos/image-sources.ts';
import { LARGE } from '#core/domain/photos/large-sources.ts';
import { loadedTile, placeholderImage, tileSelector } from '../photos/photo-image.tsx';

interface SwipeOptions {
  galleryId: string;
  /** Called each time: a large gallery loads its photos in two parts. */
  photos: () => readonly PublicPhoto[];
  index: number;
  /** True if the page shows the photo already, enlarged. */
  isShown: boolean;
  /** Label of the dialog. */
  label: string;
  altOf: (index: number) => string;
  failedText: string;
}

/** Returns the margin of paper around a photo that fills the window: the controls are on it, not on the photo. */
function marginsOf({ x, y }: { x: number; y: number }) {
  if (y < SHORT_PX) return { top: 12, bottom: x < PHONE_PX ? 68 : 12, left: 12, right: BAR_PX };
  if (x < PHONE_PX) return { top: 60, bottom: 68, left: 12, right: 12 };
  return { top: 64, bottom: 40, left: 68, right: 68 };
}

/** Width of phones with a bottom bar (Tailwind's `sm`), and height of phones held sideways. */
const PHONE_PX = 640;
const SHORT_PX = 500;
/** Width of the bar beside the photo on a phone held sideways (lightbox.css). */
const BAR_PX = 64;

/**
 * Creates a PhotoSwipe with our images and texts and without its own buttons. It handles gestures: swipe, pinch, drag
 * to close and momentum. It loads one photo before and two after the current one.
 */
export function createPhotoSwipe({
  galleryId,
  photos,
  index,
  isShown,
  label,
  altOf,
  failedText,
}: SwipeOptions): PhotoSwipe {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swipe = new PhotoSwipe({
    index,
    mainClass: 'lightbox',
    bgOpacity: 1,
    paddingFn: marginsOf,
    loop: false,
    preload: [1, 2],
    errorMsg: failedText,
    wheelToZoom: true,
    imageClickAction: 'zoom',
    showHideAnimationType: still ? 'none' : 'zoom',
    ...(still && { zoomAnimationDuration: false }),
    showAnimationDuration: isShown ? 0 : 240,
    hideAnimationDuration: 200,
    // The grid restores the focus, to the last photo shown.
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
    // PhotoSwipe sets `sizes`, also while zooming: the browser then takes a larger source, and shows the former until then.
    const { src, srcSet } = photoSources(galleryId, photo, LARGE);
    return { src, srcset: srcSet, width: photo.width, height: photo.height, alt: altOf(at), id: photo.id };
  });
  // PhotoSwipe's types require an element, but its code accepts none: the photo then fades in.
  swipe.addFilter('thumbEl', (element, item) => {
    const tile = document.querySelector(tileSelector(String(item['id'])));
    return (tile ?? element) as HTMLElement;
  });
  swipe.addFilter('placeholderSrc', (src, content) => {
    const tile = loadedTile(String(content.data['id']));
    if (tile !== null) return tile;
    return placeholderImage(photos()[content.index]?.thumbhash ?? '') ?? src;
  });
  swipe.on('afterInit', () => {
    swipe.element?.setAttribute('aria-label', label);
    swipe.element?.setAttribute('aria-modal', 'true');
  });
  return swipe;
}
