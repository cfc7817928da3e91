import { useQuery } from '@rocicorp/zero/react';
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mapHref } from '#core/domain/values/format.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { LocationRow } from '../types.ts';
import { LocationDialog } from './location-dialog.tsx';

interface LocationItemProps {
  location: LocationRow;
  /** Undefined if the user may not edit the location. */
  onEdit: (() => void) | undefined;
}

function LocationItem({ location, onEdit }: LocationItemProps) {
  const { t } = useTranslation('scheduling');
  const mutate = useMutation();
  const { id, name, address, notes } = location;
  const remove = () =>
    mutate(mutators.locations.remove({ id, now: Date.now() }), {
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
                writes
                onClick={onEdit}
              />
              <IconButton
                label={t('place.removeNamed', { name })}
                icon={<Trash2 aria-hidden />}
                writes
                onClick={() => void remove()}
              />
            </>
          )}
        </>
      }
    />
  );
}

/** Lists the studio's locations. */
export function LocationsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['scheduling', 'settings']);
  const { role } = useAccount();
  const [locations, { type }] = useQuery(queries.locations.list());
  const [edited, setEdited] = useState<LocationRow | 'new' | null>(null);
  const mayWrite = can(role, 'scheduling.write');
  // Show later changes by others. Keep the opened location if somebody deletes it.
  const asStored = (location: LocationRow) => locations.find(({ id }) => id === location.id) ?? location;
  const add = mayWrite && (
    <Button variant="primary" icon={<Plus />} writes onClick={() => setEdited('new')}>
      {t('place.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('settings:title')} tabs={tabs} actions={locations.length > 0 && add} />
      <section aria-label={t('place.title')} className="flex flex-col gap-5">
        {locations.length > 0 ? (
          <>
            <p className="measure text-soft">{t('place.intro')}</p>
            <ul className="max-w-2xl divide-y divide-line border-y border-line">
              {locations.map((location) => (
                <LocationItem
                  key={location.id}
                  location={location}
                  onEdit={mayWrite ? () => setEdited(location) : undefined}
                />
              ))}
            </ul>
          </>
        ) : type === 'complete' ? (
          <EmptyState title={t('place.empty')} action={add}>
            {t('place.emptyText')}
          </EmptyState>
        ) : (
          <LoadingPlaceholder className="h-40" />
        )}
      </section>
      {edited && (
        <LocationDialog location={edited === 'new' ? null : asStored(edited)} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
