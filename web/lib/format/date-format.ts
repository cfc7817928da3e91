import type { DateFormat } from '#core/domain/date-formats.ts';

// Making one takes longer than using it a hundred times, and lists of thousands use the same few.
const formats = new Map<string, Intl.DateTimeFormat>();

export function intlDate(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

// Like the language, one for the whole window. Nothing public sets it: there the client's language alone decides.
let studioFormat: DateFormat = 'auto';

/** From the next drawing on, days are written as this studio does. */
export function setDateFormat(format: DateFormat): void {
  studioFormat = format;
}

/** Which parts of a day are told, and how long; `weekday` and `year` where wanted. */
export interface DateParts {
  weekday?: 'short' | 'long';
  day: 'numeric';
  month: 'short' | 'long';
  year?: 'numeric';
  timeZone: string;
}

/** A day with the parts asked for. In figures it always has its year: `11-21` alone could be anything. */
export function dateText(epochMs: number, locale: string, parts: DateParts, as = studioFormat): string {
  // All languages of ours have the day first (held by a test); it is only more than its parts in a row: "21 de nov.".
  if (as === 'auto' || as === 'dmy') return intlDate(locale, { ...parts }).format(epochMs);
  const { timeZone } = parts;
  const part = (options: Intl.DateTimeFormatOptions) => intlDate(locale, { ...options, timeZone }).format(epochMs);
  const weekday = parts.weekday && part({ weekday: parts.weekday });
  // Sweden writes days as ISO 8601 does.
  if (as === 'ymd')
    return [weekday, intlDate('sv-SE', { dateStyle: 'short', timeZone }).format(epochMs)].filter(Boolean).join(' ');
  const day = `${part({ month: parts.month })} ${part({ day: 'numeric' })}`;
  return [weekday, day, parts.year && part({ year: 'numeric' })].filter(Boolean).join(', ');
}

/** Both ends of days on end, with what they have in common once where the language decides: "24–26 December 2026". */
export function dateRangeText(from: number, to: number, locale: string, parts: DateParts, as = studioFormat): string {
  if (as === 'auto' || as === 'dmy') return intlDate(locale, { ...parts }).formatRange(from, to);
  const [first, last] = [from, to].map((end) => dateText(end, locale, parts, as));
  if (first === last) return last!;
  const { year, ...yearless } = parts;
  const yearOf = (end: number) => year && intlDate('en', { year, timeZone: parts.timeZone }).format(end);
  // In figures the year stays: see above.
  return `${yearOf(from) === yearOf(to) ? dateText(from, locale, yearless, as) : first} – ${last}`;
}
