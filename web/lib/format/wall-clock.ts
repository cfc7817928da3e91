import { instantAtMinute, localDate, minuteOfDay, startOfDay } from '#core/domain/time.ts';

/** Days as people see them on a wall: minutes of a clock on one side, epoch milliseconds on the other. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface ZonedDay {
  /** `2026-11-24` */
  date: string;
  zone: string;
  /** First millisecond, and the first of the next day. */
  start: number;
  end: number;
  /** Has 24 hours: the clocks are not changed on it, and minutes can be counted. */
  even: boolean;
}

export function zonedDay(date: string, zone: string): ZonedDay {
  const start = startOfDay(date, zone);
  const end = instantAt(date, 24 * 60, zone);
  return { date, zone, start, end, even: end - start === DAY_MS };
}

/** What the clock shows at an instant of the day, in minutes; 1440 at or after its end, 0 before its start. */
export function wallClockMinute(day: ZonedDay, epochMs: number): number {
  if (epochMs >= day.end) return 24 * 60;
  if (epochMs <= day.start) return 0;
  return day.even ? (epochMs - day.start) / MINUTE_MS : minuteOfDay(epochMs, day.zone);
}

/** When the clock shows these minutes on a date; beyond 0 and 1440 on the days around it. */
export function instantAt(date: string, minute: number, zone: string): number {
  return instantAtMinute(date, minute, zone);
}

/** Whether the clock shows these minutes at all: it skips an hour when it goes forward. */
export function isValidTime(day: ZonedDay, minute: number): boolean {
  return day.even || minuteOfDay(instantAt(day.date, minute, day.zone), day.zone) === minute;
}

/** The same time of the clock, moved by minutes of the clock; see `instantAt` for times that it skips. */
export function addWallClockMinutes(epochMs: number, minutes: number, zone: string): number {
  return instantAt(localDate(epochMs, zone), minuteOfDay(epochMs, zone) + minutes, zone);
}

/** The date and the minutes that the clock shows at an instant. */
export function wallClockAt(epochMs: number, zone: string): { date: string; minute: number } {
  return { date: localDate(epochMs, zone), minute: minuteOfDay(epochMs, zone) };
}
