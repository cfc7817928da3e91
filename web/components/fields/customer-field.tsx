import { useTranslation } from 'react-i18next';
import { useCustomerChoice } from '#web/lib/customers/use-customer-choice.ts';
import { Combobox } from '../ui/inputs/combobox.tsx';
import { Field } from '../ui/inputs/field.tsx';

interface CustomerFieldProps {
  value: string | null;
  onChange: (customerId: string | null) => void;
  /** False: the field may stay empty. */
  required?: boolean;
  error?: string | undefined;
  /** A new client's name, which the form adds when it is submitted; omitted: the field adds a client itself. */
  typed?: { text: string; onChange: (text: string) => void };
  /** Reason why the client cannot be changed; undefined if it can. */
  locked?: string | undefined;
}

/** Chooses the client of a session or gallery, or adds a new one by name. */
export function CustomerField({ value, onChange, required = false, error, locked, typed }: CustomerFieldProps) {
  const { t } = useTranslation('customers');
  const { options, add } = useCustomerChoice(onChange);
  return (
    <Field
      label={t('choice.label')}
      hint={locked ?? t(typed && add ? 'choice.typedHint' : 'choice.hint')}
      required={required}
      optional={!required}
      error={error}
    >
      <Combobox
        disabled={locked !== undefined}
        options={options}
        value={value}
        onChange={onChange}
        {...(add && (typed ? { typed } : { onCreate: (text: string) => void add(text) }))}
      />
    </Field>
  );
}
