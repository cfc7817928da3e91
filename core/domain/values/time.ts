import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { MINUTE_MS } from './durations.ts';

/** An injectable clock: epoch milliseconds. */
export type Clock = () => number;

/** An IANA zone that this runtime supports. */
export const timeZone = z
  .string()
  .max(64)
  .refine((value) => isTimeZone(value));

function isTimeZone(value: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(value);
    return /^[A-Za-z]/.test(value);
  } catch {
    return false;
  }
}

/** A date as in form fields, `2026-11-21`. */
export const isoDate = z.iso.date();

/** Returns the last millisecond of a day in a zone: "until 21 November" includes the 21st. */
export function endOfDay(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - 1;
}

/** Returns the first millisecond of a day in a zone. */
export function startOfDay(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/** Returns the date of an instant in a zone, `2026-11-21`. */
export function localDate(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** Returns the clock time of an instant in a zone as minutes since midnight: 630.5 is half a minute past 10:30. */
export function minuteOfDay(epochMs: number, zone: string): number {
  const { hour, minute, second, millisecond } =
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  return hour * 60 + minute + second / 60 + millisecond / MINUTE_MS;
}

/**
 * Returns the instant of a clock time in a zone. Minutes below 0 and above 1440 refer to the adjacent days. A skipped
 * time becomes one hour later, a repeated time is the first: Temporal's `compatible`.
 */
export function instantAtMinute(date: string, minute: number, zone: string): number {
  return Temporal.PlainDate.from(date)
    .toPlainDateTime()
    .add({ milliseconds: Math.round(minute * MINUTE_MS) })
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** Returns the same day some months later; in a shorter month its last day. @param date as `2026-11-21` */
export const addMonths = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }).toString();
