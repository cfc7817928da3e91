import { useTranslation } from 'react-i18next';
import { localDate, startOfDay } from '#core/domain/values/time.ts';
import { useFormat } from './use-format.ts';
import { useNow } from './use-now.ts';

interface Day<E> {
  /** In the given zone, `2026-11-21`. */
  date: string;
  events: E[];
}

/** Groups events by the days of a zone, in the given order (latest first). */
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

/** Returns a date's relative name; null before yesterday. `now` in epoch milliseconds. */
export function relativeDay(date: string, now: number, zone: string): 'today' | 'yesterday' | null {
  const today = localDate(now, zone);
  if (date === today) return 'today';
  return date === localDate(startOfDay(today, zone) - 1, zone) ? 'yesterday' : null;
}

/** Returns a function that titles a day, given as `2026-11-21`: "Today", "Sat 21 Nov". */
export function useDayTitle(): (date: string) => string {
  const { t } = useTranslation('common');
  const format = useFormat();
  const now = useNow();
  return (date) => {
    const near = relativeDay(date, now, format.zone);
    return near ? t(near) : format.date(startOfDay(date, format.zone), now);
  };
}
