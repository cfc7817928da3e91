import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import type { SessionListRow } from '../types.ts';
import { applyView, LIST, listMonths, type ListTab, type ListView, sessionsOfTab } from './list-view.ts';

const ZONE = 'Europe/Madrid';
const NOW = Date.UTC(2026, 10, 21, 12);
const plain: ListView = { tab: 'upcoming', search: '', typeId: null, photographerId: null, month: null };

function session(id: string, over: object = {}): SessionListRow {
  return { id, status: 'scheduled', date: NOW, duration: 60, type: '', location: '', ...over } as SessionListRow;
}
const shown = (rows: SessionListRow[], view: Partial<ListView>) =>
  applyView(rows, { ...plain, ...view }, ZONE).map(({ id }) => id);

describe('session list', () => {
  test('searches client, name, type and location without regard to accents', () => {
    const rows = [
      session('a', { customer: { name: 'Núria Pla' }, type: 'Retrat' }),
      session('b', { customer: { name: 'Pau' }, sessionType: { name: 'Retrat' }, location: 'Nuria, 1' }),
      session('c', { customer: { name: 'Núria' } }),
    ];
    expect(shown(rows, { search: 'nuria RETRAT' })).toEqual(['a', 'b']);
  });

  test('filters by type, photographer and month in the studio’s zone', () => {
    const lastMinute = Date.UTC(2026, 9, 31, 22, 59);
    const rows = [
      session('a', { sessionTypeId: 't', photographerId: 'p', date: lastMinute }),
      session('b', { sessionTypeId: 't', photographerId: 'q', date: lastMinute + MINUTE_MS }),
    ];
    expect(shown(rows, { typeId: 't' })).toEqual(['a', 'b']);
    expect(shown(rows, { photographerId: 'q' })).toEqual(['b']);
    expect(shown(rows, { month: '2026-10' })).toEqual(['a']);
    expect(shown(rows, { month: '2026-11' })).toEqual(['b']);
  });

  test('moves a session from upcoming to past at its end or with its outcome', () => {
    const rows = [
      session('this morning', { date: NOW - 3 * HOUR_MS }),
      session('now', { date: NOW - HOUR_MS + 1 }),
      session('since yesterday', { date: NOW - 20 * HOUR_MS, duration: 24 * 60, status: 'confirmed' }),
      session('over now', { date: NOW - HOUR_MS }),
      session('later', { date: NOW + HOUR_MS }),
      session('later, done', { date: NOW + HOUR_MS, status: 'completed' }),
    ];
    const inTab = (tab: ListTab) => sessionsOfTab(rows, tab, NOW).map(({ id }) => id);
    expect(inTab('upcoming')).toEqual(['now', 'since yesterday', 'later']);
    expect(inTab('past')).toEqual(['this morning', 'over now', 'later, done']);
  });

  test('lists the months that contain sessions', () => {
    const at = (...utc: [number, number, number, number?]) => ({ date: Date.UTC(...utc) });
    // The last hour of the year in London is already next year in Madrid.
    const dates = [at(2026, 9, 3), at(2026, 9, 30), at(2026, 11, 31, 12), at(2026, 11, 31, 23), at(2026, 9, 1)];
    expect(listMonths(dates, null, ZONE)).toEqual(['2026-10', '2026-12', '2027-01']);
    expect(listMonths([], '2026-02', ZONE)).toEqual(['2026-02']);
  });

  test('keeps the parameter names of the URL', () => {
    const query = 'show=past&q=a&type=t&photographer=p&month=2026-11';
    expect(LIST.write(LIST.read(new URLSearchParams(query))).toString()).toBe(query);
    expect(LIST.read(new URLSearchParams('month=2026-13'))).toEqual(plain);
  });
});
