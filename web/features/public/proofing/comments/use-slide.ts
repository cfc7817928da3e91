import type PhotoSwipe from 'photoswipe';
import { useEffect, useState } from 'react';

interface SlideSize {
  /** Element that zooms, pans and swipes with the photo. */
  container: HTMLElement;
  width: number;
  height: number;
}

/** Returns where a photo is, if it is the current one; null until it is there. */
export function useSlide(swipe: PhotoSwipe, photoId: string): SlideSize | null {
  const [slide, setSlide] = useState<SlideSize | null>(null);
  useEffect(() => {
    const look = () => {
      const current = swipe.currSlide;
      if (!current || (current.data as { id?: string }).id !== photoId) return setSlide(null);
      const { container, prevDisplayedWidth: width, prevDisplayedHeight: height } = current;
      setSlide((known) =>
        known?.container === container && known.width === width && known.height === height
          ? known
          : { container, width, height },
      );
    };
    look();
    // PhotoSwipe draws the photo again, larger, at the end of a zoom.
    for (const event of ['zoomPanUpdate', 'change', 'resize', 'imageSizeChange'] as const) swipe.on(event, look);
    return () => {
      for (const event of ['zoomPanUpdate', 'change', 'resize', 'imageSizeChange'] as const) swipe.off(event, look);
    };
  }, [swipe, photoId]);
  return slide;
}

/** Makes room beside the photo: pixels on the right or below. */
export function useRoom(swipe: PhotoSwipe, right: number, bottom: number): void {
  useEffect(() => makeRoom(swipe, right, bottom), [swipe, right, bottom]);
}

/** Returns a function that gives the room back. */
function makeRoom(swipe: PhotoSwipe, right: number, bottom: number): () => void {
  const { options, element } = swipe;
  const before = options.paddingFn;
  options.paddingFn = (...args) => {
    const margins = before?.(...args) ?? { top: 0, bottom: 0, left: 0, right: 0 };
    return { ...margins, right: margins.right + right, bottom: margins.bottom + bottom };
  };
  element?.style.setProperty('--lightbox-side', `${right}px`);
  swipe.updateSize(true);
  return () => {
    options.paddingFn = before;
    element?.style.removeProperty('--lightbox-side');
    if (!swipe.isDestroying) swipe.updateSize(true);
  };
}
