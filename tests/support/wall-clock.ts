import type { SchedulePlan } from '#core/domain/schedule-plans.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// Read with Intl, and found by going through the minutes: not as the product does it, which is held against this.
const formats = new Map<string, Intl.DateTimeFormat>();
/** What a clock on the wall shows. */
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
/** Of a day in UTC. */
export const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);

const days = new Map<string, { minutes: number; at: number }[]>();
/** What the clock shows on a day, every five minutes. */
function showings(date: string, zone: string) {
  const key = `${zone} ${date}`;
  const known = days.get(key);
  if (known) return known;
  const found: { minutes: number; at: number }[] = [];
  for (let at = midnight(date) - DAY; at < midnight(date) + 2 * DAY; at += 5 * MINUTE) {
    const shown = clock(at, zone);
    if (shown.date === date) found.push({ minutes: shown.minutes, at });
  }
  days.set(key, found);
  return found;
}

/** The starts of one plan when nothing is in its way. */
export function startsOf(plan: SchedulePlan, date: string, zone: string, duration: number): number[] {
  const shown = showings(date, zone);
  if (shown.length === 0) return [];
  const starts: number[] = [];
  let freeFrom = -Infinity;
  for (const window of plan.timeSlots) {
    const closes = shown.find((showing) => showing.minutes >= minutes(window.end))?.at ?? shown.at(-1)!.at + 5 * MINUTE;
    for (let k = 0; k < 300; k++) {
      const time = minutes(window.start) + k * (duration + plan.bufferTime);
      const at = shown.find((showing) => showing.minutes === time)?.at;
      const fits = time + duration <= minutes(window.end) && at !== undefined && at + duration * MINUTE <= closes;
      if (!fits || at < freeFrom) continue;
      freeFrom = at + (duration + plan.bufferTime) * MINUTE;
      starts.push(at);
    }
  }
  return starts;
}
