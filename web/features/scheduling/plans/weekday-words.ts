import { formatLocale } from '#web/lib/format.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** "Mon", or "Monday"; ISO weekdays, Monday is 1. */
export function weekdayText(weekday: number, language: string, width: 'short' | 'long' = 'short'): string {
  const format = new Intl.DateTimeFormat(formatLocale(language), { weekday: width, timeZone: 'UTC' });
  return format.format(MONDAY + (weekday - 1) * DAY_MS);
}

/** "Mon–Fri", "Mon, Wed–Fri"; three or more that follow each other are one stretch. */
export function weekdaysText(weekdays: readonly number[], language: string): string {
  const stretches: number[][] = [];
  for (const weekday of weekdays) {
    const last = stretches.at(-1);
    if (last?.at(-1) === weekday - 1) last.push(weekday);
    else stretches.push([weekday]);
  }
  const words = stretches.flatMap((days) => {
    const names = days.map((day) => weekdayText(day, language));
    return names.length > 2 ? [`${names[0]}–${names.at(-1)}`] : names;
  });
  return words.join(', ');
}
