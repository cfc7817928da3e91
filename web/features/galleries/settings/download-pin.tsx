import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { useStore } from '#web/lib/store.tsx';
import type { GalleryRow } from '../gallery-rows.ts';
import { PinForm } from './pin-form.tsx';

/** Whether downloads ask for a PIN. It goes straight to the server and is never stored on this device. */
export function DownloadPin({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation(['galleries', 'errors']);
  const api = useApi();
  const toast = useToast();
  const { writable } = useStore();
  const [writing, setWriting] = useState(false);
  const [removing, setRemoving] = useState(false);
  const set = gallery.hasDownloadPin;
  const put = async (pin: string | null) => {
    await api.galleries.pin({ params: { galleryId: gallery.id }, body: { pin } });
  };
  const remove = async () => {
    setRemoving(true);
    try {
      await put(null);
      toast({ title: t('pin.removed') });
    } catch (error) {
      toast({ title: t(`errors:${errorCode(error) as 'unknown'}`), tone: 'danger' });
    }
    setRemoving(false);
  };
  const save = async (pin: string) => {
    await put(pin);
    setWriting(false);
    toast({ title: t(set ? 'pin.changed' : 'pin.done') });
  };
  const toggle = (on: boolean) => {
    setWriting(on && !set);
    if (!on && set) void remove();
  };
  const none = !gallery.allowWeb && !gallery.allowOriginal;
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('pin.title')}
        hint={t(none ? 'pin.off' : set ? 'pin.isSet' : 'pin.hint')}
        checked={(set && !removing) || writing}
        disabled={!writable}
        onChange={toggle}
      />
      {writing && <PinForm change={set} onSave={save} onCancel={() => setWriting(false)} />}
      {set && !writing && (
        <div>
          <Button size="small" disabled={!writable} onClick={() => setWriting(true)}>
            {t('pin.change')}
          </Button>
        </div>
      )}
    </div>
  );
}
