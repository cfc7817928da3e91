import { Temporal } from 'temporal-polyfill';
import { localDate, startOfDay } from '#core/domain/time.ts';
import type { HomeSession } from './places.ts';

/** Today, and as many days after it (decisions §5). */
const DAYS_AHEAD = 7;

/** From the beginning of today until the end of the seventh day after it, epoch milliseconds. */
export function agendaSpan(now: number, zone: string): { from: number; to: number } {
  const today = localDate(now, zone);
  const after = Temporal.PlainDate.from(today).add({ days: DAYS_AHEAD + 1 });
  return { from: startOfDay(today, zone), to: startOfDay(after.toString(), zone) };
}

export interface AgendaDay {
  /** In the studio's zone, `2026-11-21`. */
  date: string;
  sessions: HomeSession[];
}

/** Sessions that take place, by days; today always, the others where there is something. */
export function agendaDays(sessions: readonly HomeSession[], now: number, zone: string): AgendaDay[] {
  const { from, to } = agendaSpan(now, zone);
  const days: AgendaDay[] = [{ date: localDate(now, zone), sessions: [] }];
  for (const session of sessions) {
    if (session.status === 'cancelled' || session.status === 'declined') continue;
    if (session.date < from || session.date >= to) continue;
    const date = localDate(session.date, zone);
    const last = days.at(-1)!;
    if (last.date === date) last.sessions.push(session);
    else days.push({ date, sessions: [session] });
  }
  return days;
}
