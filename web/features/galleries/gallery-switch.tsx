import { mutators } from '#core/zero/mutators.ts';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

interface GallerySwitchProps {
  gallery: GalleryRow;
  setting: 'guestFavourites' | 'guestComments' | 'allowWeb' | 'allowOriginal' | 'removeLocation';
  label: string;
  hint: string;
}

/** Switches a setting of a gallery; applies immediately. */
export function GallerySwitch({ gallery, setting, label, hint }: GallerySwitchProps) {
  const mutate = useMutation();
  const writable = useWritable();
  return (
    <Switch
      label={label}
      hint={hint}
      checked={gallery[setting]}
      disabled={!writable}
      onChange={(on) =>
        void mutate(mutators.galleries.update({ id: gallery.id, changes: { [setting]: on }, now: Date.now() }))
      }
    />
  );
}
