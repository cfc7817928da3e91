import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** An injectable clock: epoch milliseconds. */
export type Clock = () => number;

/** An IANA zone that this runtime knows. */
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

/** A day as forms hold it, `2026-11-21`. */
export const isoDate = z.iso.date();

/** The last millisecond of a day in a zone: "until 21 November" includes the 21st (decisions §2). */
export function endOfDay(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - 1;
}

/** The first millisecond of a day in a zone. */
export function startOfDay(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/** The day in a zone that an instant falls on, `2026-11-21`. */
export function dateIn(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDate().toString();
}
