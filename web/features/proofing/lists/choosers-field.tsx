import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import type { PersonRow } from '../types.ts';

interface ChoosersFieldProps {
  people: readonly PersonRow[];
  everyone: boolean;
  personIds: readonly string[];
  error: string | undefined;
  onChange: (changes: { everyone?: boolean; personIds?: string[] }) => void;
}

/** The people who may choose in a selection: everybody who is invited, or some of them. */
export function ChoosersField({ people, everyone, personIds, error, onChange }: ChoosersFieldProps) {
  const { t } = useTranslation('proofing');
  const invited = people.filter(
    ({ id, role, grant }) => role === 'client' && (grant?.status !== 'revoked' || personIds.includes(id)),
  );
  const toggle = (id: string, on: boolean) =>
    onChange({ personIds: [...personIds.filter((other) => other !== id), ...(on ? [id] : [])].toSorted() });
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label={t('edit.people')}
        value={everyone ? 'all' : 'some'}
        onChange={(value) => onChange({ everyone: value === 'all' })}
        options={[
          { value: 'all', label: t('edit.everyone'), hint: t('edit.everyoneHint') },
          { value: 'some', label: t('edit.some') },
        ]}
      />
      {!everyone && (
        <div className="ml-8 flex flex-col">
          {invited.map(({ id, name, email }) => (
            <Checkbox
              key={id}
              label={name || email || t('people.unnamed')}
              checked={personIds.includes(id)}
              onChange={(on) => toggle(id, on)}
            />
          ))}
          {invited.length === 0 && <p className="text-caption text-soft">{t('edit.noPeople')}</p>}
          {error && (
            <p role="alert" className="text-caption text-danger">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
