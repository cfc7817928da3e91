import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/domain/durations.ts';
import type { SessionListRow } from '../types.ts';
import { applyView, LIST, listMonths, type ListView, tabQuery } from './list-view.ts';

const ZONE = 'Europe/Madrid';
const NOW = Date.UTC(2026, 10, 21, 12);
const plain: ListView = { tab: 'upcoming', search: '', typeId: null, photographerId: null, month: null };

function session(id: string, over: object = {}): SessionListRow {
  return { id, status: 'scheduled', date: NOW, type: '', location: '', ...over } as SessionListRow;
}
const shown = (rows: SessionListRow[], view: Partial<ListView>) =>
  applyView(rows, { ...plain, ...view }, NOW, ZONE).map(({ id }) => id);

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

  test('shows sessions before today and finished ones in the past tab', () => {
    const rows = [
      session('this morning', { date: NOW - 3 * HOUR_MS }),
      session('yesterday', { date: NOW - 14 * HOUR_MS }),
      session('done today', { date: NOW - 3 * HOUR_MS, status: 'completed' }),
    ];
    expect(shown(rows, { tab: 'past' })).toEqual(['yesterday', 'done today']);
    expect(shown(rows, { tab: 'past', search: ' ' })).toEqual(['yesterday', 'done today']);
    expect(tabQuery('upcoming', NOW, ZONE).from).toBe(Date.UTC(2026, 10, 20, 23));
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
