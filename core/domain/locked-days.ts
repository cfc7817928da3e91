import { z } from 'zod';
import { localDate, isoDate } from './time.ts';

/** Nearly three years of days off. */
export const MAX_LOCKED_DAYS = 1000;

/** Days without sessions, the list `lockedDays` of the setting `photographer`: each once, in order. */
export const lockedDays = z
  .array(isoDate)
  .max(MAX_LOCKED_DAYS)
  .refine((days) => days.every((day, index) => index === 0 || days[index - 1]! < day));
export type LockedDays = z.infer<typeof lockedDays>;

/** The list as it is stored, whatever is stored: days that are none are left out, the others put in order. */
export function readLockedDays(json: unknown): LockedDays {
  if (!Array.isArray(json)) return [];
  const days = json.filter((day): day is string => isoDate.safeParse(day).success);
  return [...new Set(days)].sort().slice(0, MAX_LOCKED_DAYS);
}

/** The locked days that a time from `start` until before `end` begins on or runs into. */
export function lockedDaysWithin(start: number, end: number, days: readonly string[], zone: string): LockedDays {
  const first = localDate(start, zone);
  const last = localDate(Math.max(start, end - 1), zone);
  return days.filter((day) => first <= day && day <= last);
}
