import { useTranslation } from 'react-i18next';
import type { Format } from '#web/lib/format/format.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { PlanRow } from '../types.ts';

/** Returns "Mon" or "Monday" of an ISO weekday; Monday is 1. */
export function weekdayText(weekday: number, format: Format, width: 'short' | 'long' = 'short'): string {
  // 1 January 2024 was a Monday.
  return format.calendarDate(`2024-01-0${weekday}`, { weekday: width });
}

/** Formats weekdays as "Mon–Fri" or "Mon, Wed–Fri". Joins three or more adjacent ones to a range. */
export function weekdaysText(weekdays: readonly number[], format: Format): string {
  const ranges: number[][] = [];
  for (const weekday of weekdays) {
    const last = ranges.at(-1);
    if (last?.at(-1) === weekday - 1) last.push(weekday);
    else ranges.push([weekday]);
  }
  const parts = ranges.flatMap((days) => {
    const names = days.map((day) => weekdayText(day, format));
    return names.length > 2 ? [`${names[0]}–${names.at(-1)}`] : names;
  });
  return parts.join(', ');
}

/** Formats a stored time, `09:00`, as Intl formats times: "9:00". */
const clockText = (time: string) => time.replace(/^0/, '');

type Times = Pick<PlanRow, 'daysOfWeek' | 'timeSlots'>;

/** Returns functions that describe plans. */
export function usePlanLabels() {
  const { t } = useTranslation('scheduling');
  const format = useFormat();
  const timesOf = ({ daysOfWeek, timeSlots }: Times) => {
    const days = daysOfWeek.length === 7 ? t('plan.everyDay') : weekdaysText(daysOfWeek, format);
    return `${days}, ${timeSlots.map(({ start, end }) => `${clockText(start)}–${clockText(end)}`).join(', ')}`;
  };
  return {
    /** Returns "Mon–Fri, 9:00–13:00". */
    timesOf,
    /** Returns "From 24 November 2026" or "24 November 2026 until 6 January 2027". */
    datesOf: ({ startDate, endDate }: Pick<PlanRow, 'startDate' | 'endDate'>) =>
      endDate === null
        ? t('plan.since', { from: format.day(startDate) })
        : t('plan.between', { from: format.day(startDate), to: format.day(endDate) }),
    /** Describes all plans of a type on one line; empty without one that is on. */
    summary: (plans: readonly PlanRow[]) => {
      const active = plans.filter(({ isActive }) => isActive);
      const [only] = active;
      if (!only) return '';
      return active.length === 1 ? timesOf(only) : t('plan.count', { count: active.length });
    },
  };
}
