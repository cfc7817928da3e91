import { MapPin, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mapHref } from '#core/domain/map-href.ts';
import { mutators } from '#core/zero/mutators.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { ListRow } from '#web/components/ui/list-row.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { LocationRow } from '../scheduling-rows.ts';

interface LocationItemProps {
  place: LocationRow;
  /** Without it the place is only to be looked at. */
  onEdit: (() => void) | undefined;
}

export function LocationItem({ place, onEdit }: LocationItemProps) {
  const { t } = useTranslation('scheduling');
  const { writable } = useStore();
  const act = useMutation();
  const { id, name, address, notes } = place;
  const remove = () =>
    act(mutators.locations.remove({ id, now: Date.now() }), {
      done: t('place.removed', { name }),
      undo: () => mutators.locations.restore({ id, name, address, notes, now: Date.now() }),
    });
  return (
    <ListRow
      title={name}
      detail={[address, notes].filter(Boolean).join(' · ')}
      actions={
        <>
          {address && (
            <a
              href={mapHref(address)}
              target="_blank"
              rel="noreferrer"
              title={t('place.map')}
              aria-label={t('place.mapOf', { name })}
              className="inline-flex size-control items-center justify-center rounded-full hover:bg-hover"
            >
              <MapPin aria-hidden className="size-5" strokeWidth={1.5} />
            </a>
          )}
          {onEdit && (
            <>
              <IconButton
                label={t('place.editNamed', { name })}
                icon={<Pencil aria-hidden />}
                disabled={!writable}
                onClick={onEdit}
              />
              <IconButton
                label={t('place.removeNamed', { name })}
                icon={<Trash2 aria-hidden />}
                disabled={!writable}
                onClick={() => void remove()}
              />
            </>
          )}
        </>
      }
    />
  );
}
