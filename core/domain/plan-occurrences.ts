import { Temporal } from 'temporal-polyfill';
import { endMinutes, nightEndMinutes, parseMinutes, type SchedulePlan, type TimeSlot } from './schedule-plans.ts';
import { localDate, startOfDay } from './time.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

/** A day on the studio's clock, and when its times are. */
export interface LocalDay {
  date: string;
  /** ISO, Monday is 1. */
  weekday: number;
  start: number;
  /** When the next day begins. */
  end: number;
  /**
   * The first instant at which the clock shows so many minutes since midnight; null if it never does on this day.
   * From 1440 on, as of the two that follow, on the next one.
   */
  instantAt: (minutes: number) => number | null;
  /** The first instant at which the clock shows so many minutes, or has gone past them. */
  firstInstantAtOrAfter: (minutes: number) => number;
}

export function localDay(date: string, zone: string): LocalDay {
  const plain = Temporal.PlainDate.from(date);
  const start = startOfDay(date, zone);
  const end = startOfDay(plain.add({ days: 1 }).toString(), zone);
  const day = { date, weekday: plain.dayOfWeek, start, end };
  let next: LocalDay | undefined;
  const tomorrow = () => (next ??= localDay(plain.add({ days: 1 }).toString(), zone));
  // Clocks change on a day or two a year; on all others, times are counted, which is many times as fast.
  if (end - start === DAY_MINUTES * MINUTE) {
    const at = (minutes: number) => start + minutes * MINUTE;
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
    // A time that is skipped is gone past when the clock is put forward: the last change before its later reading.
    return (
      shows(minutes) ??
      read(minutes, 'later').add({ milliseconds: 1 }).getTimeZoneTransition('previous')!.epochMilliseconds
    );
  };
  return { ...day, instantAt: shows, firstInstantAtOrAfter: reaches };
}

/** A session that a plan could hold, whatever stands against it. */
export interface Occurrence {
  start: number;
  end: number;
}

/** Whether sessions of a plan take place on a day. */
export function isPlannedOn(plan: SchedulePlan, day: LocalDay, zone: string): boolean {
  return (
    plan.isActive &&
    plan.daysOfWeek.includes(day.weekday) &&
    localDate(plan.startDate, zone) <= day.date &&
    (plan.endDate === null || day.date <= localDate(plan.endDate, zone))
  );
}

/** What belongs to a plan's day, from when until before when: a night is of the day on which it begins. */
export function planSpan({ timeSlots }: SchedulePlan, day: LocalDay): { from: number; to: number } {
  const night = nightEndMinutes(timeSlots);
  if (night === 0) return { from: day.start, to: day.end };
  return { from: day.firstInstantAtOrAfter(night), to: day.firstInstantAtOrAfter(DAY_MINUTES + night) };
}

/** The day of a plan that an instant belongs to. */
export function planDayAt(plan: SchedulePlan, at: number, zone: string): LocalDay {
  const day = localDay(localDate(at, zone), zone);
  return at < planSpan(plan, day).from ? dayBefore(day, zone) : day;
}

export function dayBefore({ date }: LocalDay, zone: string): LocalDay {
  return localDay(Temporal.PlainDate.from(date).subtract({ days: 1 }).toString(), zone);
}

/**
 * The times of a plan on a day and in the night that follows it: by the clock from each window's start, one after the
 * other with the buffer between.
 */
export function* planOccurrences(plan: SchedulePlan, day: LocalDay, duration: number): Generator<Occurrence> {
  // A day that a zone left out has no night either.
  if (day.start >= day.end) return;
  let freeFrom = -Infinity;
  for (const window of plan.timeSlots) {
    const closes = day.firstInstantAtOrAfter(endMinutes(window));
    for (const minutes of startMinutes(window, duration, plan.bufferTime)) {
      const start = day.instantAt(minutes);
      // A change of clocks can bring two times of the clock closer together than they look.
      if (start === null || start < freeFrom) continue;
      const end = start + duration * MINUTE;
      if (end > closes) continue;
      freeFrom = end + plan.bufferTime * MINUTE;
      yield { start, end };
    }
  }
}

function* startMinutes(window: TimeSlot, duration: number, buffer: number): Generator<number> {
  const last = endMinutes(window) - duration;
  for (let minutes = parseMinutes(window.start); minutes <= last; minutes += duration + buffer) yield minutes;
}
