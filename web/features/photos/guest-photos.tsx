import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { MAX_WAITING_GUEST_PHOTOS } from '#core/domain/photos/uploads.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { toIds } from './selection.ts';
import type { PhotoRow } from './types.ts';

/** Returns the guests' names by the photos that they added; '' for one without a name. */
export function useGuestNames(galleryId: string): ReadonlyMap<string, string> {
  const [guests] = useQuery(queries.guestUploads.photos({ galleryId }));
  return useMemo(() => new Map(guests.map(({ photoId, name }) => [photoId, name])), [guests]);
}

interface GuestPhotosBannerProps {
  galleryId: string;
  photos: readonly PhotoRow[];
  guests: ReadonlyMap<string, string>;
  onChoose: (ids: string[]) => void;
}

/**
 * Says how many photos of guests wait: they do while they are hidden. Selects them, for the usual actions. Once they are
 * so many that guests can add no more, it says so and offers to close the link, which strangers may have.
 */
export function GuestPhotosBanner({ galleryId, photos, guests, onChoose }: GuestPhotosBannerProps) {
  const { t } = useTranslation('galleries');
  const { role } = useAccount();
  const mutate = useMutation();
  const [link] = useQuery(queries.guestUploads.link({ galleryId }));
  const hidden = photos.filter(({ id, isHidden, status }) => isHidden && status !== 'uploading' && guests.has(id));
  const isFull = hidden.length >= MAX_WAITING_GUEST_PHOTOS;
  const close = () =>
    mutate(mutators.guestUploads.close({ galleryId, now: Date.now() }), { done: t('guestPhotos.closed') });
  const waiting = photos.filter(({ id, isHidden, status }) => isHidden && status === 'ready' && guests.has(id));
  if (waiting.length === 0) return null;
  return (
    <Banner
      tone={isFull ? 'warning' : 'info'}
      title={t('guestPhotos.waiting', { count: waiting.length })}
      action={
        <>
          <Button size="small" onClick={() => onChoose(toIds(waiting))}>
            {t('guestPhotos.choose')}
          </Button>
          {isFull && link?.isOpen && can(role, 'galleries.share') && (
            <Button size="small" writes onClick={() => void close()}>
              {t('guestPhotos.close')}
            </Button>
          )}
        </>
      }
    >
      {t(isFull ? 'guestPhotos.full' : 'guestPhotos.waitingText')}
    </Banner>
  );
}
