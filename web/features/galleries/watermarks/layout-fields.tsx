import { Controller, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { WatermarkPosition } from '#core/domain/watermarks.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Slider } from '#web/components/ui/slider.tsx';
import { formatPercent } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { PositionPicker } from './position-picker.tsx';
import type { WatermarkValues } from './mark-values.ts';

interface LayoutFieldsProps {
  control: Control<WatermarkValues>;
  position: WatermarkPosition;
  onPosition: (position: WatermarkPosition) => void;
  tiled: boolean;
}

/** How the mark lies on a picture. */
export function LayoutFields({ control, position, onPosition, tiled }: LayoutFieldsProps) {
  const { t } = useTranslation('watermarks');
  const percent = (value: number) => formatPercent(value / 100, currentLanguage());
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <PositionPicker value={position} onChange={onPosition} disabled={tiled} />
      <div className="flex flex-col gap-2">
        <Controller
          control={control}
          name="size"
          render={({ field: { value, onChange } }) => (
            <Slider
              label={t('size')}
              value={value}
              onChange={onChange}
              min={5}
              max={100}
              text={t('sizeOf', { percent: percent(value) })}
            />
          )}
        />
        <Controller
          control={control}
          name="opacity"
          render={({ field: { value, onChange } }) => (
            <Slider label={t('opacity')} value={value} onChange={onChange} min={5} max={100} text={percent(value)} />
          )}
        />
      </div>
      <div className="sm:col-span-2">
        <Controller
          control={control}
          name="isTiled"
          render={({ field: { value, onChange } }) => (
            <Checkbox label={t('tiled')} hint={t('tiledHint')} checked={value} onChange={onChange} />
          )}
        />
      </div>
    </div>
  );
}
