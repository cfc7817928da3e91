import { clsx } from 'clsx';
import { Download, Search, Share } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { useAccessState, useGalleryAccess, useIsAccessChecked } from '../shell/gallery-access-context.ts';
import { longDate } from '../shell/long-date.ts';
import { PhotoImage } from './photo-image.tsx';
import { ShareNote, useShare } from './share.tsx';
import { photoHash } from './use-photo-hash.ts';

interface GalleryCoverProps {
  galleryId: string;
  cover: PublicPhoto;
  /** Height as CSS, to which the cover is cropped around its focal point; null shows it uncropped. */
  height: string | null;
  onOpen: (photoId: string) => void;
}

/** The cover of a gallery. The header sets its width. */
function GalleryCover({ galleryId, cover, height, onOpen }: GalleryCoverProps) {
  const { t } = useTranslation('public');
  const { x, y } = cover.focal ?? DEFAULT_FOCAL;
  const position = { '--focal': `${x * 100}% ${y * 100}%` } as CSSProperties;
  const ratio = cover.width / cover.height;
  return (
    <a
      href={photoHash(cover.id)}
      className="block -outline-offset-4 *:*:object-(--focal)"
      style={{ ...position, ...(height === null ? { aspectRatio: ratio } : { height }) }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(cover.id);
      }}
    >
      <PhotoImage
        galleryId={galleryId}
        photo={cover}
        alt={t('cover')}
        // A cropped cover is wider than its band. On phones the window's width selects the source, for a fast first paint.
        sizes={height === null ? '100vw' : `(max-width: 40rem) 100vw, max(100vw, ${ratio.toFixed(2)} * ${height})`}
        eager
      />
    </a>
  );
}

/** Without a focal point, heads are rather in the upper half. */
const DEFAULT_FOCAL = { x: 0.5, y: 0.4 };

interface GalleryHeaderProps {
  page: PublicGallery;
  mayDownload: MayDownload;
  onOpen: (photoId: string) => void;
  onDownload: () => void;
  /** Null for galleries with few photos. */
  onFind: (() => void) | null;
}

/** Width divided by height from which on an uncropped cover spans the page, with the title below it on desktops too. */
const PANORAMA = 2;

/**
 * Cover, title and date of a gallery. An uncropped cover spans a phone with the title below it; on a desktop it is on
 * the right, as large as fits the window, with the title beside it. The other styles span the page.
 */
export function GalleryHeader({ page, mayDownload, onOpen, ...actions }: GalleryHeaderProps) {
  const { coverStyle, cover: found } = page.gallery;
  const cover = coverStyle === 'none' ? null : found;
  const ratio = cover ? cover.width / cover.height : 1;
  const shape = cover && coverStyle === 'whole' ? shapeOf(ratio) : null;
  return (
    <div
      className={clsx(
        'gallery-header flex flex-col print:hidden',
        shape && ['mx-auto w-full max-w-(--container)', besides[shape]],
      )}
    >
      {cover && (
        <div className={clsx(shape && widths[shape])} style={{ '--ratio': ratio } as CSSProperties}>
          <GalleryCover
            galleryId={page.gallery.id}
            cover={cover}
            height={coverStyle === 'whole' ? null : heightOf(coverStyle, ratio)}
            onOpen={onOpen}
          />
        </div>
      )}
      <div
        className={clsx(
          'gallery-title flex min-w-0 flex-1 flex-col justify-end gap-4 px-5 pt-8 pb-10 md:px-8 md:pt-10',
          // A sheet of paper over the cover's lower edge: text on paper is readable over any photo.
          cover && coverStyle === 'title' && 'relative -mt-14 mr-6 self-start bg-paper md:-mt-24 md:max-w-2xl md:pr-12',
        )}
      >
        <GalleryTitle page={page} mayDownload={mayDownload} {...actions} />
      </div>
    </div>
  );
}

/**
 * Returns the height of a cropped cover: 70 or 86 % of the window, at most 1.25 of its width on a phone. At least half
 * of a photo's width stays visible.
 */
function heightOf(style: 'band' | 'title' | 'none', ratio: number): string {
  return `min(${style === 'title' ? 86 : 70}svh, 125vw, ${(200 / ratio).toFixed(1)}vw)`;
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

function GalleryTitle({
  page: { studio, gallery },
  mayDownload,
  onDownload,
  onFind,
}: Omit<GalleryHeaderProps, 'onOpen'>) {
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
        {onFind && <IconButton label={t('find.open')} icon={<Search aria-hidden />} data-find onClick={onFind} />}
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
