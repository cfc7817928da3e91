import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { useAccount } from '#web/lib/accounts.tsx';

interface PhotographerFieldProps {
  /** Empty: nobody yet. */
  value: string;
  onChange: (userId: string) => void;
}

/**
 * Whose session it is; asked only where there is a choice. Those who see only their own money do not leave it
 * open: nobody's session they could neither take nor delete.
 */
export function PhotographerField({ value, onChange }: PhotographerFieldProps) {
  const { t } = useTranslation('sessions');
  const { role: mine } = useAccount();
  const [members] = useQuery(queries.team.members());
  const photographers = members.filter(({ role, userId }) => can(role, 'sessions.write') || userId === value);
  const isOpen = can(mine, 'money.all') || !value;
  if (photographers.length < 2 && (!isOpen || !value)) return null;
  return (
    <Field label={t('photographer')} optional={isOpen}>
      <Select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={[
          ...(isOpen ? [{ value: '', label: t('anybody') }] : []),
          ...photographers.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
        ]}
      />
    </Field>
  );
}
