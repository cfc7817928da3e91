import { useTranslation } from 'react-i18next';
import type { InsightPeriod } from '#core/domain/studio/insights.ts';
import { localDate } from '#core/domain/values/time.ts';
import { ListSelect } from '#web/components/layout/list-toolbar.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';

interface PeriodChoiceProps {
  period: InsightPeriod;
  onChange: (period: InsightPeriod) => void;
  /** Absent until it is known. */
  firstYear: number | undefined;
}

/** The last 30 days, the last twelve months, or one of the studio's years. */
export function PeriodChoice({ period, onChange, firstYear }: PeriodChoiceProps) {
  const { t } = useTranslation('insights');
  const { timeZone } = useAccount();
  const thisYear = Number(localDate(useNow(), timeZone).slice(0, 4));
  const first = Math.min(firstYear ?? thisYear, /^\d{4}$/.test(period) ? Number(period) : thisYear);
  const years = Array.from({ length: thisYear - first + 1 }, (_, index) => String(thisYear - index));
  return (
    <ListSelect
      label={t('period.label')}
      value={period}
      options={[
        { value: '30d', label: t('period.30d') },
        { value: '12m', label: t('period.12m') },
        ...years.map((year) => ({ value: year, label: year })),
      ]}
      onChange={onChange}
    />
  );
}

/** Returns the texts of a day or month: below its bar, and in sentences. */
export function usePeriodNames(unit: 'day' | 'month') {
  const format = useFormat();
  return (key: string) =>
    unit === 'day'
      ? {
          label: format.calendarDate(key, { day: 'numeric', month: 'short' }),
          name: format.calendarDate(key, { weekday: 'short', day: 'numeric', month: 'long' }),
        }
      : { label: format.calendarDate(`${key}-01`, { month: 'short' }), name: format.month(key) };
}
