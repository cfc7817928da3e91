import { localDate, startOfDay } from '#core/domain/time.ts';

export interface Day<E> {
  /** In the zone asked for, `2026-11-21`. */
  date: string;
  events: E[];
}

/** Events by the days of a zone, in the order they came: the latest first. */
export function groupByDay<E extends { at: number }>(events: readonly E[], zone: string): Day<E>[] {
  const days: Day<E>[] = [];
  for (const event of events) {
    const date = localDate(event.at, zone);
    const last = days.at(-1);
    if (last?.date === date) last.events.push(event);
    else days.push({ date, events: [event] });
  }
  return days;
}

/** How many days ago a date was, as far as there is a word for it; null beyond yesterday. `now` in epoch milliseconds. */
export function relativeDay(date: string, now: number, zone: string): 'today' | 'yesterday' | null {
  const today = localDate(now, zone);
  if (date === today) return 'today';
  return date === localDate(startOfDay(today, zone) - 1, zone) ? 'yesterday' : null;
}
