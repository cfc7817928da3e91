import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { LIST_SORTS, LIST_STATUSES, type ListView } from './gallery-list-view.ts';

interface GalleryFiltersProps {
  view: ListView;
  onChange: (view: ListView) => void;
  /** Clients that have a gallery. */
  customers: readonly { id: string; name: string }[];
}

/** Search, status, client and sort order; kept in the address. */
export function GalleryFilters({ view, onChange, customers }: GalleryFiltersProps) {
  const { t } = useTranslation(['galleries', 'common']);
  const anyStatus = { value: '', label: t('filter.anyStatus') };
  const anyClient = { value: '', label: t('filter.anyClient') };
  return (
    <div className="flex flex-wrap gap-2 pb-6">
      <SearchInput
        label={t('filter.search')}
        value={view.search}
        onChange={(search) => onChange({ ...view, search })}
      />
      <Field label={t('filter.status')} hideLabel>
        <Select
          value={view.status ?? ''}
          onChange={({ target }) =>
            onChange({ ...view, status: LIST_STATUSES.find((known) => known === target.value) ?? null })
          }
          options={[anyStatus, ...LIST_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))]}
        />
      </Field>
      {customers.length > 0 && (
        <Field label={t('filter.client')} hideLabel>
          <Select
            value={view.customerId ?? ''}
            onChange={({ target }) => onChange({ ...view, customerId: target.value || null })}
            options={[anyClient, ...customers.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </Field>
      )}
      <Field label={t('filter.sort')} hideLabel>
        <Select
          value={view.sort}
          onChange={({ target }) =>
            onChange({ ...view, sort: LIST_SORTS.find((known) => known === target.value) ?? 'newest' })
          }
          options={LIST_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        />
      </Field>
    </div>
  );
}
