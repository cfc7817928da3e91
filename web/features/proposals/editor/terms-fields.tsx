import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';

interface ContractFieldProps {
  /** Id of the template; empty for none. */
  value: string;
  onChange: (templateId: string) => void;
}

/** The contract that is read and signed with the lines. */
export function ContractField({ value, onChange }: ContractFieldProps) {
  const { t } = useTranslation('proposals');
  const [templates] = useQuery(queries.contracts.templates());
  const offered = templates.filter(({ archivedAt, id }) => archivedAt === null || id === value);
  return (
    <Field
      label={t('fields.contract')}
      optional
      hint={t(offered.length === 0 ? 'fields.noTemplates' : 'fields.contractHint')}
    >
      <Select
        value={value}
        disabled={offered.length === 0}
        onChange={({ target }) => onChange(target.value)}
        options={[
          { value: '', label: t('fields.noContract') },
          ...offered.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Field>
  );
}

interface ValidFieldProps {
  value: string;
  onChange: (day: string) => void;
  error: string | undefined;
}

/** The day until whose end the client can accept. */
export function ValidField({ value, onChange, error }: ValidFieldProps) {
  const { t } = useTranslation('proposals');
  const { timeZone } = useAccount();
  return (
    <div id="proposal-valid">
      <DateField label={t('fields.valid')} required zone={timeZone} value={value} onChange={onChange} error={error} />
    </div>
  );
}
