import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { TypedOffset } from './capture-offset.ts';

interface OffsetFieldsProps {
  value: TypedOffset;
  onChange: (value: TypedOffset) => void;
}

const PARTS = ['hours', 'minutes', 'seconds'] as const;

export function OffsetFields({ value, onChange }: OffsetFieldsProps) {
  const { t } = useTranslation('photos');
  const directions = (['later', 'earlier'] as const).map((each) => ({ value: each, label: t(`time.${each}`) }));
  return (
    <div className="grid grid-cols-3 gap-3 sm:grid-cols-[2fr_1fr_1fr_1fr]">
      <div className="max-sm:col-span-3">
        <Field label={t('time.direction')}>
          <Select
            options={directions}
            value={value.direction}
            onChange={({ target }) => onChange({ ...value, direction: target.value as TypedOffset['direction'] })}
          />
        </Field>
      </div>
      {PARTS.map((part) => (
        <Field key={part} label={t(`time.${part}`)}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={value[part]}
            onChange={({ target }) => onChange({ ...value, [part]: target.value })}
            className="tabular-nums"
          />
        </Field>
      ))}
    </div>
  );
}
