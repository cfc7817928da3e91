import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { type PhotoRow, toIds } from './types.ts';

/** Returns the guests' names by the photos that they added; '' for one without a name. */
export function useGuestNames(galleryId: string): ReadonlyMap<string, string> {
  const [guests] = useQuery(queries.guestUploads.photos({ galleryId }));
  return useMemo(() => new Map(guests.map(({ photoId, name }) => [photoId, name])), [guests]);
}

interface GuestPhotosBannerProps {
  photos: readonly PhotoRow[];
  guests: ReadonlyMap<string, string>;
  onChoose: (ids: string[]) => void;
}

/** Says how many photos of guests wait: they do while they are hidden. Selects them, for the usual actions. */
export function GuestPhotosBanner({ photos, guests, onChoose }: GuestPhotosBannerProps) {
  const { t } = useTranslation('galleries');
  const waiting = photos.filter(({ id, isHidden, status }) => isHidden && status === 'ready' && guests.has(id));
  if (waiting.length === 0) return null;
  return (
    <Banner
      tone="info"
      title={t('guestPhotos.waiting', { count: waiting.length })}
      action={
        <Button size="small" onClick={() => onChoose(toIds(waiting))}>
          {t('guestPhotos.choose')}
        </Button>
      }
    >
      {t('guestPhotos.waitingText')}
    </Banner>
  );
}
