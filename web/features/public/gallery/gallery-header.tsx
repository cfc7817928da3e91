import { clsx } from 'clsx';
import { Download, Share } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { useAccessState, useGalleryAccess, useTokenVersion } from '../shell/gallery-access-context.ts';
import { longDate } from '../shell/long-date.ts';
import { PhotoImage } from './photo-image.tsx';
import { ShareNote, useShare } from './share.tsx';
import { photoHash } from './use-photo-hash.ts';

interface GalleryCoverProps {
  galleryId: string;
  cover: PublicPhoto;
  onOpen: (photoId: string) => void;
}

/** The cover, whole and in its own proportions; how wide it stands is the opening's business. */
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
  onOpen: (photoId: string) => void;
  onDownload: () => void;
}

/** From this ratio on a cover is a band across the page, with its title below also on a desk. */
const PANORAMA = 2;

/**
 * Cover, title and date: what a client sees first. Nothing is cropped. On a phone the cover runs from edge to edge with
 * the title below; on a desk it takes the right of the window, as large as the window shows whole, with the title
 * beside it, so that both are there at once.
 */
export function GalleryHeader({ page, onOpen, onDownload }: GalleryHeaderProps) {
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
        <GalleryTitle page={page} onDownload={onDownload} />
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

/** As wide as the column of the title leaves, and no wider than the window is high below the studio's mark. */
const widths: Record<Shape, string> = {
  upright: 'md:w-[min(100%-22rem,(100svh-4rem)*var(--ratio))] md:shrink-0',
  landscape: 'lg:w-[min(100%-22rem,(100svh-4rem)*var(--ratio))] lg:shrink-0',
  panorama: '',
};

function GalleryTitle({ page: { studio, gallery }, onDownload }: { page: PublicGallery; onDownload: () => void }) {
  const { t } = useTranslation(['public', 'common']);
  const mayDownload = useMayDownload(gallery);
  const { outcome, share } = useShare();
  const address = `${location.origin}${location.pathname}`;
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
      <div className="flex flex-wrap gap-2 pt-2 empty:hidden">
        {mayDownload !== 'never' && (
          <Button
            icon={<Download />}
            // Its place is kept until the door has answered: nothing jumps.
            className={mayDownload === 'unknown' ? 'invisible' : undefined}
            onClick={onDownload}
          >
            {t('common:download')}
          </Button>
        )}
        {gallery.visibility !== 'invite' && (
          <Button icon={<Share />} onClick={() => void share({ title: gallery.name, url: address })}>
            {t('share.gallery')}
          </Button>
        )}
      </div>
      <ShareNote outcome={outcome} url={address} />
    </>
  );
}

/** Whether there is anything to download for this visitor; known for certain once the door has answered. */
function useMayDownload({ downloads, photoCount }: PublicGallery['gallery']): 'unknown' | 'yes' | 'never' {
  const answered = useTokenVersion() > 0;
  const state = useAccessState(useGalleryAccess());
  if (photoCount === 0 || !(downloads.original || downloads.web)) return 'never';
  if (!answered || state.phase !== 'open') return 'unknown';
  return state.rights.download ? 'yes' : 'never';
}
