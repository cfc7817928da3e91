import { BOOKED_STATUSES, isUpcoming, LONGEST_SESSION_MS, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { localDate, startOfDay } from '#core/domain/values/time.ts';
import { isMonth } from '#web/lib/format/format.ts';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import { choiceParam, filterParam, textParam, viewParams } from '#web/lib/view-params.ts';
import type { SessionListRow } from '../types.ts';

export const LIST_TABS = ['upcoming', 'approval', 'past', 'cancelled'] as const;
export type ListTab = (typeof LIST_TABS)[number];

export const LIST = viewParams({
  tab: choiceParam('show', LIST_TABS, 'upcoming'),
  search: textParam('q'),
  typeId: filterParam('type'),
  photographerId: filterParam('photographer'),
  /** Month in the studio's zone, `2026-11`. */
  month: filterParam('month', isMonth),
});
export type ListView = typeof LIST.defaults;

interface TabQuery {
  statuses: SessionStatus[];
  from?: number;
  order: 'asc' | 'desc';
  limit: number;
}

/** Returns the query of a tab, whose result `sessionsOfTab` narrows by the time of day. */
export function tabQuery(tab: ListTab, now: number, zone: string): TabQuery {
  // Rounded to the day, so that the query changes once a day and not every minute.
  const from = startOfDay(localDate(now, zone), zone) - LONGEST_SESSION_MS;
  const all = { limit: 20_000 } as const;
  switch (tab) {
    case 'upcoming':
      return { ...all, statuses: [...BOOKED_STATUSES], from, order: 'asc' };
    case 'approval':
      return { ...all, statuses: ['inquiry'], order: 'asc' };
    case 'past':
      return { ...all, statuses: [...BOOKED_STATUSES, 'completed', 'no_show'], order: 'desc' };
    case 'cancelled':
      return { ...all, statuses: ['cancelled', 'declined'], order: 'desc' };
  }
}

/** Booked sessions are past once they end; those with an outcome are past immediately. */
export function sessionsOfTab(
  sessions: readonly SessionListRow[],
  tab: ListTab,
  now: number,
): readonly SessionListRow[] {
  if (tab === 'upcoming') return sessions.filter((session) => isUpcoming(session, now));
  return tab === 'past' ? sessions.filter((session) => !isUpcoming(session, now)) : sessions;
}

/** Filters the sessions of a view. Each search word must match client, name or location. */
export function applyView(
  sessions: readonly SessionListRow[],
  view: ListView,
  zone: string,
): readonly SessionListRow[] {
  const words = normalizeForSearch(view.search).split(/\s+/).filter(Boolean);
  const isPlain = words.length === 0 && !view.typeId && !view.photographerId && !view.month;
  if (isPlain) return sessions;
  return sessions.filter((session) => {
    if (view.typeId && session.sessionTypeId !== view.typeId) return false;
    if (view.photographerId && session.photographerId !== view.photographerId) return false;
    if (view.month && !localDate(session.date, zone).startsWith(view.month)) return false;
    if (words.length === 0) return true;
    const { customer, type, sessionType, location } = session;
    const text = normalizeForSearch(`${customer?.name ?? ''} ${type} ${sessionType?.name ?? ''} ${location}`);
    return words.every((word) => text.includes(word));
  });
}

/** Returns the months that contain sessions, in list order, including the chosen one. */
export function listMonths(
  sessions: readonly Pick<SessionListRow, 'date'>[],
  chosen: string | null,
  zone: string,
): readonly string[] {
  const months = new Set<string>();
  // Converting 20,000 dates to the zone is slow: do so only outside the current month's span.
  let [from, to] = [0, 0];
  for (const { date } of sessions) {
    if (date >= from && date < to) continue;
    const month = localDate(date, zone).slice(0, 7);
    const [year = 0, number = 1] = month.split('-').map(Number);
    const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
    [from, to] = [startOfDay(`${month}-01`, zone), startOfDay(`${next}-01`, zone)];
    months.add(month);
  }
  if (chosen) months.add(chosen);
  return [...months];
}
