import type { DateFormat } from '#core/domain/values/date-formats.ts';

// Cached: creating a formatter costs more than a hundred calls, and lists of thousands use the same few.
const formats = new Map<string, Intl.DateTimeFormat>();

export function intlDate(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Parts of a date and their length; `weekday` and `year` are optional. */
export interface DateParts {
  weekday?: 'short' | 'long';
  day: 'numeric';
  month: 'short' | 'long';
  year?: 'numeric';
  timeZone: string;
}

/** Formats a date with the requested parts. A numeric date always has its year: `11-21` alone is ambiguous. */
export function dateText(epochMs: number, locale: string, parts: DateParts, as: DateFormat): string {
  const { timeZone, year, ...yearless } = parts;
  if (as === 'auto' || as === 'dmy') {
    // Every language of the product puts the day first (checked by a test). Intl adds words between the parts: "21 de
    // nov.".
    const whole = intlDate(locale, { ...parts });
    if (!yearless.weekday || !year) return whole.format(epochMs);
    // English has a comma after the weekday with the year only: dates of one list would differ.
    const [, separator] = intlDate(locale, { ...yearless, timeZone }).formatToParts(epochMs);
    return whole
      .formatToParts(epochMs)
      .map(({ value }, index) => (index === 1 && separator ? separator.value : value))
      .join('');
  }
  const part = (options: Intl.DateTimeFormatOptions) => intlDate(locale, { ...options, timeZone }).format(epochMs);
  const weekday = parts.weekday && part({ weekday: parts.weekday });
  // `ymd` uses ISO 8601, as the Swedish locale does.
  if (as === 'ymd')
    return [weekday, intlDate('sv-SE', { dateStyle: 'short', timeZone }).format(epochMs)].filter(Boolean).join(' ');
  const day = `${part({ month: parts.month })} ${part({ day: 'numeric' })}`;
  return [weekday, day, parts.year && part({ year: 'numeric' })].filter(Boolean).join(', ');
}

/** Formats a range of days. Common parts appear once if the language decides the format: "24–26 December 2026". */
export function dateRangeText(from: number, to: number, locale: string, parts: DateParts, as: DateFormat): string {
  if (as === 'auto' || as === 'dmy') return intlDate(locale, { ...parts }).formatRange(from, to);
  const [first, last] = [from, to].map((end) => dateText(end, locale, parts, as));
  if (first === last) return last!;
  const { year, ...yearless } = parts;
  const yearOf = (end: number) => year && intlDate('en', { year, timeZone: parts.timeZone }).format(end);
  // A numeric date keeps its year, see `dateText`.
  return `${yearOf(from) === yearOf(to) ? dateText(from, locale, yearless, as) : first} – ${last}`;
}
