import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/field.tsx';
import { SearchInput } from '#web/components/ui/search-input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { formatMonth } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { ListView } from './list-view.ts';

interface ListToolbarProps {
  view: ListView;
  onChange: (view: ListView) => void;
  /** Those in which there is something, `2026-11`. */
  months: readonly string[];
}

/** Search, type, photographer and month, all kept in the address. */
export function ListToolbar({ view, onChange, months }: ListToolbarProps) {
  const { t } = useTranslation('sessions');
  const [types] = useQuery(queries.sessionTypes.list());
  const [members] = useQuery(queries.team.members());
  const any = (label: string) => ({ value: '', label });
  return (
    <div className="@container pb-4">
      <div className="flex flex-wrap gap-2 @max-md:[&>search]:max-w-none">
        <SearchInput
          label={t('filter.search')}
          value={view.search}
          onChange={(search) => onChange({ ...view, search })}
        />
        <div className="flex gap-2 *:min-w-0 @max-md:w-full @max-md:flex-wrap @max-md:*:flex-1">
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
          {months.length > 1 && (
            <Field label={t('filter.month')} hideLabel>
              <Select
                value={view.month ?? ''}
                onChange={({ target }) => onChange({ ...view, month: target.value || null })}
                options={[
                  any(t('filter.anyMonth')),
                  ...months.map((value) => ({ value, label: formatMonth(value, currentLanguage()) })),
                ]}
              />
            </Field>
          )}
        </div>
      </div>
    </div>
  );
}
