import { Temporal } from 'temporal-polyfill';
import type { BookingRules } from './booking.ts';
import { dayBefore, isPlannedOn, type LocalDay, localDay, planOccurrences, planSpan } from './plan-occurrences.ts';
import { nightEndMinutes, type SchedulePlan } from './schedule-plans.ts';
import { bookableSpan, bufferAt, buffersOn, type BusyTime, freeSeats, type SlotType } from './slot-rules.ts';
import { localDate } from './time.ts';

/** Days that are looked through at once: two months of a calendar. */
export const MAX_SLOT_DAYS = 62;
/** Slots that are answered at once: more than a day has minutes, so that whole days of them can be. */
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
  /** All that is taken from two days before `from` to two days after `to`. */
  busy: readonly BusyTime[];
  /** Slots begin at `from` or later and before `to`, `MAX_SLOT_DAYS` at most. */
  from: number;
  to: number;
}

/** The slots of a type that are free, in order of time; each start once. */
export function freeSlots(search: SlotSearch): Slot[] {
  return [...freeDays(search)].flatMap(({ slots }) => slots);
}

export interface FirstSlots<T = Slot> {
  slots: T[];
  /** All that begin before this are among them: the end of what was asked for, or else where to go on asking. */
  until: number;
}

/** The same, and the earliest `MAX_SLOTS` of them at most: a day has all of its slots here, or none. */
export function firstFreeSlots(search: SlotSearch): FirstSlots {
  const slots: Slot[] = [];
  for (const { day, slots: found } of freeDays(search)) {
    if (slots.length + found.length > MAX_SLOTS) return { slots, until: day.start };
    slots.push(...found);
  }
  return { slots, until: horizonEnd(search) };
}

/** Where a search ends. */
function horizonEnd({ from, to }: SlotSearch): number {
  return Math.min(to, from + MAX_SLOT_DAYS * DAY_MS);
}

/** The days that have something of what is looked through, with the slots that begin on them. */
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

/** The first `count` slots from `from` on, as far ahead as can be booked: `busy` is to reach as far. */
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

/** The slots that begin on a day: of its own windows, and of the night before. Each start once, of the first plan. */
function slotsOfDay(day: LocalDay, plans: readonly SchedulePlan[], search: SlotSearch): Slot[] {
  const { type, zone, lockedDays } = search;
  if (lockedDays.includes(day.date)) return [];
  // A slot ends a day after its day at most, a buffer reaches a day further; what is counted with it is nearer.
  const busy = search.busy.filter(({ start, end }) => start < day.end + 2 * DAY_MS && end > day.start - 2 * DAY_MS);
  const breaks = buffersOn(plans, day, zone);
  const slots = new Map<number, Slot>();
  for (const plan of plans) {
    for (const planned of plannedDays(plan, day, search)) {
      const bookingsLeft = plan.maxBookingsPerDay - sessionsOnDay(plan, planned, type, busy);
      if (bookingsLeft <= 0) continue;
      for (const time of planOccurrences(plan, planned, type.duration)) {
        if (time.start < day.start || time.start >= day.end || slots.has(time.start)) continue;
        // On into a day off.
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

/** The days of a plan, none of them locked, whose times can begin on a day: it, and before it one whose night it has. */
function plannedDays(plan: SchedulePlan, day: LocalDay, { zone, lockedDays }: SlotSearch): LocalDay[] {
  const days = nightEndMinutes(plan.timeSlots) === 0 ? [day] : [dayBefore(day, zone), day];
  return days.filter((one) => !lockedDays.includes(one.date) && isPlannedOn(plan, one, zone));
}

/** How many of a type have booked on a plan's day. */
function sessionsOnDay(plan: SchedulePlan, day: LocalDay, type: SlotType, busy: readonly BusyTime[]): number {
  const { from, to } = planSpan(plan, day);
  return busy.filter(({ sessionTypeId, start }) => sessionTypeId === type.id && from <= start && start < to).length;
}

/** The days that have something of the time from `from` until before `to`. */
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
