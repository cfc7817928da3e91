import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';
import type { ListView } from './list-view.ts';

interface ListToolbarProps {
  view: ListView;
  onChange: (view: ListView) => void;
  /** Months that contain sessions, `2026-11`. */
  months: readonly string[];
}

/** Search, type, photographer and month filters, stored in the URL. */
export function ListToolbar({ view, onChange, months }: ListToolbarProps) {
  const { t } = useTranslation('sessions');
  const format = useFormat();
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
                options={[any(t('filter.anyMonth')), ...months.map((value) => ({ value, label: format.month(value) }))]}
              />
            </Field>
          )}
        </div>
      </div>
    </div>
  );
}

/** Actions on the whole list, for roles that may edit it. */
export function ListMenu() {
  const { t } = useTranslation('sessions');
  const navigate = useNavigate();
  return (
    <Menu
      trigger={<IconButton label={t('listMore')} icon={<Ellipsis aria-hidden />} />}
      groups={[
        { items: [{ label: t('trash.title'), icon: <Trash2 />, onSelect: () => void navigate(paths.sessionsTrash) }] },
      ]}
    />
  );
}
