import { clsx } from 'clsx';
import { Download, Share } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { useAccessState, useGalleryAccess, useIsAccessChecked } from '../shell/gallery-access-context.ts';
import { longDate } from '../shell/long-date.ts';
import { PhotoImage } from './photo-image.tsx';
import { ShareNote, useShare } from './share.tsx';
import { photoHash } from './use-photo-hash.ts';

interface GalleryCoverProps {
  galleryId: string;
  cover: PublicPhoto;
  onOpen: (photoId: string) => void;
}

/** Shows the cover uncropped, in its own proportions. The header sets its width. */
function GalleryCover({ galleryId, cover, onOpen }: GalleryCoverProps) {
  const { t } = useTranslation('public');
  return (
    <a
      href={photoHash(cover.id)}
      className="block -outline-offset-4"
      style={{ aspectRatio: `${cover.width} / ${cover.height}` }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(cover.id);
      }}
    >
      <PhotoImage galleryId={galleryId} photo={cover} alt={t('cover')} sizes="100vw" eager />
    </a>
  );
}

interface GalleryHeaderProps {
  page: PublicGallery;
  mayDownload: MayDownload;
  onOpen: (photoId: string) => void;
  onDownload: () => void;
}

/** Width divided by height from which on a cover spans the page, with the title below it on desktops too. */
const PANORAMA = 2;

/**
 * Cover, title and date of a gallery. Never crops the cover. On a phone the cover spans the screen with the title below
 * it; on a desktop it is on the right, as large as fits the window, with the title beside it.
 */
export function GalleryHeader({ page, mayDownload, onOpen, onDownload }: GalleryHeaderProps) {
  const { cover } = page.gallery;
  const shape = cover ? shapeOf(cover.width / cover.height) : null;
  return (
    <div className={clsx('flex flex-col print:hidden', shape && besides[shape])}>
      {cover && shape && (
        <div className={widths[shape]} style={{ '--ratio': cover.width / cover.height } as CSSProperties}>
          <GalleryCover galleryId={page.gallery.id} cover={cover} onOpen={onOpen} />
        </div>
      )}
      <div className="flex min-w-0 flex-1 flex-col justify-end gap-4 px-5 pt-8 pb-10 md:px-8 md:pt-10">
        <GalleryTitle page={page} mayDownload={mayDownload} onDownload={onDownload} />
      </div>
    </div>
  );
}

type Shape = 'upright' | 'landscape' | 'panorama';

function shapeOf(ratio: number): Shape {
  if (ratio >= PANORAMA) return 'panorama';
  return ratio > 1 ? 'landscape' : 'upright';
}

const besides: Record<Shape, string> = {
  upright: 'md:mb-8 md:flex-row-reverse',
  landscape: 'lg:mb-8 lg:flex-row-reverse',
  panorama: '',
};

/** Cover widths: at most the space beside the title column, and at most the window height below the studio's logo. */
const widths: Record<Shape, string> = {
  upright: 'md:w-[min(100%-22rem,(100svh-4rem)*var(--ratio))] md:shrink-0',
  landscape: 'lg:w-[min(100%-22rem,(100svh-4rem)*var(--ratio))] lg:shrink-0',
  panorama: '',
};

function GalleryTitle({ page: { studio, gallery }, mayDownload, onDownload }: Omit<GalleryHeaderProps, 'onOpen'>) {
  const { t } = useTranslation(['public', 'common']);
  const { outcome, share } = useShare();
  const facts = [
    gallery.date !== null && longDate(gallery.date, currentLanguage(), studio.timeZone),
    gallery.photoCount > 0 && t('photoCount', { count: gallery.photoCount }),
    gallery.expiresAt > 0 && t('openUntil', { date: longDate(gallery.expiresAt, currentLanguage(), studio.timeZone) }),
  ].filter((fact) => fact !== false);
  return (
    <>
      <h1 className="text-display font-semibold wrap-anywhere">{gallery.name}</h1>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-soft">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {gallery.description && <p className="measure text-lead whitespace-pre-line">{gallery.description}</p>}
      <div className="flex flex-wrap gap-2 pt-2 empty:hidden noscript:hidden">
        {mayDownload !== 'never' && (
          <Button
            icon={<Download />}
            // Reserves the button's space until access is known (no layout shift).
            className={mayDownload === 'unknown' ? 'invisible' : undefined}
            onClick={onDownload}
          >
            {t('common:download')}
          </Button>
        )}
        {gallery.visibility !== 'invite' && (
          <Button icon={<Share />} onClick={() => void share({ title: gallery.name, url: pageAddress() })}>
            {t('share.gallery')}
          </Button>
        )}
      </div>
      <ShareNote outcome={outcome} url={pageAddress} />
    </>
  );
}

/** Returns the gallery's address without fragment and query. */
const pageAddress = () => `${location.origin}${location.pathname}`;

export type MayDownload = 'unknown' | 'yes' | 'never';

/** Returns whether this visitor may download; `unknown` until access is checked. */
export function useMayDownload({ downloads, photoCount }: PublicGallery['gallery']): MayDownload {
  const answered = useIsAccessChecked();
  const state = useAccessState(useGalleryAccess());
  if (photoCount === 0 || !(downloads.original || downloads.web)) return 'never';
  if (!answered || state.phase !== 'open') return 'unknown';
  return state.rights.download ? 'yes' : 'never';
}
