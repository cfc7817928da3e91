import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/field.tsx';
import { SearchInput } from '#web/components/ui/search-input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { LIST_SORTS, type ListView } from './list-view.ts';

interface ListToolbarProps {
  view: ListView;
  onChange: (view: ListView) => void;
  tags: readonly string[];
  /** Whether this person may see what is owed. */
  money: boolean;
}

/** Search, tag and order, all kept in the address. */
export function ListToolbar({ view, onChange, tags, money }: ListToolbarProps) {
  const { t } = useTranslation('customers');
  const sorts = LIST_SORTS.filter((sort) => money || sort !== 'balance');
  return (
    <div className="@container pb-4">
      <div className="flex flex-wrap gap-2 @max-md:[&>search]:max-w-none">
        <SearchInput
          label={t('filter.search')}
          value={view.search}
          onChange={(search) => onChange({ ...view, search })}
        />
        <div className="flex gap-2 *:min-w-0 @max-md:w-full @max-md:*:flex-1">
          {tags.length > 0 && (
            <Field label={t('filter.tag')} hideLabel>
              <Select
                value={view.tag ?? ''}
                onChange={({ target }) => onChange({ ...view, tag: target.value || null })}
                options={[{ value: '', label: t('filter.anyTag') }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
              />
            </Field>
          )}
          <Field label={t('filter.sort')} hideLabel>
            <Select
              value={view.sort}
              onChange={({ target }) =>
                onChange({ ...view, sort: sorts.find((known) => known === target.value) ?? 'name' })
              }
              options={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
            />
          </Field>
        </div>
      </div>
    </div>
  );
}
