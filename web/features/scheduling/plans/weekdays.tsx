import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';
import { weekdayText } from './weekday-words.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7];

interface WeekdaysProps {
  /** ISO, Monday is 1. */
  value: readonly number[];
  onChange: (weekdays: number[]) => void;
  error: string | undefined;
}

export function Weekdays({ value, onChange, error }: WeekdaysProps) {
  const { t } = useTranslation('scheduling');
  const id = useId();
  const language = currentLanguage();
  return (
    <div
      data-wrong={error ? '' : undefined}
      role="group"
      aria-labelledby={id}
      aria-describedby={error && `${id}-error`}
      className="flex flex-col gap-1"
    >
      <span id={id} className="text-caption font-medium">
        {t('plan.days')}
      </span>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {WEEK.map((weekday) => (
          <Checkbox
            key={weekday}
            label={
              <span className="inline-block first-letter:uppercase">{weekdayText(weekday, language, 'long')}</span>
            }
            checked={value.includes(weekday)}
            onChange={(isOn) => onChange(isOn ? [...value, weekday] : value.filter((day) => day !== weekday))}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-caption text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
