import { useTranslation } from 'react-i18next';
import { useCustomerChoice } from '#web/lib/customers/use-customer-choice.ts';
import { Combobox } from '../ui/inputs/combobox.tsx';
import { Field } from '../ui/inputs/field.tsx';

interface CustomerFieldProps {
  value: string | null;
  onChange: (customerId: string | null) => void;
  /** Optional unless it has to be somebody. */
  required?: boolean;
  error?: string | undefined;
  /** Why it can be nobody else, where that is so. */
  locked?: string | undefined;
}

/** Whom a session or a gallery is for: one of the studio's clients, or a new one made by typing a name. */
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
