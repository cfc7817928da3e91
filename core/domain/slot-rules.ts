import { Temporal } from 'temporal-polyfill';
import type { BookingRules } from './booking.ts';
import { dayBefore, isPlannedOn, type LocalDay, localDay, planSpan } from './plan-occurrences.ts';
import { endMinutes, nightEndMinutes, parseMinutes, type SchedulePlan } from './schedule-plans.ts';
import { localDate, startOfDay } from './time.ts';

const MINUTE = 60_000;

/** A time that is taken: a session of one of `BUSY_STATUSES`, or a slot that is held. */
export interface BusyTime {
  /** Epoch milliseconds. */
  start: number;
  end: number;
  sessionTypeId: string | null;
  photographerId: string | null;
  /** Clients it is for; 1 unless said. */
  seats?: number | undefined;
  /** Minutes that it wants free on either side of it (`withBuffers`); 0 unless said. */
  bufferMinutes?: number | undefined;
}

/** What is known of a session type when its slots are looked for. */
export interface SlotType {
  id: string;
  /** Minutes. */
  duration: number;
  /** Clients that one slot takes. */
  maxClients: number;
  photographerId?: string | null | undefined;
}

type TimeRange = Pick<BusyTime, 'start' | 'end'>;

/** Two people work at the same time without being in each other's way. Who is not named could be either. */
export function isOtherPhotographer(left: string | null | undefined, right: string | null | undefined): boolean {
  return left != null && right != null && left !== right;
}

/** Whether two times overlap, or leave less than `bufferMinutes` between them. */
export function overlaps(left: TimeRange, right: TimeRange, bufferMinutes: number): boolean {
  const buffer = bufferMinutes * MINUTE;
  return left.start < right.end + buffer && right.start < left.end + buffer;
}

/** Clients of one type who come at the same moment share its slot, as far as it has seats. */
export function sharesSlot(left: BusyKey, right: BusyKey): boolean {
  return left.start === right.start && left.sessionTypeId !== null && left.sessionTypeId === right.sessionTypeId;
}
type BusyKey = Pick<BusyTime, 'start' | 'sessionTypeId'>;

/** Minutes that stay free between two times: whichever asks for more has them, whether it comes first or last. */
export function bufferBetween(ownMinutes: number, { bufferMinutes = 0 }: Pick<BusyTime, 'bufferMinutes'>): number {
  return Math.max(ownMinutes, bufferMinutes);
}

/** How many more clients a time can take beside what is taken already; 0 if it is not free. */
export function freeSeats(time: TimeRange, type: SlotType, bufferMinutes: number, busy: readonly BusyTime[]): number {
  let seats = type.maxClients;
  for (const taken of busy) {
    if (isOtherPhotographer(type.photographerId, taken.photographerId)) continue;
    if (sharesSlot({ start: time.start, sessionTypeId: type.id }, taken)) seats -= taken.seats ?? 1;
    else if (overlaps(time, taken, bufferBetween(bufferMinutes, taken))) return 0;
  }
  return Math.max(0, seats);
}

/** From when until before when a client may book at this moment. */
export function bookableSpan(
  rules: Pick<BookingRules, 'minNoticeMinutes' | 'horizonDays'>,
  now: number,
  zone: string,
): { from: number; to: number } {
  const after = Temporal.PlainDate.from(localDate(now, zone)).add({ days: rules.horizonDays + 1 });
  return { from: now + rules.minNoticeMinutes * MINUTE, to: startOfDay(after.toString(), zone) };
}

/** What plans of one type want free beside sessions that begin on a day. */
export interface Buffers {
  /** In their windows, those of the night before among them. */
  windows: readonly BufferWindow[];
  /** On their days as a whole. */
  days: readonly BufferWindow[];
}
interface BufferWindow {
  from: number;
  to: number;
  minutes: number;
}

export function buffersOn(plans: readonly SchedulePlan[], day: LocalDay, zone: string): Buffers {
  // Most types have no breaks at all: then nothing is reckoned.
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
 * Minutes that are to stay free beside a session that begins then: the most that is asked for in a window, and where
 * that is in none, on the day. Which of several plans a session came by is not known once it is booked.
 */
export function bufferAt({ windows, days }: Buffers, start: number): number {
  const isThen = ({ from, to }: BufferWindow) => from <= start && start < to;
  const inWindow = windows.filter(isThen);
  const asked = inWindow.length > 0 ? inWindow : days.filter(isThen);
  return Math.max(0, ...asked.map(({ minutes }) => minutes));
}

/** The same of the plans of its type, by itself. */
export function sessionBufferAt(plans: readonly SchedulePlan[], start: number, zone: string): number {
  return bufferAt(buffersOn(plans, localDay(localDate(start, zone), zone), zone), start);
}

/** What is taken, each with the break that the plans of its own type ask for. */
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
