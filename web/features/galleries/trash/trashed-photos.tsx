import { useId, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/lib/accounts.tsx';
import { PhotoGroup } from './photo-group.tsx';
import { groupTrashedPhotos } from './trash-groups.ts';
import type { TrashedPhoto } from './trash-rows.ts';

interface TrashedPhotosProps {
  photos: readonly TrashedPhoto[];
  galleryHref: (galleryId: string) => string;
  /** Shows the next of them. */
  more: ReactNode;
}

/** Photos by gallery and day: what was thrown away in one go is put back in one go. */
export function TrashedPhotos({ photos, galleryHref, more }: TrashedPhotosProps) {
  const { t } = useTranslation('trash');
  const { timeZone } = useAccount();
  const id = useId();
  const groups = useMemo(() => groupTrashedPhotos(photos, timeZone), [photos, timeZone]);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-6">
      <h2 id={id} className="text-lead font-semibold">
        {t('photos')}
      </h2>
      <ul className="flex flex-col gap-10">
        {groups.map((group) => (
          <PhotoGroup key={group.key} group={group} to={galleryHref(group.galleryId)} />
        ))}
      </ul>
      {more}
    </section>
  );
}
