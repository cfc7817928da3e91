import type PhotoSwipe from 'photoswipe';

const FADE_MS = 700;

/** Goes to another photo by fading one into the other; PhotoSwipe itself would jump. */
export function crossFade(swipe: PhotoSwipe, index: number): void {
  const before = swipe.currSlide?.content.element;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ghost = !still && before instanceof HTMLImageElement ? ghostOf(before) : null;
  if (ghost) swipe.element?.insertBefore(ghost, swipe.scrollWrap?.nextSibling ?? null);
  swipe.goTo(index);
  if (!ghost) return;
  const timing = { duration: FADE_MS, easing: 'ease-in-out' };
  swipe.currSlide?.content.element?.animate([{ opacity: 0 }, { opacity: 1 }], timing);
  void ghost.animate([{ opacity: 1 }, { opacity: 0 }], timing).finished.finally(() => ghost.remove());
}

/** The picture where it stands, apart from the slide that is about to go. */
function ghostOf(picture: HTMLImageElement): HTMLImageElement {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const ghost = new Image();
  ghost.src = picture.currentSrc || picture.src;
  ghost.alt = '';
  Object.assign(ghost.style, {
    position: 'absolute',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    pointerEvents: 'none',
  });
  return ghost;
}

/** Resolves when a photo is loaded and decoded, or will not come. PhotoSwipe has asked for the neighbours already. */
export async function whenLoaded(swipe: PhotoSwipe, index: number): Promise<void> {
  const { contentLoader } = swipe;
  if (!contentLoader.getContentByIndex(index)) contentLoader.loadSlideByIndex(index);
  const content = contentLoader.getContentByIndex(index);
  const picture = content?.element;
  if (!(picture instanceof HTMLImageElement)) return;
  await picture.decode().catch(() => {
    // Broken or refused: the slideshow goes on, and the photo says so itself.
  });
}
