import { Temporal } from 'temporal-polyfill';
import type { BookingRules } from './booking-rules.ts';
import { dayIn, isPlannedOn, planTimes } from './plan-times.ts';
import type { Day } from './plan-times.ts';
import type { SchedulePlan } from './schedule-plans.ts';
import { bookableSpan, freeSeats } from './slot-rules.ts';
import type { Busy, SlotType } from './slot-rules.ts';
import { dateIn } from './time.ts';

/** Days that are looked through at once: two months of a calendar. */
export const MAX_SLOT_DAYS = 62;
/** Slots that are answered at once. */
export const MAX_SLOTS = 2000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A time that a client can book. */
export interface Slot {
  /** Epoch milliseconds. */
  start: number;
  end: number;
  planId: string;
  seatsLeft: number;
  location: string;
  locationId: string | null;
}

export interface SlotSearch {
  /** The studio's. */
  zone: string;
  now: number;
  /** Whether booking is open is not asked here: the studio sees in a preview what would be free. */
  rules: Pick<BookingRules, 'minNoticeMinutes' | 'horizonDays'>;
  lockedDays: readonly string[];
  type: SlotType;
  /** Those of other types are passed over. */
  plans: readonly SchedulePlan[];
  /** All that is taken from a day before `from` to a day after `to`. */
  busy: readonly Busy[];
  /** Slots begin at `from` or later and before `to`, `MAX_SLOT_DAYS` at most. */
  from: number;
  to: number;
}

/** The slots of a type that are free, in order of time and the earliest `MAX_SLOTS` of them; each start once. */
export function freeSlots(search: SlotSearch): Slot[] {
  const { zone, type, rules, now } = search;
  const span = bookableSpan(rules, now, zone);
  const from = Math.max(search.from, span.from);
  const to = Math.min(search.to, span.to, search.from + MAX_SLOT_DAYS * DAY_MS);
  const plans = search.plans
    .filter((plan) => plan.sessionTypeId === type.id)
    .toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const slots: Slot[] = [];
  for (const day of daysBetween(from, to, zone)) {
    if (search.lockedDays.includes(day.date)) continue;
    const planned = plans.filter((plan) => isPlannedOn(plan, day, zone));
    if (planned.length === 0) continue;
    const found = slotsOfDay(day, type, planned, search.busy).filter(({ start }) => from <= start && start < to);
    slots.push(...found);
    if (slots.length >= MAX_SLOTS) return slots.slice(0, MAX_SLOTS);
  }
  return slots;
}

/** The first `count` slots from `from` on, as far ahead as can be booked: `busy` is to reach as far. */
export function nextFreeSlots(search: Omit<SlotSearch, 'to'>, count: number): Slot[] {
  const span = bookableSpan(search.rules, search.now, search.zone);
  const slots: Slot[] = [];
  let from = Math.max(search.from, span.from);
  while (from < span.to && slots.length < count) {
    const to = from + MAX_SLOT_DAYS * DAY_MS;
    slots.push(...freeSlots({ ...search, from, to }));
    from = to;
  }
  return slots.slice(0, count);
}

function slotsOfDay(day: Day, type: SlotType, plans: readonly SchedulePlan[], all: readonly Busy[]): Slot[] {
  const bookings = all.filter(
    (busy) => busy.sessionTypeId === type.id && day.start <= busy.start && busy.start < day.end,
  );
  // A buffer reaches a day into the days around at most, and a slot ends on the day it begins on.
  const busy = all.filter(({ start, end }) => start < day.end + DAY_MS && end > day.start - DAY_MS);
  const slots = new Map<number, Slot>();
  for (const plan of plans) {
    const bookingsLeft = plan.maxBookingsPerDay - bookings.length;
    if (bookingsLeft <= 0) continue;
    for (const time of planTimes(plan, day, type.duration)) {
      if (slots.has(time.start)) continue;
      const seatsLeft = Math.min(bookingsLeft, freeSeats(time, type, plan.bufferTime, busy));
      if (seatsLeft === 0) continue;
      slots.set(time.start, {
        ...time,
        planId: plan.id,
        seatsLeft,
        location: plan.location,
        locationId: plan.locationId,
      });
    }
  }
  return [...slots.values()].toSorted((left, right) => left.start - right.start);
}

/** The days that have something of the time from `from` until before `to`. */
function* daysBetween(from: number, to: number, zone: string): Generator<Day> {
  if (from >= to) return;
  const last = dateIn(to - 1, zone);
  for (let date = dateIn(from, zone); date <= last; date = Temporal.PlainDate.from(date).add({ days: 1 }).toString()) {
    yield dayIn(date, zone);
  }
}
