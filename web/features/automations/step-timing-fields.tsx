import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { STEP_SIDES, type StepField, type StepSide, type StepValues } from './step-values.ts';

interface StepTimingFieldsProps {
  values: StepValues;
  onChange: (changes: Partial<StepValues>) => void;
  /** Message of a wrong field. */
  error: (field: StepField) => string | undefined;
}

/** "3" "days" "before the session" "at 10:00". */
export function StepTimingFields({ values, onChange, error }: StepTimingFieldsProps) {
  const { t } = useTranslation('automations');
  const { side, amount, unit, time } = values;
  const isDay = side === 'day';
  const min = (side === 'booked' || side === 'delivered') && unit === 'hours' ? 0 : 1;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        {!isDay && (
          <>
            <div className="w-20">
              <Field
                label={t('step.amount')}
                error={error('amount') && t('step.wrong.amount', { min, max: unit === 'days' ? 730 : 168 })}
              >
                <TextInput
                  inputMode="numeric"
                  autoComplete="off"
                  className="tabular-nums"
                  value={amount}
                  onChange={({ target }) => onChange({ amount: target.value })}
                />
              </Field>
            </div>
            <div className="w-28">
              <Field label={t('step.unit')}>
                <Select
                  value={unit}
                  onChange={({ target }) => onChange({ unit: target.value as StepValues['unit'] })}
                  options={(['days', 'hours'] as const).map((value) => ({ value, label: t(`step.units.${value}`) }))}
                />
              </Field>
            </div>
          </>
        )}
        <div className="min-w-48 grow basis-48">
          <Field label={t('step.anchor')} hint={side === 'delivered' ? t('step.deliveredHint') : undefined}>
            <Select
              value={side}
              onChange={({ target }) => onChange({ side: target.value as StepSide })}
              options={STEP_SIDES.map((value) => ({ value, label: t(`step.anchors.${value}`) }))}
            />
          </Field>
        </div>
        {(isDay || unit === 'days') && (
          <div className="w-32">
            <Field label={t('step.time')} error={error('time') && t('step.wrong.time')}>
              <TextInput
                type="time"
                className="tabular-nums"
                value={time}
                onChange={({ target }) => onChange({ time: target.value })}
              />
            </Field>
          </div>
        )}
      </div>
    </div>
  );
}
