import { formatLocale } from '#web/lib/format.ts';
import type { ScheduleSpan, ScheduleView } from './types.ts';

/** Days and times as the language writes them. Made once: a formatter costs more than what it formats. */
export interface ScheduleWords {
  /** "10:15" */
  time: (epochMs: number) => string;
  /** "10:15–11:15" */
  times: (span: ScheduleSpan) => string;
  /** "–11:15", of what began on a day before */
  until: (span: ScheduleSpan) => string;
  /** "Tue 24 Nov, 10:15–11:15" */
  span: (span: ScheduleSpan) => string;
  /** Of the clock, for a scale: "10:00" for 600. */
  clock: (minute: number) => string;
  /** "Tue 24 Nov"; days as `2026-11-24` from here on. */
  day: (date: string) => string;
  /** "Tuesday, 24 November 2026" */
  longDay: (date: string) => string;
  /** "Tue" */
  weekday: (date: string) => string;
  /** "November 2026", "23–29 Nov 2026", "Tue, 24 Nov 2026" */
  title: (view: ScheduleView, days: readonly string[], date: string) => string;
}

export function scheduleWords(language: string, zone: string): ScheduleWords {
  const locale = formatLocale(language);
  const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone });
  const hours = { hour: 'numeric', minute: '2-digit' } as const;
  const short = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const clock = format(zone, hours);
  const dayOf = format(zone, short);
  // Dates have no zone, and the scale's clock is never changed.
  const scale = format('UTC', hours);
  const day = format('UTC', short);
  const longDay = format('UTC', long);
  const weekday = format('UTC', { weekday: 'short' });
  const range = format('UTC', { day: 'numeric', month: 'short', year: 'numeric' });
  const oneDay = format('UTC', { ...short, year: 'numeric' });
  const month = format('UTC', { month: 'long', year: 'numeric' });
  const times = ({ start, end }: ScheduleSpan) => `${clock.format(start)}–${clock.format(end)}`;
  return {
    time: (epochMs) => clock.format(epochMs),
    times,
    until: ({ end }) => `–${clock.format(end)}`,
    span: (span) => `${dayOf.format(span.start)}, ${times(span)}`,
    clock: (minute) => scale.format(minute * 60_000),
    day: (date) => day.format(Date.parse(date)),
    longDay: (date) => longDay.format(Date.parse(date)),
    weekday: (date) => weekday.format(Date.parse(date)),
    title: (view, days, date) => {
      if (view === 'day') return oneDay.format(Date.parse(date));
      if (view === 'month') return month.format(Date.parse(date));
      return range.formatRange(Date.parse(days[0] ?? date), Date.parse(days.at(-1) ?? date));
    },
  };
}
