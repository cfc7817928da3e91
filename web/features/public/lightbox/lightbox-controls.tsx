import { clsx } from 'clsx';
import {
  ChevronLeft,
  ChevronRight,
  Download,
  ImageDown,
  Keyboard,
  Pause,
  Play,
  Share,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type PhotoSwipe from 'photoswipe';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { useHistoryLayer } from '#web/lib/browser/history-layer.ts';
import type { PlayerHandle } from '#web/components/ui/lists/video-player.tsx';
import { canSaveToPhotos } from '../downloads/can-save-to-photos.ts';
import type { ProofingParts } from '../photos/proofing-parts.ts';
import { ShareNote, useShare } from '../photos/share.tsx';
import { photoHash } from '../photos/use-photo-hash.ts';
import { DownloadPanel, KeyList, SavePanel, SlideshowPart, useDownloadSizes } from './lightbox-panels.tsx';
import { useSlideshow } from './use-slideshow.ts';
import { VideoSlide } from './video-slide.tsx';

/**
 * Sets `data-idle` on the lightbox after `idleMs` milliseconds without mouse movement, touch, key press or focus. Never
 * on touch screens, where a tap hides and shows the controls.
 */
function useIdle(swipe: PhotoSwipe, idleMs: number): void {
  useEffect(() => {
    const { element } = swipe;
    if (!element || matchMedia('(pointer: coarse)').matches) return;
    let timer: ReturnType<typeof setTimeout>;
    const active = () => {
      element.removeAttribute('data-idle');
      clearTimeout(timer);
      timer = setTimeout(() => element.setAttribute('data-idle', ''), idleMs);
    };
    active();
    const events = ['pointermove', 'pointerdown', 'focusin'] as const;
    for (const event of events) element.addEventListener(event, active);
    document.addEventListener('keydown', active);
    return () => {
      clearTimeout(timer);
      for (const event of events) element.removeEventListener(event, active);
      document.removeEventListener('keydown', active);
    };
  }, [swipe, idleMs]);
}

/** Lets a tap act on a control only if it was visible: the first tap shows the controls, and its click would reach one. */
function useVisibleTaps(swipe: PhotoSwipe): void {
  useEffect(() => {
    const { element } = swipe;
    if (!element) return;
    let wasHidden = false;
    const pressed = () => {
      const control = element.querySelector('.lightbox-step');
      wasHidden = control !== null && getComputedStyle(control).pointerEvents === 'none';
    };
    const clicked = (event: MouseEvent) => {
      // Keys click without a pointer.
      if (!wasHidden || event.detail === 0 || !(event.target instanceof Element)) return;
      if (!event.target.closest('.pswp__hide-on-close') || event.target.closest('[data-slideshow]')) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('pointerdown', pressed, true);
    element.addEventListener('click', clicked, true);
    return () => {
      element.removeEventListener('pointerdown', pressed, true);
      element.removeEventListener('click', clicked, true);
    };
  }, [swipe]);
}

interface LightboxControlsProps {
  page: PublicGallery;
  parts: ProofingParts | null | undefined;
  index: number;
  swipe: PhotoSwipe;
}

/** Milliseconds: enough to read and reach a button. */
const IDLE_MS = 3000;

export function LightboxControls({ page: { gallery, photos }, parts, index, swipe }: LightboxControlsProps) {
  const { t } = useTranslation(['public', 'common']);
  const [panel, setPanel] = useState<Panel>(null);
  const { note, share } = useShare();
  const zoomed = useZoomed(swipe);
  const player = useRef<PlayerHandle>(null);
  const { playing, pace, toggle, changePace } = useSlideshow(swipe, player);
  const photo = photos[index];
  const mayDownload = useDownloadSizes(gallery, photo).length > 0;
  useIdle(swipe, IDLE_MS);
  useVisibleTaps(swipe);
  useHistoryLayer(panel !== null, () => setPanel(null));
  usePanelKeys(swipe, panel, setPanel);
  if (!photo) return null;
  const isPhoto = photo.video === undefined;
  const address = () => `${location.origin}${location.pathname}${photoHash(photo.id)}`;
  const step = clsx(
    'pswp__hide-on-close lightbox-step absolute top-1/2 -translate-y-1/2 bg-paper',
    // A panel covers the middle of a narrow window.
    panel !== null && 'max-sm:hidden!',
  );
  return (
    <>
      {!isPhoto && <VideoSlide key={photo.id} galleryId={gallery.id} {...{ photo, swipe }} ref={player} />}
      <p
        // Off while playing: a screen reader would read a number every few seconds.
        aria-live={playing ? 'off' : 'polite'}
        className="pswp__hide-on-close absolute top-[calc(env(safe-area-inset-top)+--spacing(3))] left-3 rounded-full bg-paper px-3 py-1.5 text-caption text-soft tabular-nums"
      >
        <span className="sr-only">
          {t(isPhoto ? 'photoOf' : 'videoOf', {
            number: index + 1,
            total: gallery.photoCount,
            length: photo.video ?? '',
          })}
        </span>
        <span aria-hidden>{`${index + 1} / ${gallery.photoCount}`}</span>
      </p>
      {photo.noPreview && (
        <p className="pointer-events-none absolute top-1/2 left-1/2 max-w-[calc(100%-8rem)] -translate-1/2 rounded-control bg-raised px-4 py-3 text-center wrap-anywhere text-ink">
          {photo.filename}
          <span className="block text-caption text-soft">{t('lightbox.noPreview')}</span>
        </p>
      )}
      <SlideshowNote playing={playing} />
      <div className="lightbox-bar pswp__hide-on-close absolute top-[calc(env(safe-area-inset-top)+--spacing(2))] right-2 flex gap-1">
        <div
          data-waiting={parts === undefined || undefined}
          className="flex gap-1 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:justify-evenly max-sm:bg-paper max-sm:px-2 max-sm:pt-2 max-sm:pb-[calc(env(safe-area-inset-bottom)+--spacing(2))]"
        >
          {parts && <parts.LightboxButtons photo={photo} swipe={swipe} />}
          {parts && (
            <parts.CommentsButton
              photo={photo}
              swipe={swipe}
              open={panel === 'comments'}
              onOpenChange={(open) => setPanel(open ? 'comments' : null)}
            />
          )}
          {mayDownload && canSaveToPhotos() && (
            <BarButton
              label={t('lightbox.save')}
              short={t('lightbox.saveShort')}
              icon={<ImageDown />}
              aria-expanded={panel === 'save'}
              onClick={() => setPanel(panel === 'save' ? null : 'save')}
            />
          )}
          {gallery.visibility !== 'invite' && (
            <BarButton
              label={t('lightbox.share')}
              short={t('lightbox.shareShort')}
              icon={<Share />}
              onClick={() => void share({ title: textsIn(gallery, currentLanguage()).name, url: address() })}
            />
          )}
          <BarButton
            label={t('common:download')}
            short={t('common:download')}
            icon={<Download />}
            aria-expanded={panel === 'download'}
            onClick={() => setPanel(panel === 'download' ? null : 'download')}
          />
        </div>
        <IconButton
          label={t('keys.show')}
          icon={<Keyboard aria-hidden />}
          aria-expanded={panel === 'keys'}
          onClick={() => setPanel(panel === 'keys' ? null : 'keys')}
          className="bg-paper pointer-coarse:hidden!"
        />
        {photos.length > 1 && (
          <IconButton
            data-slideshow
            label={t(playing ? 'slideshow.pause' : 'slideshow.play')}
            icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
            onClick={() => {
              setPanel(null);
              toggle();
            }}
            className="bg-paper"
          />
        )}
        {parts && <parts.CompareButton photo={photo} swipe={swipe} onCompare={() => setPanel(null)} />}
        {isPhoto && (
          <IconButton
            label={t(zoomed ? 'lightbox.zoomOut' : 'lightbox.zoomIn')}
            icon={zoomed ? <ZoomOut aria-hidden /> : <ZoomIn aria-hidden />}
            onClick={() => swipe.toggleZoom()}
            // Touch screens zoom by a double tap.
            className="bg-paper pointer-coarse:hidden!"
          />
        )}
        <IconButton
          label={t('common:close')}
          icon={<X aria-hidden />}
          onClick={() => swipe.close()}
          className="bg-paper"
        />
      </div>
      {panel === 'save' && <SavePanel gallery={gallery} photo={photo} />}
      {panel === 'download' && <DownloadPanel gallery={gallery} photo={photo} />}
      {panel === 'keys' && <KeyList key={parts ? 'all' : 'own'} useMore={parts?.useKeys ?? noKeys} />}
      {parts && panel === 'comments' && <parts.Comments photo={photo} swipe={swipe} onClose={() => setPanel(null)} />}
      {parts && <parts.LightboxPart key={photo.id} photo={photo} swipe={swipe} />}
      {playing && <SlideshowPart pace={pace} onPace={changePace} />}
      <ShareNote {...note} url={address} />
      <IconButton
        label={t('common:previous')}
        icon={<ChevronLeft aria-hidden />}
        aria-disabled={index === 0}
        onClick={() => swipe.prev()}
        className={`${step} left-2 aria-disabled:invisible`}
      />
      <IconButton
        label={t('common:next')}
        icon={<ChevronRight aria-hidden />}
        aria-disabled={index === photos.length - 1}
        onClick={() => swipe.next()}
        className={`${step} right-[calc(--spacing(2)+var(--lightbox-side,0px))] aria-disabled:invisible`}
      />
    </>
  );
}

interface BarButtonProps extends ComponentProps<typeof Button> {
  label: string;
  /** Visible text on a phone, contained in `label`. */
  short: string;
}

/** A button of the bottom bar on phones, with its text below; an icon at the top elsewhere. */
function BarButton({ label, short, ...rest }: BarButtonProps) {
  return (
    <Button
      variant="quiet"
      {...rest}
      aria-label={label}
      title={label}
      className="bg-paper max-sm:min-h-12! max-sm:min-w-0 max-sm:flex-1 max-sm:flex-col max-sm:gap-0.5! max-sm:px-1! max-sm:text-[0.75rem] sm:rounded-full! sm:px-3! [&_svg]:size-5! [&>span:first-child]:ml-0!"
    >
      <span className="sm:hidden">{short}</span>
    </Button>
  );
}

const noKeys = () => [];

/** Announces once that the slideshow started or stopped; silent at first. */
function SlideshowNote({ playing }: { playing: boolean }) {
  const { t } = useTranslation('public');
  const [begun, setBegun] = useState(false);
  if (playing && !begun) setBegun(true);
  return <output className="sr-only">{begun && t(playing ? 'slideshow.playing' : 'slideshow.paused')}</output>;
}

type Panel = 'comments' | 'download' | 'save' | 'keys' | null;

/**
 * Escape closes the innermost panel first; `?` shows the keys; Home and End show the first and the last photo. Another
 * photo closes the panel that saves the previous one.
 */
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
    const onChange = () => {
      if (panel === 'save') setPanel(null);
    };
    swipe.on('keydown', onKeyDown);
    swipe.on('change', onChange);
    return () => {
      swipe.off('keydown', onKeyDown);
      swipe.off('change', onChange);
    };
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
