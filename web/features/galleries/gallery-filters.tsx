import { useTranslation } from 'react-i18next';
import { ListSelect, ListToolbar } from '#web/components/layout/list-toolbar.tsx';
import { LIST_SORTS, LIST_STATUSES, type ListView } from './gallery-list-view.ts';

interface GalleryFiltersProps {
  view: ListView;
  onChange: (changes: Partial<ListView>) => void;
  /** Clients that have a gallery. */
  customers: readonly { id: string; name: string }[];
}

/** Search, status, client and sort order; kept in the address. */
export function GalleryFilters({ view, onChange, customers }: GalleryFiltersProps) {
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
