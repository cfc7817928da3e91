import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/field.tsx';
import { SearchInput } from '#web/components/ui/search-input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { ListView } from './list-view.ts';

interface ListFiltersProps {
  view: ListView;
  onChange: (view: ListView) => void;
}

/** Search, type, photographer and month, all kept in the address. */
export function ListFilters({ view, onChange }: ListFiltersProps) {
  const { t } = useTranslation('sessions');
  const [types] = useQuery(queries.sessionTypes.list());
  const [members] = useQuery(queries.team.members());
  const any = (label: string) => ({ value: '', label });
  return (
    <div className="flex flex-wrap gap-2 pb-4">
      <SearchInput
        label={t('filter.search')}
        value={view.search}
        onChange={(search) => onChange({ ...view, search })}
      />
      {types.length > 0 && (
        <Field label={t('type')} hideLabel>
          <Select
            value={view.typeId ?? ''}
            onChange={({ target }) => onChange({ ...view, typeId: target.value || null })}
            options={[any(t('filter.anyType')), ...types.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </Field>
      )}
      {members.length > 1 && (
        <Field label={t('photographer')} hideLabel>
          <Select
            value={view.photographerId ?? ''}
            onChange={({ target }) => onChange({ ...view, photographerId: target.value || null })}
            options={[
              any(t('filter.anyPhotographer')),
              ...members.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
            ]}
          />
        </Field>
      )}
      <Field label={t('filter.month')} hideLabel>
        <TextInput
          type="month"
          title={t('filter.month')}
          value={view.month ?? ''}
          onChange={({ target }) => onChange({ ...view, month: target.value || null })}
        />
      </Field>
    </div>
  );
}
