import { clsx } from 'clsx';
import { Share } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { Button } from '#web/components/ui/button.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';
import { GalleryCover } from './gallery-cover.tsx';
import { longDate } from './long-date.ts';
import { ShareNote } from './share-note.tsx';
import { useShare } from './use-share.ts';

interface GalleryOpeningProps {
  page: PublicGallery;
  onOpen: (photoId: string) => void;
}

/** Cover, title and date: what a client sees first. */
export function GalleryOpening({ page, onOpen }: GalleryOpeningProps) {
  const { cover } = page.gallery;
  const upright = cover !== null && cover.height > cover.width;
  return (
    <div className={clsx('flex flex-col', upright && 'md:flex-row-reverse md:items-stretch')}>
      {cover && (
        <div className={clsx(upright && 'md:w-1/2 lg:w-[46%]')}>
          <GalleryCover galleryId={page.gallery.id} cover={cover} onOpen={onOpen} />
        </div>
      )}
      <div
        className={clsx(
          'flex flex-col justify-end gap-4 px-5 pt-8 pb-10 md:px-8 md:pt-12 md:pb-14',
          upright && 'md:flex-1 md:pb-8',
        )}
      >
        <GalleryTitle page={page} />
      </div>
    </div>
  );
}

function GalleryTitle({ page: { studio, gallery, photos } }: { page: PublicGallery }) {
  const { t } = useTranslation('public');
  const { outcome, share } = useShare();
  const address = `${location.origin}${location.pathname}`;
  const facts = [
    gallery.date !== null && longDate(gallery.date, currentLanguage(), studio.timeZone),
    photos.length > 0 && t('photoCount', { count: photos.length }),
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
      {gallery.visibility !== 'invite' && (
        <div className="pt-2">
          <Button icon={<Share />} onClick={() => void share({ title: gallery.name, url: address })}>
            {t('share.gallery')}
          </Button>
          <ShareNote outcome={outcome} url={address} />
        </div>
      )}
    </>
  );
}
