import { z } from 'zod';
import { AppError } from '../values/errors.ts';
import { rowId } from '../values/ids.ts';
import { instant, line, text } from '../values/primitives.ts';

/** Hours and minutes in the studio's zone. */
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeOfDay = z.string().regex(TIME_OF_DAY);

/** Returns the minutes since midnight of `HH:MM`; 1440 for `24:00`. */
export function parseMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

const DAY_MINUTES = 24 * 60;
/** Longest night in minutes. A longer one is more likely two swapped times. */
const LONGEST_NIGHT = 12 * 60;

/** A time window for sessions. `24:00` is the end of the day; an end before the start is on the next day. */
export const timeSlot = z
  .strictObject({ start: timeOfDay, end: z.union([timeOfDay, z.literal('24:00')]) })
  .refine((window) => !crossesMidnight(window) || isNight(window), { path: ['end'] });
export type TimeSlot = z.infer<typeof timeSlot>;

interface Window {
  start: string;
  end: string;
}

/** True if a window ends on the next day: such a night belongs to the day on which it begins. */
export function crossesMidnight({ start, end }: Window): boolean {
  return end <= start;
}

/** Returns the end of a window in minutes since midnight of its day; above 1440 if it is on the next day. */
export function endMinutes(window: Window): number {
  return parseMinutes(window.end) + (crossesMidnight(window) ? DAY_MINUTES : 0);
}

/** An end at midnight is written `24:00`. */
function isNight(window: Window): boolean {
  return window.end !== '00:00' && endMinutes(window) - parseMinutes(window.start) <= LONGEST_NIGHT;
}

/** Returns the minutes after midnight at which a day's night ends; 0 if no window crosses midnight. */
export function nightEndMinutes(windows: readonly Window[]): number {
  const last = windows.at(-1);
  return last && crossesMidnight(last) ? parseMinutes(last.end) : 0;
}

const inOrder = <T>(list: readonly T[], comesBefore: (left: T, right: T) => boolean) =>
  list.every((item, index) => index === 0 || comesBefore(list[index - 1]!, item));

/** ISO weekdays, Monday is 1: unique and sorted. */
export const daysOfWeek = z
  .array(z.number().int().min(1).max(7))
  .max(7)
  .refine((days) => inOrder(days, (left, right) => left < right))
  .readonly();

/** Sorted and without overlap, also with the next day's windows; one may start when another ends. */
export const timeSlots = z
  .array(timeSlot)
  .max(24)
  .refine((windows) => inOrder(windows, (left, right) => endMinutes(left) <= parseMinutes(right.start)))
  .refine((windows) => windows.every(({ start }) => nightEndMinutes(windows) <= parseMinutes(start)))
  .readonly();

const fields = z.strictObject({
  sessionTypeId: rowId,
  name: line.min(1).max(200),
  /** First day, as its first millisecond in the studio's zone. */
  startDate: instant,
  /** Last day (inclusive), as its first millisecond in the studio's zone; null is no end. */
  endDate: instant.nullable(),
  daysOfWeek,
  timeSlots,
  location: text.trim().max(1000),
  locationId: rowId.nullable(),
  maxBookingsPerDay: z.number().int().min(1).max(1000),
  /** Minutes kept free after each session. */
  bufferTime: z.number().int().min(0).max(1440),
  isActive: z.boolean(),
});

export const MAX_PLANS = 100;

/** Must equal the column defaults. */
export const PLAN_DEFAULTS = { maxBookingsPerDay: 1, bufferTime: 0, isActive: true } as const;

const endsAfterStart = (plan: { startDate?: number | undefined; endDate?: number | null | undefined }) =>
  plan.startDate === undefined || plan.endDate == null || plan.startDate <= plan.endDate;

/** @throws AppError `validation_failed`. */
export function assertEndsAfterStart(plan: { startDate: number; endDate: number | null }): void {
  if (!endsAfterStart(plan)) throw new AppError('validation_failed', { field: 'endDate' });
}

/** Fields of a plan that the slot search needs; its row has them all. */
export type SchedulePlan = Omit<z.infer<typeof fields>, 'name'> & { id: string };

export const newSchedulePlan = fields
  .partial({
    endDate: true,
    location: true,
    locationId: true,
    maxBookingsPerDay: true,
    bufferTime: true,
    isActive: true,
  })
  .extend({ id: rowId })
  .refine(endsAfterStart, { path: ['endDate'] });

/** A change of one date is compared with the other, stored one by the caller. */
export const schedulePlanChanges = fields.partial().refine(endsAfterStart, { path: ['endDate'] });
