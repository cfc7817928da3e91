import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { customerName } from '#core/domain/customers.ts';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Combobox } from '#web/components/ui/combobox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useAct } from '#web/lib/act.tsx';
import { newId } from '#web/lib/ids.ts';

interface CustomerFieldProps {
  value: string | null;
  onChange: (customerId: string | null) => void;
  error?: string | undefined;
}

/** Whom a session is for: one of the studio's clients, or a new one made by typing a name. */
export function CustomerField({ value, onChange, error }: CustomerFieldProps) {
  const { t } = useTranslation('sessions');
  const { role } = useAccount();
  const act = useAct();
  const [customers] = useQuery(queries.customers.list({ limit: 10_000 }));
  const create = async (text: string) => {
    const name = customerName.safeParse(text);
    if (!name.success) return;
    const id = newId();
    if (await act(mutators.customers.create({ id, name: name.data, now: Date.now() }))) onChange(id);
  };
  return (
    <Field label={t('client')} required hint={t('clientHint')} error={error}>
      <Combobox
        options={customers.map(({ id, name, email }) => ({ value: id, label: name, ...(email && { detail: email }) }))}
        value={value}
        onChange={onChange}
        {...(can(role, 'customers.write') && { onCreate: (text: string) => void create(text) })}
      />
    </Field>
  );
}
