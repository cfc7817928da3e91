import { afterEach, expect, test } from 'vitest';
import { LANGUAGES } from '#core/domain/languages.ts';
import { scheduleLabels } from '#web/components/ui/schedule/schedule-labels.ts';
import { dateRangeText, setDateFormat } from './date-format.ts';
import { formatDate, formatDay, formatLocale, formatRecent, formatSpan } from './format.ts';

const start = Date.UTC(2026, 10, 21, 9);
const LATER = Date.UTC(2027, 1, 1);
const session = { start, end: start + 3_600_000, zone: 'Europe/Madrid', place: 'Barcelona' };
/** Replaces the no-break and narrow no-break spaces of Intl. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');
const both = (language: string) =>
  [start, LATER].map((now) => plain(formatDate(start, language, 'Europe/Madrid', now)));

afterEach(() => setDateFormat('auto'));

test.each(LANGUAGES)('puts the day first by default in %s', (language) => {
  const own = both(language);
  setDateFormat('dmy');
  expect(both(language)).toEqual(own);
  const format = new Intl.DateTimeFormat(formatLocale(language), { day: 'numeric', month: 'long', year: 'numeric' });
  const order = format.formatToParts(start).flatMap(({ type }) => (type === 'literal' ? [] : [type]));
  expect(order).toEqual(['day', 'month', 'year']);
});

test.each([
  ['en', ['Sat, Nov 21', 'Sat, Nov 21, 2026'], 'November 21, 2026'],
  ['es', ['sáb, nov 21', 'sáb, nov 21, 2026'], 'noviembre 21, 2026'],
  ['ca', ['ds., nov. 21', 'ds., nov. 21, 2026'], 'novembre 21, 2026'],
])('puts the month first in %s', (language, dates, day) => {
  setDateFormat('mdy');
  expect(both(language)).toEqual(dates);
  expect(formatDay(start, language, 'UTC')).toBe(day);
});

test.each([
  ['en', 'Sat 2026-11-21'],
  ['es', 'sáb 2026-11-21'],
  ['ca', 'ds. 2026-11-21'],
])('puts the year first in %s, in digits and never omitted', (language, date) => {
  setDateFormat('ymd');
  expect(both(language)).toEqual([date, date]);
  expect(formatDay(start, language, 'UTC')).toBe('2026-11-21');
  expect(formatSpan(session, language, start)).toBe(`${date}, 10:00–11:00 (Barcelona)`);
  expect(formatRecent(start, language, 'UTC', LATER)).toBe(date);
});

test('uses the zone’s day in every order', () => {
  const lateInNewYork = Date.UTC(2027, 0, 1, 3);
  for (const [as, text] of [
    ['mdy', 'Thu, Dec 31, 2026'],
    ['ymd', 'Thu 2026-12-31'],
  ] as const) {
    expect(formatDate(lateInNewYork, 'en', 'America/New_York', LATER, as)).toBe(text);
  }
});

test('prefers the requested format over the studio’s', () => {
  setDateFormat('ymd');
  expect(formatDate(start, 'en', 'UTC', start, 'mdy')).toBe('Sat, Nov 21');
  expect(formatDate(start, 'en', 'UTC', start, 'auto')).toBe('Sat 21 Nov');
});

test('formats ranges and the calendar’s labels', () => {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const end = Date.UTC(2026, 10, 23);
  const range = (to: number) => plain(dateRangeText(start, to, 'en-GB', parts));
  expect(range(end)).toBe('21 – 23 November 2026');
  setDateFormat('mdy');
  expect(range(end)).toBe('November 21 – November 23, 2026');
  expect(range(LATER)).toBe('November 21, 2026 – February 1, 2027');
  expect(range(start)).toBe('November 21, 2026');
  const words = scheduleLabels('en', 'UTC');
  expect(words.day('2026-11-24')).toBe('Tue, Nov 24');
  expect(words.title('day', [], '2026-11-24')).toBe('Tue, Nov 24, 2026');
  setDateFormat('ymd');
  expect(words.title('week', ['2026-11-23', '2026-11-29'], '2026-11-24')).toBe('2026-11-23 – 2026-11-29');
  expect(words.longDay('2026-11-24')).toBe('Tuesday 2026-11-24');
});
