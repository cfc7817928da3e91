import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { agendaDays, agendaSpan } from './agenda.tsx';
import type { HomeSession } from './types.ts';

const MADRID = 'Europe/Madrid';
const NOON = Date.UTC(2026, 2, 28, 11);
const session = (id: string, date: number, status = 'scheduled') => ({ id, date, status }) as HomeSession;

test('spans today and the next seven days of the studio’s zone, also with a shorter day', () => {
  const { from, to } = agendaSpan(NOON, MADRID);
  expect(from).toBe(Date.UTC(2026, 2, 27, 23));
  // Eight days, of which the 29th has 23 hours.
  expect(to - from).toBe(8 * DAY_MS - HOUR_MS);
});

test('groups sessions by day and leaves out cancelled ones', () => {
  const { from, to } = agendaSpan(NOON, MADRID);
  const days = agendaDays(
    [
      session('yesterday', from - 1),
      session('first', from),
      session('off', NOON, 'cancelled'),
      session('refused', NOON, 'declined'),
      session('last of today', from + DAY_MS - 1),
      session('tomorrow', from + DAY_MS),
      session('asked', from + 25 * HOUR_MS, 'inquiry'),
      session('last', to - 1),
      session('beyond', to),
    ],
    NOON,
    MADRID,
  );
  expect(days.map(({ date, sessions }) => [date, sessions.map(({ id }) => id)])).toEqual([
    ['2026-03-28', ['first', 'last of today']],
    ['2026-03-29', ['tomorrow', 'asked']],
    ['2026-04-04', ['last']],
  ]);
});

test('lists today without sessions', () => {
  expect(agendaDays([], NOON, MADRID)).toEqual([{ date: '2026-03-28', sessions: [] }]);
});
