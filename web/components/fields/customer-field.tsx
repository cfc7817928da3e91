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
  /** Reason why the client cannot be changed; undefined if it can. */
  locked?: string | undefined;
}

/** Chooses the client of a session or gallery, or adds a new one by name. */
export function CustomerField({ value, onChange, required = false, error, locked }: CustomerFieldProps) {
  const { t } = useTranslation('customers');
  const { options, add } = useCustomerChoice(onChange);
  return (
    <Field
      label={t('choice.label')}
      hint={locked ?? t('choice.hint')}
      required={required}
      optional={!required}
      error={error}
    >
      <Combobox
        disabled={locked !== undefined}
        options={options}
        value={value}
        onChange={onChange}
        {...(add && { onCreate: (text: string) => void add(text) })}
      />
    </Field>
  );
}
