import type { Language } from './languages.ts';

/** The city of an IANA zone as people write it: `Europe/Madrid` → "Madrid", `America/New_York` → "New York". */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Our English is British, as everywhere: `en` alone writes the month first. */
const localeTag = (language: Language) => (language === 'en' ? 'en-GB' : language);

/** "Saturday 21 November 2026" in the studio's zone; times in epoch milliseconds. */
export function formatLongDate(at: number, language: Language, zone: string): string {
  return new Intl.DateTimeFormat(localeTag(language), { dateStyle: 'full', timeZone: zone }).format(at);
}

/** "10:00–11:00 (Madrid)": whoever reads it may be elsewhere. */
export function formatTimeRange(start: number, end: number, language: Language, zone: string): string {
  const format = new Intl.DateTimeFormat(localeTag(language), { hour: 'numeric', minute: '2-digit', timeZone: zone });
  return `${format.format(start)}–${format.format(end)} (${zoneCity(zone)})`;
}

/** "€ 1,200.50" as the language writes it. @param minorUnits integer cents, or whole yen */
export function formatAmount(minorUnits: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(localeTag(language), { style: 'currency', currency });
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Where a session is: the studio's place, with its address, or what was written of it. */
export function formatPlace(place: { name: string; address: string } | null, location: string): string {
  if (!place) return location.trim();
  return [place.name, place.address]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}
/** Where a map shows an address; no key and no script of anybody. */
export function mapHref(address: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
}
/** Where a telephone calls, as it was typed: blanks, brackets and dashes mean nothing to it. */
export function telHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!);
}
