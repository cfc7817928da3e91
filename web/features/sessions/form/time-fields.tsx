import { useTranslation } from 'react-i18next';
import { duration as durationSchema } from '#core/domain/sessions.ts';
import { DateField } from '#web/components/ui/date-field.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useDurationLabel } from '../session-words.ts';

/** As the fields hold it: `2026-11-21T10:00` of the studio's clock, and minutes as typed. */
export interface TimeValue {
  date: string;
  duration: string;
}

/** Minutes as typed; null for what is no length of a session. */
export function readDuration(typed: string): number | null {
  const minutes = durationSchema.safeParse(Number(typed));
  return typed.trim() !== '' && minutes.success ? minutes.data : null;
}

interface TimeFieldsProps {
  value: TimeValue;
  onChange: (value: TimeValue) => void;
  /** Whether to say what is missing yet. */
  checked: boolean;
}

export function TimeFields({ value, onChange, checked }: TimeFieldsProps) {
  const { t } = useTranslation('sessions');
  const { timeZone } = useAccount();
  const lengthOf = useDurationLabel();
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
        error={checked && !value.date ? t('whenNeeded') : undefined}
      />
      <Field
        label={t('length.label')}
        required
        hint={minutes === null ? undefined : lengthOf(minutes)}
        error={checked && minutes === null ? t('length.needed') : undefined}
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
