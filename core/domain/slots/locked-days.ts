import { z } from 'zod';
import { localDate, isoDate } from '../values/time.ts';

/** Maximum number of locked days, nearly three years. */
export const MAX_LOCKED_DAYS = 1000;

/** Days without sessions, `lockedDays` of the setting `photographer`: unique and sorted. */
export const lockedDays = z
  .array(isoDate)
  .max(MAX_LOCKED_DAYS)
  .refine((days) => days.every((day, index) => index === 0 || days[index - 1]! < day));
export type LockedDays = z.infer<typeof lockedDays>;

/** Returns the stored list, sorted, without invalid values. */
export function readLockedDays(json: unknown): LockedDays {
  if (!Array.isArray(json)) return [];
  const days = json.filter((day): day is string => isoDate.safeParse(day).success);
  return [...new Set(days)].sort().slice(0, MAX_LOCKED_DAYS);
}

/** Returns the locked days within [`start`, `end`). */
export function lockedDaysWithin(start: number, end: number, days: readonly string[], zone: string): LockedDays {
  const first = localDate(start, zone);
  const last = localDate(Math.max(start, end - 1), zone);
  return days.filter((day) => first <= day && day <= last);
}
