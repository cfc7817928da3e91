import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import type { SessionTypeRow } from '../scheduling-rows.ts';
import type { CalendarView } from './calendar-view.ts';

interface CalendarToolbarProps {
  view: CalendarView;
  types: readonly SessionTypeRow[];
  onChange: (changes: Partial<CalendarView>) => void;
}

/** Whose sessions and which; asked only where there is a choice. */
export function CalendarToolbar({ view, types, onChange }: CalendarToolbarProps) {
  const { t } = useTranslation('scheduling');
  const [members] = useQuery(queries.team.members());
  if (types.length === 0 && members.length < 2) return null;
  return (
    <div className="grid grid-cols-2 gap-2 pb-4 sm:flex sm:flex-wrap">
      {types.length > 0 && (
        <Field label={t('type.one')} hideLabel>
          <Select
            className="sm:w-56"
            value={view.typeId ?? ''}
            onChange={({ target }) => onChange({ typeId: target.value || null })}
            options={[
              { value: '', label: t('calendar.anyType') },
              ...types.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      )}
      {members.length > 1 && (
        <Field label={t('type.photographer')} hideLabel>
          <Select
            className="sm:w-56"
            value={view.photographerId ?? ''}
            onChange={({ target }) => onChange({ photographerId: target.value || null })}
            options={[
              { value: '', label: t('calendar.anyPhotographer') },
              ...members.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
            ]}
          />
        </Field>
      )}
    </div>
  );
}
