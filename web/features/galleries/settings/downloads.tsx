import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { GallerySwitch } from '../gallery-switch.tsx';
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
  return (
    <section aria-labelledby={id} className="flex flex-col">
      <h2 id={id} className="border-b border-line pb-3 text-lead font-semibold">
        {t('downloads.title')}
      </h2>
      <GallerySwitch gallery={gallery} setting="allowWeb" label={t('downloads.web')} hint={t('downloads.webHint')} />
      <GallerySwitch
        gallery={gallery}
        setting="allowOriginal"
        label={t('downloads.original')}
        hint={t('downloads.originalHint')}
      />
      {gallery.allowOriginal && (
        <GallerySwitch
          gallery={gallery}
          setting="removeLocation"
          label={t('downloads.removeLocation')}
          hint={t('downloads.removeLocationHint')}
        />
      )}
      {can(role, 'galleries.share') && <DownloadPin gallery={gallery} />}
    </section>
  );
}
