import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GalleryChanges } from '#core/domain/galleries/galleries.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { PinForm } from './pin-form.tsx';

/** Download PIN of a gallery. Sent straight to the server, never stored on this device. */
function DownloadPin({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const api = useApi();
  const toast = useToast();
  const writable = useWritable();
  const [writing, setWriting] = useState(false);
  const { call, busy } = useApiCall();
  const set = gallery.hasDownloadPin;
  const put = async (pin: string | null) => {
    await api.galleries.pin({ params: { galleryId: gallery.id }, body: { pin } });
  };
  const save = async (pin: string) => {
    await put(pin);
    setWriting(false);
    toast({ title: t(set ? 'pin.changed' : 'pin.done') });
  };
  const toggle = (on: boolean) => {
    setWriting(on && !set);
    if (!on && set) void call(() => put(null), t('pin.removed'));
  };
  const none = !gallery.allowWeb && !gallery.allowOriginal;
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('pin.title')}
        hint={t(none ? 'pin.off' : set ? 'pin.isSet' : 'pin.hint')}
        checked={(set && !busy) || writing}
        disabled={!writable}
        onChange={toggle}
      />
      {writing && <PinForm change={set} onSave={save} onCancel={() => setWriting(false)} />}
      {set && !writing && (
        <div>
          <Button size="small" writes onClick={() => setWriting(true)}>
            {t('pin.change')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Sizes that visitors may download; applies immediately. */
export function Downloads({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const { role } = useAccount();
  const mutate = useMutation();
  const writable = useWritable();
  const change = (changes: GalleryChanges) =>
    void mutate(mutators.galleries.update({ id: gallery.id, changes, now: Date.now() }));
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
      {gallery.allowOriginal && (
        <Switch
          label={t('downloads.removeLocation')}
          hint={t('downloads.removeLocationHint')}
          checked={gallery.removeLocation}
          disabled={!writable}
          onChange={(removeLocation) => change({ removeLocation })}
        />
      )}
      {can(role, 'galleries.share') && <DownloadPin gallery={gallery} />}
    </section>
  );
}
