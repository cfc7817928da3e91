import { clsx } from 'clsx';
import { Download, Search, Share } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import type { GalleryCoverStyle } from '#core/domain/galleries/galleries.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { PhotoImage } from '../photos/photo-image.tsx';
import { ShareNote, useShare } from '../photos/share.tsx';
import { photoHash } from '../photos/use-photo-hash.ts';
import { useAccessState, useGalleryAccess, useIsAccessChecked } from '../shell/gallery-access-context.ts';
import { longDate } from '../shell/long-date.ts';

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
      <PhotoImage galleryId={galleryId} photo={cover} alt={t('cover')} sizes={FIRST_SIZES} eager />
    </a>
  );
}

/**
 * Sizes for the cover's first paint; SharpCover follows. Phones get fewer pixels than they show, 600 at density 2 and 800
 * at 3: every 20 KB delay it on a slow line.
 */
const FIRST_SIZES = '(max-width: 40rem) 60vw, 100vw';

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
 * the right, as large as fits the window, with the title beside it. The other styles span the page, `split` its half.
 */
export function GalleryHeader({ page, mayDownload, onOpen, ...actions }: GalleryHeaderProps) {
  const { cover: found, design } = page.gallery;
  const cover = page.gallery.coverStyle === 'none' ? null : found;
  const style = cover ? page.gallery.coverStyle : 'none';
  const ratio = cover ? cover.width / cover.height : 1;
  const shape = style === 'whole' ? shapeOf(ratio) : null;
  const isSpacious = (design.spacing ?? page.studio.theme.spacing) === 'spacious';
  const position = design.titlePosition ?? (style === 'frame' ? 'center' : 'start');
  return (
    <div
      className={clsx(
        'gallery-header flex flex-col print:hidden',
        shape ? ['mx-auto w-full max-w-(--container)', besides[shape]] : STYLES[style]?.[0],
      )}
    >
      {cover && (
        <div className={shape ? widths[shape] : STYLES[style]?.[1]} style={{ '--ratio': ratio } as CSSProperties}>
          <GalleryCover
            galleryId={page.gallery.id}
            cover={cover}
            height={style === 'whole' ? null : heightOf(style, ratio)}
            onOpen={onOpen}
          />
        </div>
      )}
      <div
        // Light text on a shade of the dark theme's paper is readable over any photo.
        data-theme={style === 'full' ? 'dark' : undefined}
        className={clsx(
          'gallery-title flex min-w-0 flex-1 flex-col gap-4 px-5 pt-8 pb-10 md:px-8 md:pt-10',
          POSITIONS[position],
          // The title begins where the photos do (photo-grid.tsx); beside a cover it keeps its width on that side.
          isSpacious && ['md:pl-16', !shape && 'md:pr-16'],
          STYLES[style]?.[2] ?? 'justify-end',
          style === 'title' && SHEETS[position],
        )}
      >
        <GalleryTitle page={page} mayDownload={mayDownload} {...actions} />
      </div>
    </div>
  );
}

/** Classes of the header, of its cover and of its title. */
const STYLES: Partial<Record<GalleryCoverStyle, readonly [string, string, string]>> = {
  // A sheet of paper over the cover's lower edge: text on paper is readable over any photo.
  title: ['', '', 'relative justify-end bg-paper md:max-w-2xl'],
  full: [
    'relative',
    '',
    'pointer-events-none absolute inset-x-0 bottom-0 bg-linear-to-t from-paper/85 via-paper/65 to-transparent pt-24 text-ink *:pointer-events-auto md:pt-32',
  ],
  split: ['md:mb-8 md:flex-row-reverse', 'md:w-1/2 md:shrink-0', 'justify-end md:justify-center'],
  frame: ['', 'px-5 pt-5 md:px-[8vw] md:pt-10', 'justify-end'],
};

const POSITIONS = {
  start: '',
  center: 'items-center text-center *:justify-center',
  end: 'items-end text-right *:justify-end',
};

const SHEETS = {
  start: '-mt-14 mr-6 self-start md:-mt-24 md:pr-12',
  center: '-mt-14 mx-6 self-center md:-mt-24 md:px-12',
  end: '-mt-14 ml-6 self-end md:-mt-24 md:pl-12',
};

/** Percent of the window's height that a cropped cover has. */
const HEIGHTS: Partial<Record<GalleryCoverStyle, number>> = { title: 86, full: 92, split: 88 };

/** Returns a cropped cover's height: at most 1.25 of a phone's width, and so that half of the photo's width is visible. */
function heightOf(style: GalleryCoverStyle, ratio: number): string {
  // In half a window, half of the photo's width is a quarter of the window's.
  const most = style === 'split' ? `max(${(100 / ratio).toFixed(1)}vw, 30rem)` : `${(200 / ratio).toFixed(1)}vw`;
  return `min(${HEIGHTS[style] ?? 70}svh, ${style === 'full' ? 170 : 125}vw, ${most})`;
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
  const { note, share } = useShare();
  const { name, description } = textsIn(gallery, currentLanguage());
  const facts = [
    gallery.date !== null && longDate(gallery.date, currentLanguage(), studio.timeZone),
    gallery.photoCount > 0 && t('photoCount', { count: gallery.photoCount }),
    gallery.expiresAt > 0 && t('openUntil', { date: longDate(gallery.expiresAt, currentLanguage(), studio.timeZone) }),
  ].filter((fact) => fact !== false);
  return (
    <>
      <h1 className="text-display font-semibold wrap-anywhere">{name}</h1>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-soft">
        {gallery.event && <span className="live-mark">{t('event.live')}</span>}
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {description && <p className="measure text-lead whitespace-pre-line">{description}</p>}
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
          <Button icon={<Share />} onClick={() => void share({ title: name, url: pageAddress() })}>
            {t('share.gallery')}
          </Button>
        )}
        {onFind && <IconButton label={t('find.open')} icon={<Search aria-hidden />} data-find onClick={onFind} />}
      </div>
      <ShareNote {...note} url={pageAddress} />
    </>
  );
}

/** Returns the gallery's address without fragment and query. */
const pageAddress = () => `${location.origin}${location.pathname}`;

type MayDownload = 'unknown' | 'yes' | 'never';

/** Returns whether this visitor may download; `unknown` until access is checked. */
export function useMayDownload({ downloads, photoCount }: PublicGallery['gallery']): MayDownload {
  const answered = useIsAccessChecked();
  const state = useAccessState(useGalleryAccess());
  if (photoCount === 0 || !(downloads.original || downloads.web)) return 'never';
  if (!answered || state.phase !== 'open') return 'unknown';
  return state.rights.download ? 'yes' : 'never';
}
