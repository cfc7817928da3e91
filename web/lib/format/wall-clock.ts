import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute, localDate, minuteOfDay, startOfDay } from '#core/domain/values/time.ts';

/** Converts between minutes of a day's wall clock and epoch milliseconds. */

export interface ZonedDay {
  /** `2026-11-24` */
  date: string;
  zone: string;
  /** First millisecond of the day and of the next one. */
  start: number;
  end: number;
  /** True for a day of 24 hours without a clock change, on which minutes can be counted. */
  even: boolean;
}

export function zonedDay(date: string, zone: string): ZonedDay {
  const start = startOfDay(date, zone);
  const end = instantAt(date, 24 * 60, zone);
  return { date, zone, start, end, even: end - start === DAY_MS };
}

/** Returns the minutes that the clock shows at an instant of the day: 1440 at or after its end, 0 before its start. */
export function wallClockMinute(day: ZonedDay, epochMs: number): number {
  if (epochMs >= day.end) return 24 * 60;
  if (epochMs <= day.start) return 0;
  return day.even ? (epochMs - day.start) / MINUTE_MS : minuteOfDay(epochMs, day.zone);
}

/**
 * Returns the instant at which the clock shows these minutes on a date; minutes below 0 or above 1440 are on the days
 * around it.
 */
export function instantAt(date: string, minute: number, zone: string): number {
  return instantAtMinute(date, minute, zone);
}

/** True if the clock shows these minutes: going forward, it skips an hour. */
export function isValidTime(day: ZonedDay, minute: number): boolean {
  return day.even || minuteOfDay(instantAt(day.date, minute, day.zone), day.zone) === minute;
}

/** Adds minutes of the wall clock to an instant; see `instantAt` for skipped times. */
export function addWallClockMinutes(epochMs: number, minutes: number, zone: string): number {
  return instantAt(localDate(epochMs, zone), minuteOfDay(epochMs, zone) + minutes, zone);
}

/** Returns the date and minutes that the clock shows at an instant. */
export function wallClockAt(epochMs: number, zone: string): { date: string; minute: number } {
  return { date: localDate(epochMs, zone), minute: minuteOfDay(epochMs, zone) };
}

/** Formats an instant for a datetime-local input: `2026-11-21T10:00` in the studio's zone. */
export function dateInput(epochMs: number, zone: string): string {
  const { date, minute } = wallClockAt(epochMs, zone);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${date}T${two(minute / 60)}:${two(minute % 60)}`;
}

/** Returns epoch milliseconds; null if the value is incomplete. */
export function readDateInput(value: string, zone: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(value);
  if (!match) return null;
  const [, date = '', hours, minutes] = match;
  return instantAt(date, Number(hours) * 60 + Number(minutes), zone);
}
