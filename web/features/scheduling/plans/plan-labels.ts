import { useTranslation } from 'react-i18next';
import { DAY_MS } from '#core/domain/durations.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { formatDay, formatLocale } from '#web/lib/format/format.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import type { PlanRow } from '../types.ts';

/** A Monday in UTC. */
const MONDAY = Date.UTC(2024, 0, 1);

/** Returns "Mon" or "Monday" of an ISO weekday; Monday is 1. */
export function weekdayText(weekday: number, language: string, width: 'short' | 'long' = 'short'): string {
  const format = new Intl.DateTimeFormat(formatLocale(language), { weekday: width, timeZone: 'UTC' });
  return format.format(MONDAY + (weekday - 1) * DAY_MS);
}

/** Formats weekdays as "Mon–Fri" or "Mon, Wed–Fri". Joins three or more adjacent ones to a range. */
export function weekdaysText(weekdays: readonly number[], language: string): string {
  const ranges: number[][] = [];
  for (const weekday of weekdays) {
    const last = ranges.at(-1);
    if (last?.at(-1) === weekday - 1) last.push(weekday);
    else ranges.push([weekday]);
  }
  const parts = ranges.flatMap((days) => {
    const names = days.map((day) => weekdayText(day, language));
    return names.length > 2 ? [`${names[0]}–${names.at(-1)}`] : names;
  });
  return parts.join(', ');
}

type Times = Pick<PlanRow, 'daysOfWeek' | 'timeSlots'>;

/** Returns functions that describe plans. */
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
    /** Returns "Mon–Fri, 09:00–13:00". */
    timesOf,
    /** Returns "From 24 November 2026" or "24 November 2026 until 6 January 2027". */
    datesOf: ({ startDate, endDate }: Pick<PlanRow, 'startDate' | 'endDate'>) =>
      endDate === null
        ? t('plan.since', { from: dayText(startDate) })
        : t('plan.between', { from: dayText(startDate), to: dayText(endDate) }),
    /** Describes all plans of a type on one line. */
    summary: (plans: readonly PlanRow[]) => {
      const active = plans.filter(({ isActive }) => isActive);
      const [only] = active;
      if (!only) return t('plan.noTimes');
      return active.length === 1 ? timesOf(only) : t('plan.count', { count: active.length });
    },
  };
}
