import { z } from 'zod';
import { newSchedulePlan, timeSlots } from '#core/domain/slots/schedule-plans.ts';
import { isoDate, localDate, startOfDay } from '#core/domain/values/time.ts';
import { typedNumber } from '#web/lib/forms/typed.ts';
import type { PlanRow } from '../types.ts';

export interface PlanWindow {
  start: string;
  /** `00:00` is the end of the day: a time input has no 24:00. */
  end: string;
}

/** Values of the plan form; dates in the studio's zone. */
export interface PlanValues {
  name: string;
  startDate: string;
  /** Empty: no end date. */
  endDate: string;
  daysOfWeek: readonly number[];
  timeSlots: readonly PlanWindow[];
  locationId: string | null;
  location: string;
  maxBookingsPerDay: string;
  bufferTime: string;
}

export function emptyPlan(today: string, name: string): PlanValues {
  return {
    name,
    startDate: today,
    endDate: '',
    daysOfWeek: [1, 2, 3, 4, 5],
    timeSlots: [{ start: '09:00', end: '13:00' }],
    locationId: null,
    location: '',
    maxBookingsPerDay: '1',
    bufferTime: '0',
  };
}

export function toPlanValues(plan: PlanRow, zone: string): PlanValues {
  return {
    name: plan.name,
    startDate: localDate(plan.startDate, zone),
    endDate: plan.endDate === null ? '' : localDate(plan.endDate, zone),
    daysOfWeek: plan.daysOfWeek,
    timeSlots: plan.timeSlots.map(({ start, end }) => ({ start, end: end === '24:00' ? '00:00' : end })),
    locationId: plan.locationId,
    location: plan.location,
    maxBookingsPerDay: String(plan.maxBookingsPerDay),
    bufferTime: String(plan.bufferTime),
  };
}

const { shape } = newSchedulePlan;

/**
 * Reads the form for the mutators.
 * @param zone the studio's zone
 */
export function planForm(zone: string) {
  const day = z
    .string()
    .transform((typed) => (isoDate.safeParse(typed).success ? startOfDay(typed, zone) : Number.NaN))
    .pipe(shape.startDate);
  return z
    .object({
      name: shape.name,
      startDate: day,
      endDate: z.union([z.literal('').transform(() => null), day]),
      daysOfWeek: sortedDays.pipe(shape.daysOfWeek).refine((days) => days.length > 0),
      timeSlots: sortedWindows.pipe(timeSlots).refine((windows) => windows.length > 0),
      locationId: shape.locationId.unwrap(),
      location: shape.location.unwrap(),
      maxBookingsPerDay: typedNumber.pipe(shape.maxBookingsPerDay.unwrap()),
      bufferTime: typedNumber.pipe(shape.bufferTime.unwrap()),
    })
    .refine(({ startDate, endDate }) => !(endDate !== null && endDate < startDate), {
      path: ['endDate'],
      when: () => true,
    });
}
export type PlanFields = z.infer<ReturnType<typeof planForm>>;

const sortedDays = z
  .array(z.number())
  .transform((days): readonly number[] => days.toSorted((left, right) => left - right));

const sortedWindows = z
  .array(z.object({ start: z.string(), end: z.string() }))
  .transform((windows): readonly PlanWindow[] =>
    windows
      .map(({ start, end }) => ({ start, end: end === '00:00' ? '24:00' : end }))
      .toSorted((left, right) => (left.start < right.start ? -1 : 1)),
  );
