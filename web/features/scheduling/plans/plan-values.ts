import { z } from 'zod';
import { newSchedulePlan, timeSlots } from '#core/domain/schedule-plans.ts';
import { isoDate, localDate, startOfDay } from '#core/domain/time.ts';
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

export type PlanField =
  | 'name'
  | 'startDate'
  | 'endDate'
  | 'daysOfWeek'
  | 'timeSlots'
  | 'location'
  | 'maxBookingsPerDay'
  | 'bufferTime';

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
const form = z.object({
  name: shape.name,
  startDate: shape.startDate,
  endDate: shape.endDate.unwrap(),
  daysOfWeek: shape.daysOfWeek.refine((days) => days.length > 0),
  timeSlots: timeSlots.refine((windows) => windows.length > 0),
  locationId: shape.locationId.unwrap(),
  location: shape.location.unwrap(),
  maxBookingsPerDay: shape.maxBookingsPerDay.unwrap(),
  bufferTime: shape.bufferTime.unwrap(),
});
export type PlanFields = z.infer<typeof form>;

const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));
const dayOf = (typed: string, zone: string) =>
  isoDate.safeParse(typed).success ? startOfDay(typed, zone) : Number.NaN;

/** Converts form values to the mutators' arguments. Returns the invalid fields in `wrong`. */
export function readPlan(values: PlanValues, zone: string): { fields: PlanFields | undefined; wrong: Set<PlanField> } {
  const read = form.safeParse({
    ...values,
    startDate: dayOf(values.startDate, zone),
    endDate: values.endDate === '' ? null : dayOf(values.endDate, zone),
    daysOfWeek: values.daysOfWeek.toSorted((left, right) => left - right),
    timeSlots: values.timeSlots
      .map(({ start, end }) => ({ start, end: end === '00:00' ? '24:00' : end }))
      .toSorted((left, right) => (left.start < right.start ? -1 : 1)),
    maxBookingsPerDay: numberOf(values.maxBookingsPerDay),
    bufferTime: numberOf(values.bufferTime),
  });
  const wrong = new Set<PlanField>(read.error?.issues.map(({ path }) => path[0] as PlanField));
  if (values.endDate !== '' && values.endDate < values.startDate) wrong.add('endDate');
  return { fields: wrong.size === 0 ? read.data : undefined, wrong };
}
