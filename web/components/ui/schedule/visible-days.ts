import { formatLocale } from '#web/lib/format/format.ts';
import { zonedDay } from '#web/lib/format/wall-clock.ts';
import { firstWeekday, monthWeeks, shiftDay, shiftMonth } from '../inputs/calendar-days.ts';
import type { ScheduleSpan, ScheduleView } from './types.ts';

/** The agenda shows four weeks. */
const AGENDA_DAYS = 28;

/** Returns the days that a view shows around a date, in order. */
export function visibleDays(view: ScheduleView, date: string, language: string): string[] {
  if (view === 'day') return [date];
  if (view === 'agenda') return Array.from({ length: AGENDA_DAYS }, (_, index) => shiftDay(date, index));
  const first = firstWeekday(formatLocale(language));
  return view === 'month' ? monthWeeks(date.slice(0, 7), first).flat() : weekOf(date, first);
}

/** Returns the span to query for a view. Includes the week around a day, whose strip marks days with items. */
export function visibleSpan(view: ScheduleView, date: string, zone: string, language: string): ScheduleSpan {
  const days = visibleDays(view === 'day' ? 'week' : view, date, language);
  return { start: zonedDay(days[0] ?? date, zone).start, end: zonedDay(days.at(-1) ?? date, zone).end };
}

/** Returns the date one page forward or back. */
export function nextPageDate(view: ScheduleView, date: string, by: 1 | -1): string {
  if (view === 'month') return shiftMonth(date, by);
  return shiftDay(date, by * { day: 1, week: 7, agenda: AGENDA_DAYS }[view]);
}

function weekOf(date: string, first: number): string[] {
  const weekday = new Date(date).getUTCDay() || 7;
  return Array.from({ length: 7 }, (_, index) => shiftDay(date, index - ((weekday - first + 7) % 7)));
}

const WIDE = '(min-width: 48rem)';

/** True from Tailwind's `md` width: columns fit side by side. */
export function isWide(): boolean {
  return matchMedia(WIDE).matches;
}

/** The view before the user has chosen one: day on phones, week on wider screens. */
export function defaultView(): ScheduleView {
  return isWide() ? 'week' : 'day';
}
