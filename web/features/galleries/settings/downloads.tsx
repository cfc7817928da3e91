import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { GalleryChanges } from '#core/domain/galleries.ts';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Switch } from '#web/components/ui/switch.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { GalleryRow } from '../gallery-rows.ts';
import { DownloadPin } from './download-pin.tsx';

/** Which files visitors may take with them; takes effect at once. */
export function Downloads({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const { role } = useAccount();
  const act = useMutation();
  const { writable } = useStore();
  const change = (changes: GalleryChanges) =>
    void act(mutators.galleries.update({ id: gallery.id, changes, now: Date.now() }));
  return (
    <section aria-labelledby={id} className="flex flex-col">
      <h2 id={id} className="border-b border-line pb-3 text-lead font-semibold">
        {t('downloads.title')}
      </h2>
      <Switch
        label={t('downloads.web')}
        hint={t('downloads.webHint')}
        checked={gallery.allowWeb}
        disabled={!writable}
        onChange={(allowWeb) => change({ allowWeb })}
      />
      <Switch
        label={t('downloads.original')}
        hint={t('downloads.originalHint')}
        checked={gallery.allowOriginal}
        disabled={!writable}
        onChange={(allowOriginal) => change({ allowOriginal })}
      />
      {can(role, 'galleries.share') && <DownloadPin gallery={gallery} />}
    </section>
  );
}
