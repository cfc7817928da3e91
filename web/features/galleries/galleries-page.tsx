import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { ListSelect, ListToolbar } from '#web/components/layout/list-toolbar.tsx';
import { LoadingPlaceholder, PartialNote } from '#web/components/layout/loading-placeholder.tsx';
import { CreateLink, PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryListRow } from '#web/lib/galleries/types.ts';
import { galleryHref, paths } from '#web/lib/paths.ts';
import { useViewParams } from '#web/lib/view-params.ts';
import { GalleryCard } from './gallery-card.tsx';
import { applyView, LIST, LIST_SORTS, LIST_STATUSES, type ListView } from './gallery-list-view.ts';

/** Maximum number of galleries in the list; see the query. */
const LIMIT = 1000;

export function GalleriesPage() {
  const { t } = useTranslation('galleries');
  const { role } = useAccount();
  const now = useNow();
  const [galleries, { type }] = useQuery(queries.galleries.list({ limit: LIMIT }));
  const [view, change] = useViewParams(LIST);
  const customers = useCustomersOf(galleries);
  const shown = applyView(galleries, view, now);
  const create = can(role, 'galleries.write') && <CreateLink to={paths.newGallery}>{t('new.offer')}</CreateLink>;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={galleries.length > 0 && create}
        menu={can(role, 'galleries.delete') && <ListMenu />}
      />
      {galleries.length > 0 ? (
        <>
          <GalleryFilters view={view} customers={customers} onChange={change} />
          <PartialNote isComplete={type === 'complete'} />
          <output className="sr-only">{type === 'complete' && t('found', { count: shown.length })}</output>
          {shown.length > 0 ? (
            <Cards>
              {shown.map((gallery) => (
                <li key={gallery.id}>
                  <GalleryCard gallery={gallery} to={galleryHref(gallery.id)} />
                </li>
              ))}
            </Cards>
          ) : (
            <EmptyState
              title={t('nothing.title')}
              action={<Button onClick={() => change(LIST.defaults)}>{t('nothing.act')}</Button>}
            >
              {t('nothing.text')}
            </EmptyState>
          )}
        </>
      ) : type === 'complete' ? (
        <EmptyState title={t('empty.title')} action={create}>
          {t('empty.text')}
        </EmptyState>
      ) : (
        <LoadingPlaceholder>
          <Cards>
            {Array.from({ length: 6 }, (_, index) => (
              <li key={index} aria-hidden>
                <Skeleton className="aspect-[4/3]" />
              </li>
            ))}
          </Cards>
        </LoadingPlaceholder>
      )}
    </>
  );
}

/** Actions on the whole list. */
function ListMenu() {
  const { t } = useTranslation(['galleries', 'trash', 'import']);
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);
  return (
    <Menu
      trigger={<IconButton label={t('listMore')} icon={<Ellipsis aria-hidden />} />}
      groups={[
        {
          items: [
            { label: t('import:offer'), icon: <Upload />, onSelect: go(paths.importGalleries) },
            { label: t('trash:title'), icon: <Trash2 />, onSelect: go(paths.trash) },
          ],
        },
      ]}
    />
  );
}

function Cards({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-10">{children}</ul>
  );
}

/** Returns the clients that have a gallery, by name. */
function useCustomersOf(galleries: readonly GalleryListRow[]) {
  return useMemo(() => {
    const byId = new Map(galleries.flatMap(({ customer }) => (customer ? [[customer.id, customer] as const] : [])));
    return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name));
  }, [galleries]);
}

interface GalleryFiltersProps {
  view: ListView;
  onChange: (changes: Partial<ListView>) => void;
  /** Clients that have a gallery. */
  customers: readonly { id: string; name: string }[];
}

/** Search, status, client and sort order; kept in the address. */
function GalleryFilters({ view, onChange, customers }: GalleryFiltersProps) {
  const { t } = useTranslation(['galleries', 'common']);
  return (
    <ListToolbar searchLabel={t('filter.search')} search={view.search} onSearch={(search) => onChange({ search })}>
      <ListSelect
        label={t('filter.status')}
        value={view.status}
        options={[
          { value: null, label: t('filter.anyStatus') },
          ...LIST_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      {customers.length > 0 && (
        <ListSelect
          label={t('filter.client')}
          value={view.customerId}
          options={[
            { value: null, label: t('filter.anyClient') },
            ...customers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(customerId) => onChange({ customerId })}
        />
      )}
      <ListSelect
        label={t('filter.sort')}
        value={view.sort}
        options={LIST_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
    </ListToolbar>
  );
}
