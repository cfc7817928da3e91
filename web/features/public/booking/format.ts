import type { Format } from '#web/lib/format/format.ts';

/** Formats the price of a session type; empty if the studio shows none. */
export function priceText(price: number | null, format: Format): string {
  return price === null ? '' : format.money(price);
}

/** Formats a date without a zone as "Friday 27 November". */
export function longDay(day: string, format: Format): string {
  return format.calendarDate(day, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** Formats a month as "December", with the year if it differs from `today`. */
export function monthName(day: string, format: Format, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const };
  return format.calendarDate(day, { month: 'long', ...year });
}
