import { expect, test } from 'vitest';
import { nextPageDate, visibleDays, visibleSpan } from './visible-days.ts';

const ends = (days: string[]) => [days[0], days.at(-1), days.length];

test('starts weeks and months on Monday in every language', () => {
  for (const language of ['en', 'es', 'ca']) {
    expect(ends(visibleDays('week', '2026-11-22', language))).toEqual(['2026-11-16', '2026-11-22', 7]);
    expect(ends(visibleDays('month', '2026-11-22', language))).toEqual(['2026-10-26', '2026-12-06', 42]);
  }
  expect(ends(visibleDays('week', '2026-11-22', 'en-US'))).toEqual(['2026-11-22', '2026-11-28', 7]);
});

test('shows one day, or four weeks from the day in the agenda', () => {
  expect(visibleDays('day', '2026-11-22', 'en')).toEqual(['2026-11-22']);
  expect(ends(visibleDays('agenda', '2026-11-22', 'en'))).toEqual(['2026-11-22', '2026-12-19', 28]);
});

test('returns a span of whole zone days that includes the week of the day', () => {
  const week = visibleSpan('week', '2026-10-25', 'Europe/Madrid', 'ca');
  expect(new Date(week.start).toISOString()).toBe('2026-10-18T22:00:00.000Z');
  expect(new Date(week.end).toISOString()).toBe('2026-10-25T23:00:00.000Z');
  expect(visibleSpan('day', '2026-10-20', 'Europe/Madrid', 'ca')).toEqual(week);
});

test('turns the page by a day, a week, a month or four weeks', () => {
  expect(nextPageDate('day', '2026-11-30', 1)).toBe('2026-12-01');
  expect(nextPageDate('week', '2026-11-24', -1)).toBe('2026-11-17');
  expect(nextPageDate('month', '2026-10-31', 1)).toBe('2026-11-30');
  expect(nextPageDate('agenda', '2026-11-22', 1)).toBe('2026-12-20');
});
