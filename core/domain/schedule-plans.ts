import { z } from 'zod';
import { AppError } from './errors.ts';
import { rowId } from './ids.ts';
import { instant, text } from './primitives.ts';

/** Hours and minutes on the studio's clock. */
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
export const timeOfDay = z.string().regex(TIME_OF_DAY);

/** Minutes on the clock since midnight of `HH:MM`; 1440 for `24:00`. */
export function parseMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

const DAY_MINUTES = 24 * 60;
/** The longest night, in minutes: what would be longer is two times the wrong way round. */
const LONGEST_NIGHT = 12 * 60;

/** A part of the day in which sessions take place; `24:00` is the end of the day, an earlier end is on the next day. */
export const timeSlot = z
  .strictObject({ start: timeOfDay, end: z.union([timeOfDay, z.literal('24:00')]) })
  .refine((window) => !crossesMidnight(window) || isNight(window), { path: ['end'] });
export type TimeSlot = z.infer<typeof timeSlot>;

interface Window {
  start: string;
  end: string;
}

/** Whether a window goes on on the next day: a night, which is of the day on which it begins. */
export function crossesMidnight({ start, end }: Window): boolean {
  return end <= start;
}

/** Minutes from midnight of its day until a window ends: more than 1440 where it passes the next one. */
export function endMinutes(window: Window): number {
  return parseMinutes(window.end) + (crossesMidnight(window) ? DAY_MINUTES : 0);
}

/** What ends at midnight is written `24:00`. */
function isNight(window: Window): boolean {
  return window.end !== '00:00' && endMinutes(window) - parseMinutes(window.start) <= LONGEST_NIGHT;
}

/** Minutes after midnight at which the night of a day's windows ends; 0 if none passes midnight. */
export function nightEndMinutes(windows: readonly Window[]): number {
  const last = windows.at(-1);
  return last && crossesMidnight(last) ? parseMinutes(last.end) : 0;
}

const inOrder = <T>(list: readonly T[], comesBefore: (left: T, right: T) => boolean) =>
  list.every((item, index) => index === 0 || comesBefore(list[index - 1]!, item));

/** ISO weekdays, Monday is 1: each once, in order. */
export const daysOfWeek = z
  .array(z.number().int().min(1).max(7))
  .max(7)
  .refine((days) => inOrder(days, (left, right) => left < right))
  .readonly();

/** In order and without overlap, with those of the next day either; one may begin when another ends. */
export const timeSlots = z
  .array(timeSlot)
  .max(24)
  .refine((windows) => inOrder(windows, (left, right) => endMinutes(left) <= parseMinutes(right.start)))
  .refine((windows) => windows.every(({ start }) => nightEndMinutes(windows) <= parseMinutes(start)))
  .readonly();

const fields = z.strictObject({
  sessionTypeId: rowId,
  name: text.trim().min(1).max(200),
  /** The first day, as its first millisecond in the studio's zone. */
  startDate: instant,
  /** The last day, likewise, which is still of the plan; null is without end. */
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

/** Spec §3. */
export const PLAN_DEFAULTS = { maxBookingsPerDay: 1, bufferTime: 0, isActive: true } as const;

const endsAfterStart = (plan: { startDate?: number | undefined; endDate?: number | null | undefined }) =>
  plan.startDate === undefined || plan.endDate == null || plan.startDate <= plan.endDate;

/** @throws AppError `validation_failed`. */
export function assertEndsAfterStart(plan: { startDate: number; endDate: number | null }): void {
  if (!endsAfterStart(plan)) throw new AppError('validation_failed', { field: 'endDate' });
}

/** What is asked of a plan when its slots are looked for; its row says all of it. */
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

/** A change of one of the two dates is held against the stored other one by whoever writes it. */
export const schedulePlanChanges = fields.partial().refine(endsAfterStart, { path: ['endDate'] });
export type SchedulePlanChanges = z.infer<typeof schedulePlanChanges>;
