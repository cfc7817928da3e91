import { useQuery } from '@rocicorp/zero/react';
import { MapPin, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mapHref } from '#core/domain/values/format.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { CatalogPage, CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
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
    <CatalogRow
      title={name}
      detail={[address, notes].filter(Boolean).join(' · ')}
      actions={
        address && (
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
        )
      }
      edit={onEdit && { label: t('place.editNamed', { name }), onSelect: onEdit }}
      remove={onEdit && { label: t('place.removeNamed', { name }), onSelect: () => void remove() }}
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
  // Show later changes by others. Keep the opened location if a person deletes it.
  const asStored = (location: LocationRow) => locations.find(({ id }) => id === location.id) ?? location;
  return (
    <>
      <CatalogPage
        title={t('settings:title')}
        tabs={tabs}
        label={t('place.title')}
        intro={t('place.intro')}
        create={
          mayWrite && (
            <Button variant="primary" icon={<Plus />} writes onClick={() => setEdited('new')}>
              {t('place.new')}
            </Button>
          )
        }
        empty={{ title: t('place.empty'), text: t('place.emptyText') }}
        isEmpty={locations.length === 0}
        isComplete={type === 'complete'}
      >
        <CatalogRows>
          {locations.map((location) => (
            <LocationItem
              key={location.id}
              location={location}
              onEdit={mayWrite ? () => setEdited(location) : undefined}
            />
          ))}
        </CatalogRows>
      </CatalogPage>
      {edited && (
        <LocationDialog location={edited === 'new' ? null : asStored(edited)} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
