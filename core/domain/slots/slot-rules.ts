import { Temporal } from 'temporal-polyfill';
import type { BookingRules } from '../sessions/booking.ts';
import { MINUTE_MS } from '../values/durations.ts';
import { dayBefore, isPlannedOn, type LocalDay, localDay, planSpan } from './plan-occurrences.ts';
import { endMinutes, nightEndMinutes, parseMinutes, type SchedulePlan } from './schedule-plans.ts';
import { localDate, startOfDay } from '../values/time.ts';

/** An occupied time: a session with one of `BUSY_STATUSES`, or a held slot. */
export interface BusyTime {
  /** Epoch milliseconds. */
  start: number;
  end: number;
  sessionTypeId: string | null;
  photographerId: string | null;
  /** Number of clients; 1 by default. */
  seats?: number | undefined;
  /** Minutes to keep free before and after it (`withBuffers`); 0 by default. */
  bufferMinutes?: number | undefined;
}

/** Fields of a session type that the slot search needs. */
export interface SlotType {
  id: string;
  /** Minutes. */
  duration: number;
  /** Clients per slot. */
  maxClients: number;
  photographerId?: string | null | undefined;
}

type TimeRange = Pick<BusyTime, 'start' | 'end'>;

/** True if both photographers are known and different: their sessions may overlap. */
export function isOtherPhotographer(left: string | null | undefined, right: string | null | undefined): boolean {
  return left != null && right != null && left !== right;
}

/** True if two times overlap or are less than `bufferMinutes` apart. */
export function overlaps(left: TimeRange, right: TimeRange, bufferMinutes: number): boolean {
  const buffer = bufferMinutes * MINUTE_MS;
  return left.start < right.end + buffer && right.start < left.end + buffer;
}

/** True if both are of one type and start together: they share a slot up to its capacity. */
export function sharesSlot(left: BusyKey, right: BusyKey): boolean {
  return left.start === right.start && left.sessionTypeId !== null && left.sessionTypeId === right.sessionTypeId;
}
type BusyKey = Pick<BusyTime, 'start' | 'sessionTypeId'>;

/** Returns the minutes to keep free between two times: the larger of both buffers, in either order. */
export function bufferBetween(ownMinutes: number, { bufferMinutes = 0 }: Pick<BusyTime, 'bufferMinutes'>): number {
  return Math.max(ownMinutes, bufferMinutes);
}

/** Returns the remaining capacity of a time; 0 if it is not free. */
export function freeSeats(time: TimeRange, type: SlotType, bufferMinutes: number, busy: readonly BusyTime[]): number {
  let seats = type.maxClients;
  for (const taken of busy) {
    if (isOtherPhotographer(type.photographerId, taken.photographerId)) continue;
    if (sharesSlot({ start: time.start, sessionTypeId: type.id }, taken)) seats -= taken.seats ?? 1;
    else if (overlaps(time, taken, bufferBetween(bufferMinutes, taken))) return 0;
  }
  return Math.max(0, seats);
}

/** Returns the range in which a client may book now. */
export function bookableSpan(
  rules: Pick<BookingRules, 'minNoticeMinutes' | 'horizonDays'>,
  now: number,
  zone: string,
): { from: number; to: number } {
  const after = Temporal.PlainDate.from(localDate(now, zone)).add({ days: rules.horizonDays + 1 });
  return { from: now + rules.minNoticeMinutes * MINUTE_MS, to: startOfDay(after.toString(), zone) };
}

/** Buffers of one type's plans for sessions that start on a day. */
interface Buffers {
  /** Buffers within windows, including those of the previous night. */
  windows: readonly BufferWindow[];
  /** Buffers for the whole span of each planned day: for starts outside of all windows. */
  days: readonly BufferWindow[];
}
interface BufferWindow {
  from: number;
  to: number;
  minutes: number;
}

export function buffersOn(plans: readonly SchedulePlan[], day: LocalDay, zone: string): Buffers {
  // Most types have no buffer: skip the computation.
  if (plans.every(({ bufferTime }) => bufferTime === 0)) return { windows: [], days: [] };
  const planned = plans.flatMap((plan) => {
    const near = nightEndMinutes(plan.timeSlots) === 0 ? [day] : [dayBefore(day, zone), day];
    return near.filter((one) => isPlannedOn(plan, one, zone)).map((one) => ({ plan, day: one }));
  });
  return {
    windows: planned.flatMap(({ plan, day: { firstInstantAtOrAfter: reaches } }) =>
      plan.timeSlots.map((window) => ({
        from: reaches(parseMinutes(window.start)),
        to: reaches(endMinutes(window)),
        minutes: plan.bufferTime,
      })),
    ),
    days: planned.map((one) => ({ ...planSpan(one.plan, one.day), minutes: one.plan.bufferTime })),
  };
}

/**
 * Returns the buffer minutes of a session that starts at `start`: the largest of the matching windows, else of the day.
 * A session does not store its plan.
 */
export function bufferAt({ windows, days }: Buffers, start: number): number {
  const isThen = ({ from, to }: BufferWindow) => from <= start && start < to;
  const inWindow = windows.filter(isThen);
  const applicable = inWindow.length > 0 ? inWindow : days.filter(isThen);
  return Math.max(0, ...applicable.map(({ minutes }) => minutes));
}

/** Returns the buffer minutes that the plans of its type give a session. */
export function sessionBufferAt(plans: readonly SchedulePlan[], start: number, zone: string): number {
  return bufferAt(buffersOn(plans, localDay(localDate(start, zone), zone), zone), start);
}

/** Returns occupied times with the buffer of their own type's plans. */
export function withBuffers<T extends BusyTime>(busy: readonly T[], plans: readonly SchedulePlan[], zone: string): T[] {
  const asking = new Set(plans.filter(({ bufferTime }) => bufferTime > 0).map(({ sessionTypeId }) => sessionTypeId));
  const known = new Map<string, Buffers>();
  const breaksFor = (typeId: string, date: string) => {
    const key = `${date} ${typeId}`;
    const breaks =
      known.get(key) ??
      buffersOn(
        plans.filter(({ sessionTypeId }) => sessionTypeId === typeId),
        localDay(date, zone),
        zone,
      );
    known.set(key, breaks);
    return breaks;
  };
  return busy.map((taken) => {
    const { sessionTypeId, start } = taken;
    if (sessionTypeId === null || !asking.has(sessionTypeId)) return taken;
    return { ...taken, bufferMinutes: bufferAt(breaksFor(sessionTypeId, localDate(start, zone)), start) };
  });
}
