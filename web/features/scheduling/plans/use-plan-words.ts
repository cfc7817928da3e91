import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDay } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { PlanRow } from '../scheduling-rows.ts';
import { weekdaysText } from './weekday-words.ts';

type Times = Pick<PlanRow, 'daysOfWeek' | 'timeSlots'>;

/** Plans in words. */
export function usePlanLabels() {
  const { t } = useTranslation('scheduling');
  const { timeZone } = useAccount();
  const language = currentLanguage();
  const timesOf = ({ daysOfWeek, timeSlots }: Times) => {
    const days = daysOfWeek.length === 7 ? t('plan.everyDay') : weekdaysText(daysOfWeek, language);
    return `${days}, ${timeSlots.map(({ start, end }) => `${start}–${end}`).join(', ')}`;
  };
  const dayText = (epochMs: number) => formatDay(epochMs, language, timeZone);
  return {
    /** "Mon–Fri, 09:00–13:00" */
    timesOf,
    /** "From 24 November 2026", "24 November 2026 until 6 January 2027" */
    datesOf: ({ startDate, endDate }: Pick<PlanRow, 'startDate' | 'endDate'>) =>
      endDate === null
        ? t('plan.since', { from: dayText(startDate) })
        : t('plan.between', { from: dayText(startDate), to: dayText(endDate) }),
    /** All plans of a type on one line. */
    summary: (plans: readonly PlanRow[]) => {
      const active = plans.filter(({ isActive }) => isActive);
      const [only] = active;
      if (!only) return t('plan.noTimes');
      return active.length === 1 ? timesOf(only) : t('plan.count', { count: active.length });
    },
  };
}
