import { Temporal } from 'temporal-polyfill';
import type { BookingRules } from '../sessions/booking.ts';
import { DAY_MS } from '../values/durations.ts';
import { dayBefore, isPlannedOn, type LocalDay, localDay, planOccurrences, planSpan } from './plan-occurrences.ts';
import { nightEndMinutes, type SchedulePlan } from './schedule-plans.ts';
import { bookableSpan, bufferAt, buffersOn, type BusyTime, freeSeats, type SlotType } from './slot-rules.ts';
import { localDate } from '../values/time.ts';

/** Maximum days per search: two months of a calendar. */
export const MAX_SLOT_DAYS = 62;
/** Maximum slots per response: more than the minutes of a day, so that days are complete. */
export const MAX_SLOTS = 2000;

/** A bookable time. */
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
  /** The studio's time zone. */
  zone: string;
  now: number;
  /** Without `isOpen`: the studio's preview shows free slots while booking is closed. */
  rules: Pick<BookingRules, 'minNoticeMinutes' | 'horizonDays'>;
  lockedDays: readonly string[];
  type: SlotType;
  /** Plans of other types are ignored. */
  plans: readonly SchedulePlan[];
  /** Occupied times from two days before `from` to two days after `to`. */
  busy: readonly BusyTime[];
  /** Slots start at `from` or later and before `to`; at most `MAX_SLOT_DAYS`. */
  from: number;
  to: number;
}

/** Returns the free slots of a type in order of time, without duplicate starts. */
export function freeSlots(search: SlotSearch): Slot[] {
  return [...freeDays(search)].flatMap(({ slots }) => slots);
}

export interface FirstSlots<T = Slot> {
  slots: T[];
  /** Complete up to `until` (exclusive); continue from there. */
  until: number;
}

/** Returns the earliest free slots, at most `MAX_SLOTS`. A day is complete or absent. */
export function firstFreeSlots(search: SlotSearch): FirstSlots {
  const slots: Slot[] = [];
  for (const { day, slots: found } of freeDays(search)) {
    if (slots.length + found.length > MAX_SLOTS) return { slots, until: day.start };
    slots.push(...found);
  }
  return { slots, until: horizonEnd(search) };
}

/** Returns the end of a search. */
function horizonEnd({ from, to }: SlotSearch): number {
  return Math.min(to, from + MAX_SLOT_DAYS * DAY_MS);
}

/** Generates the days of a search with the slots that start on them. */
function* freeDays(search: SlotSearch): Generator<{ day: LocalDay; slots: Slot[] }> {
  const { zone, type, rules, now } = search;
  const span = bookableSpan(rules, now, zone);
  const from = Math.max(search.from, span.from);
  const to = Math.min(span.to, horizonEnd(search));
  const plans = search.plans
    .filter((plan) => plan.sessionTypeId === type.id)
    .toSorted((left, right) => (left.id < right.id ? -1 : 1));
  for (const day of daysBetween(from, to, zone)) {
    yield { day, slots: slotsOfDay(day, plans, search).filter(({ start }) => from <= start && start < to) };
  }
}

/** Returns the first `count` slots from `from` up to the booking horizon; `busy` must cover it. */
export function nextFreeSlots(search: Omit<SlotSearch, 'to'>, count: number): Slot[] {
  const span = bookableSpan(search.rules, search.now, search.zone);
  const slots: Slot[] = [];
  let from = Math.max(search.from, span.from);
  while (from < span.to && slots.length < count) {
    const to = from + MAX_SLOT_DAYS * DAY_MS;
    for (const { slots: found } of freeDays({ ...search, from, to })) {
      slots.push(...found);
      if (slots.length >= count) break;
    }
    from = to;
  }
  return slots.slice(0, count);
}

/**
 * Returns the slots that start on a day: of its own windows and of the previous night. Each start once, of the first
 * plan.
 */
function slotsOfDay(day: LocalDay, plans: readonly SchedulePlan[], search: SlotSearch): Slot[] {
  const { type, zone, lockedDays } = search;
  if (lockedDays.includes(day.date)) return [];
  // A slot ends at most a day after its day, and a buffer extends a day further.
  const busy = search.busy.filter(({ start, end }) => start < day.end + 2 * DAY_MS && end > day.start - 2 * DAY_MS);
  const breaks = buffersOn(plans, day, zone);
  const slots = new Map<number, Slot>();
  for (const plan of plans) {
    for (const planned of plannedDays(plan, day, search)) {
      const bookingsLeft = plan.maxBookingsPerDay - sessionsOnDay(plan, planned, type, busy);
      if (bookingsLeft <= 0) continue;
      for (const time of planOccurrences(plan, planned, type.duration)) {
        if (time.start < day.start || time.start >= day.end || slots.has(time.start)) continue;
        // The session would extend into a locked day.
        if (time.end > day.end && lockedDays.includes(localDate(time.end - 1, zone))) continue;
        const seatsLeft = Math.min(bookingsLeft, freeSeats(time, type, bufferAt(breaks, time.start), busy));
        if (seatsLeft === 0) continue;
        const { id: planId, location, locationId } = plan;
        slots.set(time.start, { ...time, planId, seatsLeft, location, locationId });
      }
    }
  }
  return [...slots.values()].toSorted((left, right) => left.start - right.start);
}

/**
 * Returns the plan's unlocked days whose occurrences can start on a day: the day itself, and the previous one if its
 * night extends into it.
 */
function plannedDays(plan: SchedulePlan, day: LocalDay, { zone, lockedDays }: SlotSearch): LocalDay[] {
  const days = nightEndMinutes(plan.timeSlots) === 0 ? [day] : [dayBefore(day, zone), day];
  return days.filter((one) => !lockedDays.includes(one.date) && isPlannedOn(plan, one, zone));
}

/** Counts the bookings of a type on a plan's day. */
function sessionsOnDay(plan: SchedulePlan, day: LocalDay, type: SlotType, busy: readonly BusyTime[]): number {
  const { from, to } = planSpan(plan, day);
  return busy.filter(({ sessionTypeId, start }) => sessionTypeId === type.id && from <= start && start < to).length;
}

/** Generates the days that intersect [`from`, `to`). */
function* daysBetween(from: number, to: number, zone: string): Generator<LocalDay> {
  if (from >= to) return;
  const last = localDate(to - 1, zone);
  for (
    let date = localDate(from, zone);
    date <= last;
    date = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
  ) {
    yield localDay(date, zone);
  }
}
