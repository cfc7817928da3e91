import { dayBefore, localDay, isPlannedOn, planSpan } from './plan-times.ts';
import type { LocalDay } from './plan-times.ts';
import { endMinutes, parseMinutes, nightEndMinutes } from './schedule-plans.ts';
import type { SchedulePlan } from './schedule-plans.ts';
import type { BusyTime } from './slot-rules.ts';
import { localDate } from './time.ts';

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
