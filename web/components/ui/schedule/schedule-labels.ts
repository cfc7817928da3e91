import { type DateParts, dateRangeText, dateText } from '#web/lib/format/date-format.ts';
import { formatLocale } from '#web/lib/format/format.ts';
import type { ScheduleSpan, ScheduleView } from './types.ts';

/** Formatters of days and times for a language. Create them once: a formatter costs more than a call of it. */
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
  /** "Tuesday, 24 November 2026" */
  longDay: (date: string) => string;
  /** "Tue" */
  weekday: (date: string) => string;
  /** "November 2026", "23–29 Nov 2026", "Tue, 24 Nov 2026" */
  title: (view: ScheduleView, days: readonly string[], date: string) => string;
}

export function scheduleLabels(language: string, zone: string): ScheduleLabels {
  const locale = formatLocale(language);
  const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone });
  const hours = { hour: 'numeric', minute: '2-digit' } as const;
  const short = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const clock = format(zone, hours);
  // Dates have no zone; UTC has no clock change.
  const scale = format('UTC', hours);
  const weekday = format('UTC', { weekday: 'short' });
  const range = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const text = (date: string, parts: Omit<DateParts, 'timeZone'>) =>
    dateText(Date.parse(date), locale, { ...parts, timeZone: 'UTC' });
  const month = format('UTC', { month: 'long', year: 'numeric' });
  const times = ({ start, end }: ScheduleSpan) => `${clock.format(start)}–${clock.format(end)}`;
  return {
    time: (epochMs) => clock.format(epochMs),
    times,
    until: ({ end }) => `–${clock.format(end)}`,
    span: (span) => `${dateText(span.start, locale, { ...short, timeZone: zone })}, ${times(span)}`,
    clock: (minute) => scale.format(minute * 60_000),
    day: (date) => text(date, short),
    longDay: (date) => text(date, long),
    weekday: (date) => weekday.format(Date.parse(date)),
    title: (view, days, date) => {
      if (view === 'day') return text(date, { ...short, year: 'numeric' });
      if (view === 'month') return month.format(Date.parse(date));
      return dateRangeText(Date.parse(days[0] ?? date), Date.parse(days.at(-1) ?? date), locale, range);
    },
  };
}
