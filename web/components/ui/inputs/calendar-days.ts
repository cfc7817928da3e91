import { DAY_MS } from '#core/domain/values/durations.ts';

/**
 * Days are `2026-11-21` and months `2026-11`: calendar dates without a zone. Computed in UTC, where every day has 24 h.
 */

export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the same day of another month, or that month's last day: 31 January + 1 = 28 February. */
export function shiftMonth(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + by + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + by, Math.min(date, last))).toISOString().slice(0, 10);
}

/** First day of the week of the locale, 1 (Monday) to 7 (Sunday). */
export function firstWeekday(tag: string): number {
  const locale = new Intl.Locale(tag).maximize() as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  // A method in the standard, a property in early implementations, missing in Firefox.
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** Returns the whole weeks that cover a month, seven days each. */
export function monthWeeks(month: string, firstDay: number): string[][] {
  const first = `${month}-01`;
  const weekday = new Date(first).getUTCDay() || 7;
  let day = shiftDay(first, -((weekday - firstDay + 7) % 7));
  const weeks: string[][] = [];
  do {
    const start = day;
    weeks.push(Array.from({ length: 7 }, (_, index) => shiftDay(start, index)));
    day = shiftDay(day, 7);
  } while (day.startsWith(month));
  return weeks;
}
