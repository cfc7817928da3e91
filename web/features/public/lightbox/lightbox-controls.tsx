import { ChevronLeft, ChevronRight, Download, Keyboard, Pause, Play, Share, X, ZoomIn, ZoomOut } from 'lucide-react';
import type PhotoSwipe from 'photoswipe';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { ShareNote, useShare } from '../gallery/share.tsx';
import { photoHash } from '../gallery/use-photo-hash.ts';
import { DownloadPanel, KeyList, SlideshowBar } from './lightbox-panels.tsx';
import { useSlideshow } from './use-slideshow.ts';

/**
 * Sets `data-idle` on an element after `idleMs` milliseconds without mouse movement or key press. Starts at once with a
 * mouse; on a touch screen a tap shows and hides the controls.
 */
function useIdle(element: HTMLElement | undefined, idleMs: number): void {
  useEffect(() => {
    if (!element) return;
    let timer: ReturnType<typeof setTimeout>;
    const active = () => {
      element.removeAttribute('data-idle');
      clearTimeout(timer);
      timer = setTimeout(() => element.setAttribute('data-idle', ''), idleMs);
    };
    const moved = (event: PointerEvent) => event.pointerType === 'mouse' && active();
    if (matchMedia('(hover: hover)').matches) active();
    element.addEventListener('pointermove', moved);
    document.addEventListener('keydown', active);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointermove', moved);
      document.removeEventListener('keydown', active);
    };
  }, [element, idleMs]);
}

interface LightboxControlsProps {
  page: PublicGallery;
  index: number;
  swipe: PhotoSwipe;
}

/** Milliseconds: enough to read and reach a button. */
const IDLE_MS = 3000;

export function LightboxControls({ page: { gallery, photos }, index, swipe }: LightboxControlsProps) {
  const { t } = useTranslation(['public', 'common']);
  const [panel, setPanel] = useState<Panel>(null);
  const { outcome, share } = useShare();
  const zoomed = useZoomed(swipe);
  const { playing, pace, toggle, changePace } = useSlideshow(swipe);
  useIdle(swipe.element, IDLE_MS);
  usePanelKeys(swipe, panel, setPanel);
  const photo = photos[index];
  if (!photo) return null;
  const address = () => `${location.origin}${location.pathname}${photoHash(photo.id)}`;
  const step = 'pswp__hide-on-close lightbox-step absolute top-1/2 -translate-y-1/2';
  return (
    <>
      <p
        // Off while playing: a screen reader would read a number every few seconds.
        aria-live={playing ? 'off' : 'polite'}
        className="pswp__hide-on-close absolute top-[calc(env(safe-area-inset-top)+--spacing(3))] left-3 rounded-full bg-veil px-3 py-1.5 text-caption text-on-photo tabular-nums"
      >
        <span className="sr-only">{t('photoOf', { number: index + 1, total: gallery.photoCount })}</span>
        <span aria-hidden>{`${index + 1} / ${gallery.photoCount}`}</span>
      </p>
      <SlideshowNote playing={playing} />
      <div className="pswp__hide-on-close absolute top-[calc(env(safe-area-inset-top)+--spacing(2))] right-2 flex gap-1.5">
        <IconButton
          onPhoto
          label={t('keys.show')}
          icon={<Keyboard aria-hidden />}
          aria-expanded={panel === 'keys'}
          onClick={() => setPanel(panel === 'keys' ? null : 'keys')}
          className="pointer-coarse:hidden!"
        />
        {photos.length > 1 && (
          <IconButton
            onPhoto
            data-slideshow
            label={t(playing ? 'slideshow.pause' : 'slideshow.play')}
            icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
            onClick={() => {
              setPanel(null);
              toggle();
            }}
          />
        )}
        <IconButton
          onPhoto
          label={t(zoomed ? 'lightbox.zoomOut' : 'lightbox.zoomIn')}
          icon={zoomed ? <ZoomOut aria-hidden /> : <ZoomIn aria-hidden />}
          onClick={() => swipe.toggleZoom()}
          className="pointer-coarse:hidden!"
        />
        {gallery.visibility !== 'invite' && (
          <IconButton
            onPhoto
            label={t('lightbox.share')}
            icon={<Share aria-hidden />}
            onClick={() => void share({ title: gallery.name, url: address() })}
          />
        )}
        <IconButton
          onPhoto
          label={t('common:download')}
          icon={<Download aria-hidden />}
          aria-expanded={panel === 'download'}
          onClick={() => setPanel(panel === 'download' ? null : 'download')}
        />
        <IconButton onPhoto label={t('common:close')} icon={<X aria-hidden />} onClick={() => swipe.close()} />
      </div>
      {panel === 'download' && <DownloadPanel gallery={gallery} photo={photo} />}
      {panel === 'keys' && <KeyList />}
      {playing && <SlideshowBar pace={pace} onPace={changePace} />}
      <ShareNote outcome={outcome} url={address} />
      <IconButton
        onPhoto
        label={t('common:previous')}
        icon={<ChevronLeft aria-hidden />}
        aria-disabled={index === 0}
        onClick={() => swipe.prev()}
        className={`${step} left-2 aria-disabled:invisible`}
      />
      <IconButton
        onPhoto
        label={t('common:next')}
        icon={<ChevronRight aria-hidden />}
        aria-disabled={index === photos.length - 1}
        onClick={() => swipe.next()}
        className={`${step} right-2 aria-disabled:invisible`}
      />
    </>
  );
}

/** Announces once that the slideshow started or stopped; silent at first. */
function SlideshowNote({ playing }: { playing: boolean }) {
  const { t } = useTranslation('public');
  const [begun, setBegun] = useState(false);
  if (playing && !begun) setBegun(true);
  return <output className="sr-only">{begun && t(playing ? 'slideshow.playing' : 'slideshow.paused')}</output>;
}

type Panel = 'download' | 'keys' | null;

/** Escape closes the innermost panel first; `?` shows the keys; Home and End show the first and the last photo. */
function usePanelKeys(swipe: PhotoSwipe, panel: Panel, setPanel: (panel: Panel) => void) {
  useEffect(() => {
    const onKeyDown = (event: { originalEvent: KeyboardEvent; preventDefault: () => void }) => {
      const { key, target } = event.originalEvent;
      const isTyping = target instanceof Element && target.closest('input, [role="radio"]') !== null;
      if (!isTyping && key === 'Home') swipe.goTo(0);
      if (!isTyping && key === 'End') swipe.goTo(swipe.getNumItems() - 1);
      if (key === '?') setPanel(panel === 'keys' ? null : 'keys');
      if (key !== 'Escape' || panel === null) return;
      event.preventDefault();
      setPanel(null);
    };
    swipe.on('keydown', onKeyDown);
    return () => swipe.off('keydown', onKeyDown);
  }, [swipe, panel, setPanel]);
}

function useZoomed(swipe: PhotoSwipe): boolean {
  const [zoomed, setZoomed] = useState(false);
  useEffect(() => {
    const look = () => {
      const slide = swipe.currSlide;
      setZoomed(Boolean(slide && slide.currZoomLevel > slide.zoomLevels.initial));
    };
    swipe.on('zoomPanUpdate', look);
    swipe.on('change', look);
    return () => {
      swipe.off('zoomPanUpdate', look);
      swipe.off('change', look);
    };
  }, [swipe]);
  return zoomed;
}
