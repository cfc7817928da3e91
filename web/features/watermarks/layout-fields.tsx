import { clsx } from 'clsx';
import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { WATERMARK_POSITIONS, type WatermarkPosition } from '#core/domain/branding/watermarks.ts';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Slider } from '#web/components/ui/inputs/slider.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { WatermarkValues } from './types.ts';

interface PositionPickerProps {
  value: WatermarkPosition;
  onChange: (position: WatermarkPosition) => void;
  /** True for a tiled watermark, which has no single position. */
  disabled: boolean;
}

/** Column and row steps of each arrow key. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Selects one of nine positions by click or arrow keys. */
function PositionPicker({ value, onChange, disabled }: PositionPickerProps) {
  const { t } = useTranslation('watermarks');
  const name = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const at = WATERMARK_POSITIONS.indexOf(value);
    const column = Math.min(2, Math.max(0, (at % 3) + step[0]));
    const row = Math.min(2, Math.max(0, Math.floor(at / 3) + step[1]));
    const next = WATERMARK_POSITIONS[row * 3 + column] ?? value;
    onChange(next);
    event.currentTarget.querySelector<HTMLInputElement>(`[value=${next}]`)?.focus();
  };
  return (
    // Handles the keys of the radio buttons inside; browsers' own arrow keys know one row only.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset disabled={disabled} onKeyDown={onKeyDown} className="flex flex-col gap-1.5 disabled:opacity-50">
      <legend className="mb-1.5 text-caption font-medium">{t('position')}</legend>
      <div className="grid w-fit grid-cols-3 overflow-hidden rounded-control border border-edge bg-raised">
        {WATERMARK_POSITIONS.map((position) => (
          <label
            key={position}
            title={t(`positions.${position}`)}
            className="relative flex size-control items-center justify-center hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-[-2px] has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name={name}
              value={position}
              aria-label={t(`positions.${position}`)}
              checked={position === value}
              onChange={() => onChange(position)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <span
              aria-hidden
              className={clsx('rounded-full', position === value ? 'size-3.5 bg-accent' : 'size-1.5 bg-edge')}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface LayoutFieldsProps {
  values: WatermarkValues;
  onChange: (changes: Partial<WatermarkValues>) => void;
}

/** Fields for position, size, opacity and tiling of a watermark. */
export function LayoutFields({ values, onChange: change }: LayoutFieldsProps) {
  const { t } = useTranslation('watermarks');
  const format = useFormat();
  const percent = (value: number) => format.percent(value / 100);
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <PositionPicker value={values.position} onChange={(position) => change({ position })} disabled={values.isTiled} />
      <div className="flex flex-col gap-2">
        <Slider
          label={t('size')}
          value={values.size}
          onChange={(size) => change({ size })}
          min={5}
          max={100}
          text={t('sizeOf', { percent: percent(values.size) })}
        />
        <Slider
          label={t('opacity')}
          value={values.opacity}
          onChange={(opacity) => change({ opacity })}
          min={5}
          max={100}
          text={percent(values.opacity)}
        />
      </div>
      <div className="sm:col-span-2">
        <Checkbox
          label={t('tiled')}
          hint={t('tiledHint')}
          checked={values.isTiled}
          onChange={(isTiled) => change({ isTiled })}
        />
      </div>
    </div>
  );
}
