import type { Language } from './languages.ts';

/** Returns the city of an IANA zone for display: `Europe/Madrid` → "Madrid", `America/New_York` → "New York". */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Returns the locale of a language: `en` alone would write the month first; our texts are British English. */
export const localeTag = (language: Language) => (language === 'en' ? 'en-GB' : language);

/** "21 November 2026" in the studio's zone; `at` in epoch milliseconds. */
export function formatDay(at: number, language: Language, zone: string): string {
  return new Intl.DateTimeFormat(localeTag(language), { dateStyle: 'long', timeZone: zone }).format(at);
}

/** "Saturday 21 November 2026" in the studio's zone; `at` in epoch milliseconds. */
export function formatLongDate(at: number, language: Language, zone: string): string {
  return new Intl.DateTimeFormat(localeTag(language), { dateStyle: 'full', timeZone: zone }).format(at);
}

/** "Saturday 21 November 2026, 10:00 (Madrid)": names the zone because the reader may be elsewhere. */
export function formatMoment(at: number, language: Language, zone: string): string {
  const format = new Intl.DateTimeFormat(localeTag(language), { hour: 'numeric', minute: '2-digit', timeZone: zone });
  return `${formatLongDate(at, language, zone)}, ${format.format(at)} (${zoneCity(zone)})`;
}

/** "10:00–11:00 (Madrid)": names the zone because the reader may be elsewhere. */
export function formatTimeRange(start: number, end: number, language: Language, zone: string): string {
  const format = new Intl.DateTimeFormat(localeTag(language), { hour: 'numeric', minute: '2-digit', timeZone: zone });
  return `${format.format(start)}–${format.format(end)} (${zoneCity(zone)})`;
}

/**
 * Returns how an amount is written on pages and in mails: without cents if it has none, and grouped from 1,000 on, where
 * Spanish and Catalan would begin at 10.000.
 * @param minorUnits integer cents, or whole yen
 */
export function amountStyle(minorUnits: number, currency: string) {
  const digits = minorDigits(currency);
  const minimumFractionDigits = minorUnits % 10 ** digits === 0 ? 0 : digits;
  return { style: 'currency', currency, useGrouping: 'always', minimumFractionDigits } as const;
}

/** "€1,200" or "€1,200.50", formatted for the language. @param minorUnits integer cents, or whole yen */
export function formatAmount(minorUnits: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(localeTag(language), amountStyle(minorUnits, currency));
  return format.format(decimalAmount(minorUnits, currency));
}

/** "€1,200.00", for documents of accounting, whose amounts all have cents. @param minorUnits integer cents, or whole yen */
export function formatExactAmount(minorUnits: number, currency: string, language: Language): string {
  const style = { style: 'currency', currency, useGrouping: 'always' } as const;
  return new Intl.NumberFormat(localeTag(language), style).format(decimalAmount(minorUnits, currency));
}

const digitsOf = new Map<string, number>();

/** Decimal digits of a currency: 2 for EUR, 0 for JPY. */
export function minorDigits(currency: string): number {
  const known = digitsOf.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  digitsOf.set(currency, digits);
  return digits;
}

/** Converts an amount to a number. Its shortest form is exact, because amounts have at most 12 digits. */
export function decimalAmount(minorUnits: number, currency: string): number {
  return minorUnits / 10 ** minorDigits(currency);
}

/** Returns a session's location: the studio's location with its address, or the session's free text. */
export function formatSessionLocation(saved: { name: string; address: string } | null, location: string): string {
  if (!saved) return location.trim();
  return [saved.name, saved.address]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}
/** Returns a map URL of an address; needs no key and no script. */
export function mapHref(address: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
}
/** Pattern of a typed telephone number: any text with three digits, because people add names and extensions. */
export const PHONE_PATTERN = '(?:\\D*\\d){3}.*';

/** True for a text that is empty or could be a telephone number. */
export const isPhone = (text: string): boolean =>
  text.trim() === '' || new RegExp(`^${PHONE_PATTERN}$`, 's').test(text);

/** Returns a `tel:` URL without the blanks, brackets and dashes of the typed number. */
export function telHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

/** Returns the WhatsApp chat of an international number (`+34 …`, `0034 …`); null for a number without a country. */
export function whatsAppHref(phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, '');
  const international = phone.trim().startsWith('+') ? digits : /^00[1-9]/.test(digits) && digits.slice(2);
  return international && international.length >= 8 ? `https://wa.me/${international}` : null;
}

/** What readers of a file take for the end of a line, and the controls that no text needs. */
const [LINE_ENDS, CONTROLS] = [/\r\n?|[\v\f\u0085\u2028\u2029]/g, /(?![\n\t])\p{Cc}/gu];

/** Returns a text for a format of lines: every line ends with LF, and the tab is the only other control. */
export function plainLines(text: string): string {
  return text.toWellFormed().replaceAll(LINE_ENDS, '\n').replaceAll(CONTROLS, '');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!);
}
