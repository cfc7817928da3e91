import { formatLocale } from '#web/lib/format/format.ts';

const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Formats minutes as "1 hr 30 mins" or "2 days" in the given language. */
export function durationText(minutes: number, language: string): string {
  let rest = minutes;
  const parts = UNITS.flatMap(([unit, size]) => {
    const value = Math.floor(rest / size);
    rest -= value * size;
    if (value === 0) return [];
    const unitDisplay = unit === 'day' ? 'long' : 'short';
    return [new Intl.NumberFormat(formatLocale(language), { style: 'unit', unit, unitDisplay }).format(value)];
  });
  return parts.join(' ');
}
