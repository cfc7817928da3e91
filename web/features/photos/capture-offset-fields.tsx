import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import type { OffsetInput } from './capture-offset.ts';
import { cameraName } from './filters.ts';
import { groupBy, type PhotoRow, toIds } from './types.ts';

interface CameraListProps {
  selected: readonly PhotoRow[];
  photos: readonly PhotoRow[];
  onSelect: (ids: readonly string[]) => void;
}

/** Lists the cameras of the selected photos. Each has a button that selects all its photos. */
export function CameraList({ selected, photos, onSelect }: CameraListProps) {
  const { t } = useTranslation('photos');
  const all = groupBy(photos, cameraName);
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line">
      {[...groupBy(selected, cameraName)].map(([camera, chosen]) => {
        const cameraPhotos = all.get(camera) ?? chosen;
        return (
          <li key={camera} className="flex min-h-control flex-wrap items-center justify-between gap-x-3 py-1">
            <span className="grow basis-24 truncate">{camera || t('filter.unknownCamera')}</span>
            <span data-figures className="flex shrink-0 items-center gap-2 text-soft">
              {t('time.ofCamera', { count: chosen.length, total: cameraPhotos.length })}
              {chosen.length < cameraPhotos.length && (
                <Button size="small" variant="quiet" onClick={() => onSelect(toIds(cameraPhotos))}>
                  {t('time.takeAll')}
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

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
