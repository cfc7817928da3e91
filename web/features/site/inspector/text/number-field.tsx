import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useTypedValue } from './typed-value.ts';

interface NumberFieldProps {
  label: string;
  hint?: string;
  /** Absent: the default. */
  value: number | undefined;
  /** Stored as absent; also that of an empty field. */
  initial: number;
  max: number;
  onChange: (value: number | null) => void;
}

/** A whole number from 1. Another text stays in the field and is not stored. */
export function NumberField({ label, hint, value, initial, max, onChange }: NumberFieldProps) {
  const { t } = useTranslation('blocks');
  const read = (text: string) => {
    const number = text.trim() === '' ? initial : Number(text);
    return Number.isInteger(number) && number >= 1 && number <= max ? String(number) : null;
  };
  const typed = useTypedValue(String(value ?? initial), read, (next) =>
    onChange(Number(next) === initial ? null : Number(next)),
  );
  return (
    <Field label={label} hint={hint} error={typed.isValid ? undefined : t('wrongNumber', { max })}>
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        value={typed.value}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.leave}
        className="max-w-24"
      />
    </Field>
  );
}
