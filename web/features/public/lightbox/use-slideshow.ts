import type PhotoSwipe from 'photoswipe';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { PlayerHandle } from '#web/components/ui/lists/video-player.tsx';
import { useWakeLock } from '#web/lib/browser/use-wake-lock.ts';
import { Slideshow, DEFAULT_SLIDE_SECONDS, type SlideSeconds } from './slideshow.ts';

const FADE_MS = 700;

/** Cross-fades to another photo; PhotoSwipe itself would jump. */
function crossFade(swipe: PhotoSwipe, index: number): void {
  const before = swipe.currSlide?.content.element;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ghost = !still && before instanceof HTMLImageElement ? createGhost(before) : null;
  if (ghost) swipe.element?.insertBefore(ghost, swipe.scrollWrap?.nextSibling ?? null);
  swipe.goTo(index);
  if (!ghost) return;
  const timing = { duration: FADE_MS, easing: 'ease-in-out' };
  swipe.currSlide?.content.element?.animate([{ opacity: 0 }, { opacity: 1 }], timing);
  void ghost.animate([{ opacity: 1 }, { opacity: 0 }], timing).finished.finally(() => ghost.remove());
}

/** Returns a copy of the image at its position, independent of the slide that is removed. */
function createGhost(picture: HTMLImageElement): HTMLImageElement {
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

/** Resolves once a photo is loaded and decoded, or has failed. PhotoSwipe has requested the neighbours already. */
async function whenLoaded(swipe: PhotoSwipe, index: number): Promise<void> {
  const { contentLoader } = swipe;
  if (!contentLoader.getContentByIndex(index)) contentLoader.loadSlideByIndex(index);
  const content = contentLoader.getContentByIndex(index);
  const picture = content?.element;
  if (!(picture instanceof HTMLImageElement)) return;
  await picture.decode().catch(() => {
    // Broken or refused: the slideshow continues, and the photo shows its own error.
  });
}

const TAPS = ['tapAction', 'imageClickAction', 'bgClickAction'] as const;

/**
 * Slideshow of the photos in the lightbox. Any other user action pauses it. Space plays the video that is shown, if
 * there is one.
 */
export function useSlideshow(swipe: PhotoSwipe, player: RefObject<PlayerHandle | null>) {
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState<SlideSeconds>(DEFAULT_SLIDE_SECONDS);
  const [show] = useState(() => {
    const next = () => (swipe.currIndex + 1) % swipe.getNumItems();
    return new Slideshow({
      prepareNext: () => whenLoaded(swipe, next()),
      showNext: () => {
        if (!swipe.isDestroying) crossFade(swipe, next());
      },
      onChange: setPlaying,
    });
  });
  const toggle = () => {
    if (!playing) enterFullscreen();
    show.toggle();
  };
  const onSpace = useEffectEvent(() => (player.current ? player.current.toggle() : toggle()));

  useEffect(() => {
    const onKeyDown = ({ originalEvent: event }: { originalEvent: KeyboardEvent }) => {
      const { key, target } = event;
      if (key !== ' ') {
        // Tab moves to the controls and Escape closes; neither changes the photo.
        if (/^(Arrow|Home$|End$)/.test(key)) show.pause();
        return;
      }
      if (target instanceof Element && target.closest('button, a, input, select, video, [role="radio"]')) return;
      event.preventDefault();
      onSpace();
    };
    /** True during the tap that stops the slideshow: PhotoSwipe must not also hide the controls or zoom. */
    let stopping = false;
    const touched = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[data-slideshow]')) return;
      // PhotoSwipe reports a tap only 300 ms later: a button may have been tapped by then.
      if (show.isPlaying) stopping = true;
      else if (event.target instanceof Element && event.target.closest('.pswp__scroll-wrap')) stopping = false;
      show.pause();
    };
    const tapped = (event: { preventDefault: () => void }) => {
      if (stopping) event.preventDefault();
      stopping = false;
    };
    const hidden = () => {
      if (document.visibilityState === 'hidden') show.pause();
    };
    const { element } = swipe;
    swipe.on('keydown', onKeyDown);
    for (const action of TAPS) swipe.on(action, tapped);
    element?.addEventListener('pointerdown', touched);
    element?.addEventListener('wheel', touched, { passive: true });
    document.addEventListener('visibilitychange', hidden);
    return () => {
      show.pause();
      leaveFullscreen();
      swipe.off('keydown', onKeyDown);
      for (const action of TAPS) swipe.off(action, tapped);
      element?.removeEventListener('pointerdown', touched);
      element?.removeEventListener('wheel', touched);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [swipe, show]);
  useEffect(() => {
    swipe.element?.toggleAttribute('data-playing', playing);
  }, [swipe, playing]);
  useWakeLock(playing);

  const changePace = (to: SlideSeconds) => {
    setPace(to);
    show.setPace(to);
  };
  return { playing, pace, toggle, changePace };
}

/** Enters fullscreen if the browser allows it: iPhones do not, in-app browsers seldom. */
function enterFullscreen(): void {
  document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {});
}

function leaveFullscreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}
