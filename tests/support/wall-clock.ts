import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import type { SchedulePlan } from '#core/domain/slots/schedule-plans.ts';

// Uses Intl and searches minute by minute: an independent reference for the product's code.
const formats = new Map<string, Intl.DateTimeFormat>();
/** Local date and time. */
export function clock(at: number, zone: string): { date: string; minutes: number } {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(zone, format);
  }
  const [date, time] = format.format(at).split(' ') as [string, string];
  return { date, minutes: minutes(time) };
}
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const clockText = (value: number) =>
  `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
/** ISO, Monday is 1. */
export const weekday = (date: string) => new Date(date).getUTCDay() || 7;
/** Fields of a date in UTC. */
export const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);

const days = new Map<string, { minutes: number; at: number }[]>();
/** Local times of a day, every five minutes. */
function showings(date: string, zone: string) {
  const key = `${zone} ${date}`;
  const known = days.get(key);
  if (known) return known;
  const found: { minutes: number; at: number }[] = [];
  for (let at = midnight(date) - DAY_MS; at < midnight(date) + 2 * DAY_MS; at += 5 * MINUTE_MS) {
    const shown = clock(at, zone);
    if (shown.date === date) found.push({ minutes: shown.minutes, at });
  }
  days.set(key, found);
  return found;
}

export const dateAfter = (date: string, days: number) =>
  new Date(midnight(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The plan date of an instant: the previous one until its night ends. */
export function planDate(plan: SchedulePlan, at: number, zone: string): string {
  const { date } = clock(at, zone);
  const last = plan.timeSlots.at(-1);
  if (!last || last.end > last.start) return date;
  const over = showings(date, zone).find((showing) => showing.minutes >= minutes(last.end))?.at ?? Infinity;
  return at < over ? dateAfter(date, -1) : date;
}

/** Whether a plan applies on a date. */
export function isOn(plan: SchedulePlan, date: string, zone: string): boolean {
  const first = clock(plan.startDate, zone).date;
  const last = plan.endDate === null ? '9999' : clock(plan.endDate, zone).date;
  return plan.isActive && plan.daysOfWeek.includes(weekday(date)) && first <= date && date <= last;
}

/** Starts of one plan on a date, and in the night after it, without any conflicts. */
export function startsOf(plan: SchedulePlan, date: string, zone: string, duration: number): number[] {
  const ofDay = showings(date, zone);
  if (ofDay.length === 0) return [];
  const ofNext = showings(dateAfter(date, 1), zone).map(({ at, minutes: shown }) => ({ at, minutes: shown + 1440 }));
  const shown = [...ofDay, ...ofNext];
  const starts: number[] = [];
  let freeFrom = -Infinity;
  for (const window of plan.timeSlots) {
    const end = minutes(window.end) + (window.end < window.start ? 1440 : 0);
    const closes = shown.find((showing) => showing.minutes >= end)?.at ?? shown.at(-1)!.at + 5 * MINUTE_MS;
    for (let k = 0; k < 300; k++) {
      const time = minutes(window.start) + k * (duration + plan.bufferTime);
      const at = shown.find((showing) => showing.minutes === time)?.at;
      const fits = time + duration <= end && at !== undefined && at + duration * MINUTE_MS <= closes;
      if (!fits || at < freeFrom) continue;
      freeFrom = at + (duration + plan.bufferTime) * MINUTE_MS;
      starts.push(at);
    }
  }
  return starts;
}
