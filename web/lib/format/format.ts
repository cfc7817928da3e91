import type { DateFormat } from '#core/domain/date-formats.ts';
import { zoneCity } from '#core/domain/format.ts';
import { dateText, intlDate } from './date-format.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the locale of a language. English is British: "Sat 21 Nov, 10:00" (design/interface.md, principle 5); `en`
 * alone would be American.
 */
export function formatLocale(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

// Cached, like the formatters of dates.
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, format);
  return format;
}

/**
 * "Sat 21 Nov 2026" in the given zone (the studio's), without the current year. Uses the studio's date format unless
 * `as` is given.
 */
export function formatDate(epochMs: number, language: string, zone: string, now = Date.now(), as?: DateFormat): string {
  const sameYear = yearIn(epochMs, zone) === yearIn(now, zone);
  const year = sameYear ? {} : { year: 'numeric' as const };
  const parts = { weekday: 'short', day: 'numeric', month: 'short', ...year, timeZone: zone } as const;
  return dateText(epochMs, formatLocale(language), parts, as);
}

/** "21 December 2026", for use in a sentence. */
export function formatDay(epochMs: number, language: string, zone: string): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone } as const;
  return dateText(epochMs, formatLocale(language), parts);
}

/** "November 2026" for `2026-11` */
export function formatMonth(month: string, language: string): string {
  const format = intlDate(formatLocale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(Date.parse(`${month}-01T00:00:00Z`));
}

/** True for `2026-11` within the years of `instant`. */
export function isMonth(value: string): boolean {
  return /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/.test(value);
}

/** "10:00" */
export function formatTime(epochMs: number, language: string, zone: string): string {
  return intlDate(formatLocale(language), { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(epochMs);
}

/**
 * "Sat 21 Nov, 10:00–11:00 (Barcelona)"; without an end "Sat 21 Nov, 10:00 (Barcelona)". `place` overrides the zone's
 * city.
 */
export function formatSpan(
  span: { start: number; end?: number; zone: string; place?: string },
  language: string,
  now = Date.now(),
): string {
  const from = formatTime(span.start, language, span.zone);
  const until = span.end === undefined ? '' : `–${formatTime(span.end, language, span.zone)}`;
  return `${formatDate(span.start, language, span.zone, now)}, ${from}${until} (${span.place ?? zoneCity(span.zone)})`;
}

/** "5 minutes ago" within a day, otherwise the date. */
export function formatRecent(epochMs: number, language: string, zone: string, now = Date.now()): string {
  const elapsed = epochMs - now;
  if (Math.abs(elapsed) >= DAY_MS) return formatDate(epochMs, language, zone, now);
  const relative = new Intl.RelativeTimeFormat(formatLocale(language), { numeric: 'auto' });
  if (Math.abs(elapsed) < 60_000) return relative.format(0, 'second');
  if (Math.abs(elapsed) < 3_600_000) return relative.format(Math.trunc(elapsed / 60_000), 'minute');
  return relative.format(Math.trunc(elapsed / 3_600_000), 'hour');
}

export function formatNumber(value: number, language: string): string {
  return numberFormat(formatLocale(language)).format(value);
}

/** @param ratio 0–1 */
export function formatPercent(ratio: number, language: string): string {
  return numberFormat(formatLocale(language), { style: 'percent', maximumFractionDigits: 0 }).format(ratio);
}

/** "24 MB", in decimal units, as cameras and phones use. */
export function formatBytes(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  let power = 0;
  while (power < units.length - 1 && Math.round(bytes / 1000 ** power) >= 1000) power += 1;
  const value = bytes / 1000 ** power;
  return numberFormat(formatLocale(language), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 0 && value < 10 ? 1 : 0,
  }).format(value);
}

const digitsOf = new Map<string, number>();

/** Decimal digits of a currency: 2 for EUR, 0 for JPY. */
export function minorDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits: digits = 2 } = numberFormat('en', { style: 'currency', currency }).resolvedOptions();
  digitsOf.set(currency, digits);
  return digits;
}

/** @param minorUnits integer amount in the currency's smallest unit, e.g. cents */
export function formatMoney(minorUnits: number, currency: string, language: string): string {
  const digits = minorDigits(currency);
  const whole = minorUnits % 10 ** digits === 0;
  return numberFormat(formatLocale(language), {
    style: 'currency',
    currency,
    minimumFractionDigits: whole ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(minorUnits / 10 ** digits);
}

/** Maximum offset of any zone from UTC. */
const FARTHEST_MS = 14 * 3_600_000;

function yearIn(epochMs: number, zone: string): string {
  // The year is the same in every zone except around New Year, and a list asks for it in each row.
  const least = new Date(epochMs - FARTHEST_MS).getUTCFullYear();
  if (least === new Date(epochMs + FARTHEST_MS).getUTCFullYear()) return String(least);
  return intlDate('en', { year: 'numeric', timeZone: zone }).format(epochMs);
}
