import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { GalleryChanges } from '#core/domain/galleries/galleries.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

/** Rights of visitors without an invitation; applies immediately. */
export function GuestRights({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const mutate = useMutation();
  const writable = useWritable();
  const change = (changes: GalleryChanges) =>
    void mutate(mutators.galleries.update({ id: gallery.id, changes, now: Date.now() }));
  return (
    <section aria-labelledby={id} className="flex flex-col">
      <h2 id={id} className="border-b border-line pb-3 text-lead font-semibold">
        {t('guests.title')}
      </h2>
      <Switch
        label={t('guests.favourites')}
        hint={t('guests.favouritesHint')}
        checked={gallery.guestFavourites}
        disabled={!writable}
        onChange={(guestFavourites) => change({ guestFavourites })}
      />
      <Switch
        label={t('guests.comments')}
        hint={t('guests.commentsHint')}
        checked={gallery.guestComments}
        disabled={!writable}
        onChange={(guestComments) => change({ guestComments })}
      />
    </section>
  );
}
