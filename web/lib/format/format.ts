import type { DateFormat } from '#core/domain/values/date-formats.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { amountStyle, decimalAmount, zoneCity } from '#core/domain/values/format.ts';
import { type DateParts, dateRangeText, dateText, intlDate } from './date-format.ts';

/**
 * Returns the locale of a language. English is British: "Sat 21 Nov, 10:00"; `en`
 * alone would be American.
 */
export function formatLocale(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

// Cached, like the formatters of dates.
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  // Spanish and Catalan would group from 10.000 on.
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, { useGrouping: 'always', ...options });
  numberFormats.set(key, format);
  return format;
}

/** Settings that every text of a `Format` depends on. */
export interface FormatSettings {
  language: string;
  /** IANA zone of dates and times. */
  zone: string;
  /** ISO 4217. */
  currency: string;
  dateFormat: DateFormat;
  /** "10:00 am" instead of "10:00"; as the language does by default. */
  hour12?: boolean | undefined;
}

/** True for a regional locale whose clock has 12 hours, as `en-US`. */
export function hasHour12(locale: string): boolean {
  return intlDate(locale, { hour: 'numeric' }).resolvedOptions().hour12 ?? false;
}

export type Format = ReturnType<typeof createFormat>;

/** Returns formatters of dates, numbers and amounts. Instants are epoch milliseconds. Components call `useFormat`. */
export function createFormat({ language, zone, currency, dateFormat, hour12 }: FormatSettings) {
  const locale = formatLocale(language);
  const hours = hour12 === undefined ? {} : { hour12 };
  const number = (value: number, options?: Intl.NumberFormatOptions) => numberFormat(locale, options).format(value);

  /** "Sat 21 Nov 2026", without the current year. */
  const date = (epochMs: number, now = Date.now(), as = dateFormat): string => {
    const sameYear = yearIn(epochMs, zone) === yearIn(now, zone);
    const year = sameYear ? {} : { year: 'numeric' as const };
    return dateText(epochMs, locale, { weekday: 'short', day: 'numeric', month: 'short', ...year, timeZone: zone }, as);
  };

  /** "10:00" */
  const time = (epochMs: number): string =>
    intlDate(locale, { hour: 'numeric', minute: '2-digit', timeZone: zone, ...hours }).format(epochMs);

  /** A calendar date without a zone, `2026-11-21`, with Intl's options. */
  const calendarDate = (day: string, options: Intl.DateTimeFormatOptions): string =>
    intlDate(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(day));

  return {
    language,
    zone,
    currency,
    locale,
    date,
    time,
    calendarDate,

    /** "Sat 21 Nov, 10:00" */
    dateTime: (epochMs: number): string => `${date(epochMs)}, ${time(epochMs)}`,

    /** "21 December 2026", for use in a sentence. */
    day: (epochMs: number): string =>
      dateText(epochMs, locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone }, dateFormat),

    /** "November 2026" for `2026-11` */
    month: (month: string): string => calendarDate(`${month}-01`, { month: 'long', year: 'numeric' }),

    /** A date with the requested parts, in their zone. */
    dateText: (epochMs: number, parts: DateParts): string => dateText(epochMs, locale, parts, dateFormat),

    /** A range of days with the requested parts, in their zone. */
    dateRange: (from: number, to: number, parts: DateParts): string =>
      dateRangeText(from, to, locale, parts, dateFormat),

    /** "Sat 21 Nov, 10:00–11:00 (Madrid)" with the zone's city; without an end "Sat 21 Nov, 10:00 (Madrid)". */
    span: (span: { start: number; end?: number }, now?: number): string => {
      const until = span.end === undefined ? '' : `–${time(span.end)}`;
      return `${date(span.start, now)}, ${time(span.start)}${until} (${zoneCity(zone)})`;
    },

    /** "5 minutes ago" within a day, otherwise the date. */
    recent: (epochMs: number, now = Date.now()): string => {
      const elapsed = epochMs - now;
      if (Math.abs(elapsed) >= DAY_MS) return date(epochMs, now);
      const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
      if (Math.abs(elapsed) < MINUTE_MS) return relative.format(0, 'second');
      if (Math.abs(elapsed) < HOUR_MS) return relative.format(Math.trunc(elapsed / MINUTE_MS), 'minute');
      return relative.format(Math.trunc(elapsed / HOUR_MS), 'hour');
    },

    /** "1 h 30 min" or "2 days"; counts days as hours if `withDays` is false. */
    duration: (minutes: number, withDays = true): string => {
      let rest = minutes;
      const parts = UNITS.slice(withDays ? 0 : 1).flatMap(([unit, size]) => {
        const value = Math.floor(rest / size);
        rest -= value * size;
        if (value === 0) return [];
        // International symbols: Intl's English would be "1 hr 30 mins".
        return [
          unit === 'day'
            ? number(value, { style: 'unit', unit, unitDisplay: 'long' })
            : `${number(value)} ${SYMBOLS[unit]}`,
        ];
      });
      return parts.join(' ');
    },

    number: (value: number): string => number(value),

    /** @param ratio 0–1 */
    percent: (ratio: number): string => number(ratio, { style: 'percent', maximumFractionDigits: 0 }),

    /** "24 MB", in decimal units, as cameras and phones use. */
    bytes: (bytes: number): string => {
      const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
      let power = 0;
      while (power < units.length - 1 && Math.round(bytes / 1000 ** power) >= 1000) power += 1;
      const value = bytes / 1000 ** power;
      return number(value, {
        style: 'unit',
        unit: units[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: power > 0 && value < 10 ? 1 : 0,
      });
    },

    /** "€0.0726", a price with up to four decimals. @param micro millionths of the currency's main unit */
    unitPrice: (micro: number, of = currency): string =>
      number(micro / 1e6, { style: 'currency', currency: of, maximumFractionDigits: 4 }),

    /** @param minorUnits integer amount in the currency's smallest unit, e.g. cents */
    money: (minorUnits: number, of = currency): string =>
      number(decimalAmount(minorUnits, of), amountStyle(minorUnits, of)),
  };
}

const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

const SYMBOLS = { hour: 'h', minute: 'min' } as const;

/** Maximum offset of any zone from UTC. */
const FARTHEST_MS = 14 * HOUR_MS;

function yearIn(epochMs: number, zone: string): string {
  // The year is the same in every zone except around New Year, and a list asks for it in each row.
  const least = new Date(epochMs - FARTHEST_MS).getUTCFullYear();
  if (least === new Date(epochMs + FARTHEST_MS).getUTCFullYear()) return String(least);
  return intlDate('en', { year: 'numeric', timeZone: zone }).format(epochMs);
}

/** True for `2026-11` within the years of `instant`. */
export function isMonth(value: string): boolean {
  return /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/.test(value);
}
