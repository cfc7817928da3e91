import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';

interface PhotographerFieldProps {
  /** Empty: whoever takes them. */
  value: string;
  onChange: (userId: string) => void;
}

/** Whose sessions they become; asked only where there is a choice. */
export function PhotographerField({ value, onChange }: PhotographerFieldProps) {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const { session } = useAuth();
  const [members] = useQuery(queries.team.members());
  const photographers = members.filter((member) => can(member.role, 'sessions.write') || member.userId === value);
  if (photographers.length < 2 && !value) return null;
  // What is another's stays theirs: it says whose money it is.
  const isFixed = !can(role, 'money.all') && value !== '' && value !== session?.user.id;
  return (
    <Field label={t('type.photographer')} optional hint={t('type.photographerHint')}>
      <Select
        value={value}
        disabled={isFixed}
        onChange={({ target }) => onChange(target.value)}
        options={[
          { value: '', label: t('type.anybody') },
          ...photographers.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
        ]}
      />
    </Field>
  );
}
