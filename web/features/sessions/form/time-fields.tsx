import { useTranslation } from 'react-i18next';
import { duration as durationSchema } from '#core/domain/sessions/sessions.ts';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';

/** Values of the fields: `2026-11-21T10:00` in the studio's zone, and minutes as typed. */
interface TimeValue {
  date: string;
  duration: string;
}

/** Returns the typed minutes; null if they are no valid duration. */
export function readDuration(typed: string): number | null {
  const minutes = durationSchema.safeParse(Number(typed));
  return typed.trim() !== '' && minutes.success ? minutes.data : null;
}

interface TimeFieldsProps {
  value: TimeValue;
  onChange: (value: TimeValue) => void;
  /** Message of a wrong field. */
  error: (field: keyof TimeValue) => string | undefined;
}

export function TimeFields({ value, onChange, error }: TimeFieldsProps) {
  const { t } = useTranslation('sessions');
  const { timeZone } = useAccount();
  const format = useFormat();
  const minutes = readDuration(value.duration);
  return (
    <div className="flex flex-col gap-6 sm:flex-row">
      <DateField
        label={t('when')}
        required
        withTime
        zone={timeZone}
        value={value.date}
        onChange={(date) => onChange({ ...value, date })}
        error={error('date') && t('whenNeeded')}
      />
      <Field
        label={t('length.label')}
        required
        hint={minutes === null ? undefined : format.duration(minutes, false)}
        error={error('duration') && t('length.needed')}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          value={value.duration}
          onChange={({ target }) => onChange({ ...value, duration: target.value })}
          className="max-w-32 tabular-nums"
        />
      </Field>
    </div>
  );
}
