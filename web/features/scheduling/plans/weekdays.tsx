import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';
import { LabelledGroup } from './labelled-group.tsx';
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
  const language = currentLanguage();
  return (
    <LabelledGroup label={t('plan.days')} error={error} className="flex flex-col gap-1">
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
    </LabelledGroup>
  );
}
