import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { LocationRow } from '../scheduling-rows.ts';
import { LocationDialog } from './location-dialog.tsx';
import { LocationItem } from './location-item.tsx';

/** Where the studio takes its photographs. */
export function LocationsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['scheduling', 'settings']);
  const { role } = useAccount();
  const { writable } = useStore();
  const [places, { type }] = useQuery(queries.locations.list());
  const [edited, setEdited] = useState<LocationRow | 'new' | null>(null);
  const mayWrite = can(role, 'scheduling.write');
  // What somebody else changes meanwhile is seen, and what they removed is still what was opened.
  const asStored = (place: LocationRow) => places.find(({ id }) => id === place.id) ?? place;
  const add = mayWrite && (
    <Button variant="primary" icon={<Plus />} disabled={!writable} onClick={() => setEdited('new')}>
      {t('place.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('settings:title')} tabs={tabs} actions={places.length > 0 && add} />
      <section aria-label={t('place.title')} className="flex flex-col gap-5">
        {places.length > 0 ? (
          <>
            <p className="measure text-soft">{t('place.intro')}</p>
            <ul className="max-w-2xl divide-y divide-line border-y border-line">
              {places.map((place) => (
                <LocationItem key={place.id} place={place} onEdit={mayWrite ? () => setEdited(place) : undefined} />
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
      {edited && <LocationDialog place={edited === 'new' ? null : asStored(edited)} onClose={() => setEdited(null)} />}
    </>
  );
}
