import { useTranslation } from 'react-i18next';
import { zoneCity } from '#core/domain/values/format.ts';
import { Field, type FieldProps } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface DateFieldProps extends Omit<FieldProps, 'children' | 'hint'> {
  /** Wall-clock day or time in `zone`: `2026-11-21`, with a time `2026-11-21T10:00`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** IANA zone; its city is shown below a time, which is ambiguous without it. */
  zone: string;
  withTime?: boolean;
  min?: string;
  max?: string;
  hint?: string;
  disabled?: boolean;
}

/** Native input of a day, or day and time, in a zone. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, zone, withTime = false, min, max, hint, disabled, ...field } = props;
  const { t } = useTranslation('common');
  const zoneHint = withTime ? t('inZone', { city: zoneCity(zone) }) : '';
  return (
    <Field {...field} hint={[hint, zoneHint].filter(Boolean).join(' ')}>
      <TextInput
        type={withTime ? 'datetime-local' : 'date'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(min && { min })}
        {...(max && { max })}
        {...(disabled && { disabled })}
        className="max-w-64 tabular-nums"
      />
    </Field>
  );
}
