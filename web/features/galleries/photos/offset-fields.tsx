import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { OffsetInput } from './capture-offset.ts';

interface CaptureOffsetFieldsProps {
  value: OffsetInput;
  onChange: (value: OffsetInput) => void;
}

const PARTS = ['hours', 'minutes', 'seconds'] as const;

export function CaptureOffsetFields({ value, onChange }: CaptureOffsetFieldsProps) {
  const { t } = useTranslation('photos');
  const directions = (['later', 'earlier'] as const).map((each) => ({ value: each, label: t(`time.${each}`) }));
  return (
    <div className="grid grid-cols-3 gap-3 sm:grid-cols-[2fr_1fr_1fr_1fr]">
      <div className="max-sm:col-span-3">
        <Field label={t('time.direction')}>
          <Select
            options={directions}
            value={value.direction}
            onChange={({ target }) => onChange({ ...value, direction: target.value as OffsetInput['direction'] })}
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
