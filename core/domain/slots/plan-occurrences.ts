import { Temporal } from 'temporal-polyfill';
import { MINUTE_MS } from '../values/durations.ts';
import { endMinutes, nightEndMinutes, parseMinutes, type SchedulePlan, type TimeSlot } from './schedule-plans.ts';
import { localDate, startOfDay } from '../values/time.ts';

const DAY_MINUTES = 24 * 60;

/** A day in the studio's zone, and its instants. */
export interface LocalDay {
  date: string;
  /** ISO, Monday is 1. */
  weekday: number;
  start: number;
  /** Start of the next day. */
  end: number;
  /**
   * Returns the first instant at these minutes since midnight; null if the clock skips them. From 1440 on, minutes
   * refer to the following day.
   */
  instantAt: (minutes: number) => number | null;
  /** Returns the first instant at or after these minutes on the clock. */
  firstInstantAtOrAfter: (minutes: number) => number;
}

export function localDay(date: string, zone: string): LocalDay {
  const plain = Temporal.PlainDate.from(date);
  const start = startOfDay(date, zone);
  const end = startOfDay(plain.add({ days: 1 }).toString(), zone);
  const day = { date, weekday: plain.dayOfWeek, start, end };
  let next: LocalDay | undefined;
  const tomorrow = () => (next ??= localDay(plain.add({ days: 1 }).toString(), zone));
  // Only one or two days a year have a clock change; on all others arithmetic is much faster.
  if (end - start === DAY_MINUTES * MINUTE_MS) {
    const at = (minutes: number) => start + minutes * MINUTE_MS;
    const shows = (minutes: number) =>
      minutes < DAY_MINUTES ? at(minutes) : tomorrow().instantAt(minutes - DAY_MINUTES);
    const reaches = (minutes: number) =>
      minutes <= DAY_MINUTES ? at(minutes) : tomorrow().firstInstantAtOrAfter(minutes - DAY_MINUTES);
    return { ...day, instantAt: shows, firstInstantAtOrAfter: reaches };
  }
  const read = (minutes: number, disambiguation: 'earlier' | 'later') =>
    plain
      .toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 })
      .toZonedDateTime(zone, { disambiguation });
  const shows = (minutes: number) => {
    if (minutes >= DAY_MINUTES) return tomorrow().instantAt(minutes - DAY_MINUTES);
    const time = read(minutes, 'earlier');
    const isShown = time.hour * 60 + time.minute === minutes && time.toPlainDate().equals(plain);
    return isShown ? time.epochMilliseconds : null;
  };
  const reaches = (minutes: number) => {
    if (minutes > DAY_MINUTES) return tomorrow().firstInstantAtOrAfter(minutes - DAY_MINUTES);
    if (minutes === DAY_MINUTES) return end;
    // For a skipped time, the last clock change before its later reading.
    return (
      shows(minutes) ??
      read(minutes, 'later').add({ milliseconds: 1 }).getTimeZoneTransition('previous')!.epochMilliseconds
    );
  };
  return { ...day, instantAt: shows, firstInstantAtOrAfter: reaches };
}

/** A possible session of a plan, before conflicts are checked. */
interface Occurrence {
  start: number;
  end: number;
}

/** True if the plan has sessions on this day. */
export function isPlannedOn(plan: SchedulePlan, day: LocalDay, zone: string): boolean {
  return (
    plan.isActive &&
    plan.daysOfWeek.includes(day.weekday) &&
    localDate(plan.startDate, zone) <= day.date &&
    (plan.endDate === null || day.date <= localDate(plan.endDate, zone))
  );
}

/** Returns the minutes of a plan's day: a night belongs to the day on which it begins. */
export function planSpan({ timeSlots }: SchedulePlan, day: LocalDay): { from: number; to: number } {
  const night = nightEndMinutes(timeSlots);
  if (night === 0) return { from: day.start, to: day.end };
  return { from: day.firstInstantAtOrAfter(night), to: day.firstInstantAtOrAfter(DAY_MINUTES + night) };
}

export function dayBefore({ date }: LocalDay, zone: string): LocalDay {
  return localDay(Temporal.PlainDate.from(date).subtract({ days: 1 }).toString(), zone);
}

/**
 * Generates the occurrences of a plan on a day, including its night: on the clock from each window's start, with the
 * buffer in between.
 */
export function* planOccurrences(plan: SchedulePlan, day: LocalDay, duration: number): Generator<Occurrence> {
  // A day that the zone skipped has no night either.
  if (day.start >= day.end) return;
  let freeFrom = -Infinity;
  for (const window of plan.timeSlots) {
    const closes = day.firstInstantAtOrAfter(endMinutes(window));
    for (const minutes of startMinutes(window, duration, plan.bufferTime)) {
      const start = day.instantAt(minutes);
      // A clock change can move two occurrences closer together than the clock shows.
      if (start === null || start < freeFrom) continue;
      const end = start + duration * MINUTE_MS;
      if (end > closes) continue;
      freeFrom = end + plan.bufferTime * MINUTE_MS;
      yield { start, end };
    }
  }
}

function* startMinutes(window: TimeSlot, duration: number, buffer: number): Generator<number> {
  const last = endMinutes(window) - duration;
  for (let minutes = parseMinutes(window.start); minutes <= last; minutes += duration + buffer) yield minutes;
}
