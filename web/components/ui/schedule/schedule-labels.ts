import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { type DateParts, intlDate } from '#web/lib/format/date-format.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { ScheduleSpan, ScheduleView } from './types.ts';

/** Formatters of days and times of a calendar. */
export interface ScheduleLabels {
  /** "10:15" */
  time: (epochMs: number) => string;
  /** "10:15–11:15" */
  times: (span: ScheduleSpan) => string;
  /** "–11:15", for an item that began on an earlier day */
  until: (span: ScheduleSpan) => string;
  /** "Tue 24 Nov, 10:15–11:15" */
  span: (span: ScheduleSpan) => string;
  /** Minutes of the clock on the scale: "10:00" for 600. */
  clock: (minute: number) => string;
  /** "Tue 24 Nov"; this and the following take days as `2026-11-24`. */
  day: (date: string) => string;
  /** "Tuesday 24 November 2026" */
  longDay: (date: string) => string;
  /** "Tue" */
  weekday: (date: string) => string;
  /** "November 2026", "23–29 Nov 2026", "Tue 24 Nov 2026" */
  title: (view: ScheduleView, days: readonly string[], date: string) => string;
}

export function scheduleLabels(format: Format): ScheduleLabels {
  const short = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  // Dates have no zone; UTC has no clock change.
  const scale = intlDate(format.locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const range = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const text = (date: string, parts: Omit<DateParts, 'timeZone'>) =>
    format.dateText(Date.parse(date), { ...parts, timeZone: 'UTC' });
  const times = ({ start, end }: ScheduleSpan) => `${format.time(start)}–${format.time(end)}`;
  return {
    time: format.time,
    times,
    until: ({ end }) => `–${format.time(end)}`,
    span: (span) => `${format.dateText(span.start, { ...short, timeZone: format.zone })}, ${times(span)}`,
    clock: (minute) => scale.format(minute * MINUTE_MS),
    day: (date) => text(date, short),
    longDay: (date) => text(date, long),
    weekday: (date) => format.calendarDate(date, { weekday: 'short' }),
    title: (view, days, date) => {
      if (view === 'day') return text(date, { ...short, year: 'numeric' });
      if (view === 'month') return format.calendarDate(date, { month: 'long', year: 'numeric' });
      return format.dateRange(Date.parse(days[0] ?? date), Date.parse(days.at(-1) ?? date), range);
    },
  };
}
