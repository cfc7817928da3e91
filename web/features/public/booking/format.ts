import type { BookableType } from '#core/api/booking.ts';
import { formatLocale, formatMoney } from '#web/lib/format/format.ts';

/** Formats minutes as "1 hr 30 min". */
export function durationText(minutes: number, language: string): string {
  const part = (value: number, unit: 'hour' | 'minute') =>
    value > 0
      ? new Intl.NumberFormat(formatLocale(language), { style: 'unit', unit, unitDisplay: 'short' }).format(value)
      : '';
  return [part(Math.floor(minutes / 60), 'hour'), part(minutes % 60, 'minute')].filter(Boolean).join(' ');
}

/** Formats the price of a session type; empty if the studio shows none. */
export function priceText({ price }: Pick<BookableType, 'price'>, currency: string, language: string): string {
  return price === null ? '' : formatMoney(price, currency, language);
}

/** Formats a date without a zone as "Friday 27 November". */
export function longDay(day: string, language: string): string {
  return inUtc(day, language, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** Formats a month as "December", with the year if it differs from `today`. */
export function monthName(day: string, language: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const };
  return inUtc(day, language, { month: 'long', ...year });
}

function inUtc(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(formatLocale(language), { ...options, timeZone: 'UTC' }).format(Date.parse(day));
}
