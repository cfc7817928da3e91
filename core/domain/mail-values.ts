import type { Language } from './languages.ts';
import { zoneCity } from './zone-city.ts';

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
