import type PhotoSwipe from 'photoswipe';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import type { ProofingParts } from '../photos/proofing-parts.ts';
import { useGalleryAccess, useTokenVersion } from '../shell/gallery-access-context.ts';
import { LightboxControls } from './lightbox-controls.tsx';
import { createPhotoSwipe } from './swipe.ts';
import { useViewCounter } from './view-counter.ts';

interface LightboxProps {
  page: PublicGallery;
  /** Null for visitors who cannot choose; undefined until that is known. */
  parts: ProofingParts | null | undefined;
  /** Photo to show; null closes the lightbox. */
  photoId: string | null;
  /** True if the page shows the photo enlarged until the lightbox does. */
  isShown: boolean;
  onShow: (photoId: string) => void;
  /** Called with the index of the last photo when the visitor closes the lightbox. */
  onClose: (index: number) => void;
  /** Called once the lightbox has left the screen. */
  onGone: () => void;
}

/** Shows one photo full screen. Loaded when the first photo is opened. */
export function Lightbox({ page, parts, photoId, isShown, onShow, onClose, onGone }: LightboxProps) {
  const { t } = useTranslation('public');
  const { photos, gallery } = page;
  const shown = useRef(photos);
  const targetIndex = photos.findIndex((photo) => photo.id === photoId);
  const [swipe, setSwipe] = useState<PhotoSwipe | null>(null);
  const [index, setIndex] = useState(targetIndex);

  const create = useEffectEvent(() =>
    createPhotoSwipe({
      galleryId: gallery.id,
      photos: () => shown.current,
      index: Math.max(0, targetIndex),
      isShown,
      label: textsIn(gallery, currentLanguage()).name,
      altOf: (at) => {
        const { video } = shown.current[at] ?? {};
        const values = { number: at + 1, total: gallery.photoCount, length: video ?? '' };
        return t(video === undefined ? 'photoOf' : 'videoOf', values);
      },
      failedText: t('lightbox.failed'),
    }),
  );
  const changed = useEffectEvent((at: number) => {
    setIndex(at);
    const photo = photos[at];
    if (photo && photo.id !== photoId) onShow(photo.id);
  });
  const closed = useEffectEvent((at: number) => onClose(at));
  const gone = useEffectEvent(() => onGone());

  useEffect(() => {
    const root = document.getElementById('root');
    const opened = create();
    // True if the gallery unmounts (access ended): no close callback then, since no grid is left to return to.
    let isUnmounted = false;
    opened.on('change', () => changed(opened.currIndex));
    opened.on('close', () => {
      root?.removeAttribute('inert');
      if (!isUnmounted) closed(opened.currIndex);
    });
    const unlock = lockPage();
    opened.on('destroy', () => {
      unlock();
      if (!isUnmounted) gone();
    });
    opened.on('afterInit', () => setSwipe(opened));
    opened.init();
    root?.setAttribute('inert', '');
    return () => {
      isUnmounted = true;
      root?.removeAttribute('inert');
      if (!opened.isDestroying) opened.destroy();
    };
  }, []);

  useEffect(() => {
    shown.current = photos;
  }, [photos]);

  useEffect(() => {
    if (!swipe || swipe.isDestroying) return;
    if (targetIndex < 0) swipe.close();
    else if (targetIndex !== swipe.currIndex) swipe.goTo(targetIndex);
  }, [swipe, targetIndex]);

  useViewCounter(gallery.id, photoId);
  useRetries(swipe);
  if (!swipe?.element) return null;
  return createPortal(<LightboxControls page={page} parts={parts} index={index} swipe={swipe} />, swipe.element);
}

/** Gives the lightbox the width of the scrollbar, too. The page below keeps its layout. Returns a function that undoes it. */
function lockPage(): () => void {
  const { style, clientWidth } = document.documentElement;
  if (clientWidth < innerWidth) style.width = `${clientWidth}px`;
  style.scrollbarGutter = 'auto';
  style.overflow = 'hidden';
  return () => {
    for (const property of ['width', 'scrollbar-gutter', 'overflow']) style.removeProperty(property);
  };
}

/** Reloads refused photos with the next image token. */
function useRetries(swipe: PhotoSwipe | null) {
  const galleryAccess = useGalleryAccess();
  const tokens = useTokenVersion();
  const failed = useRef(new Set<number>());
  useEffect(() => {
    swipe?.on('loadError', ({ content }) => {
      failed.current.add(content.index);
      galleryAccess.pictureFailed();
    });
  }, [swipe, galleryAccess]);
  useEffect(() => {
    const again = [...failed.current];
    failed.current.clear();
    for (const index of again) swipe?.refreshSlideContent(index);
  }, [swipe, tokens]);
}
