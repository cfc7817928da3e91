import { expect, test } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import type { DateFormat } from '#core/domain/values/date-formats.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { scheduleLabels } from '#web/components/ui/schedule/schedule-labels.ts';
import { createFormat } from './format.ts';

const start = Date.UTC(2026, 10, 21, 9);
const LATER = Date.UTC(2027, 1, 1);
const session = { start, end: start + HOUR_MS };
const formatAs = (dateFormat: DateFormat, language = 'en', zone = 'UTC') =>
  createFormat({ language, zone, currency: 'EUR', dateFormat });
/** Replaces the no-break and narrow no-break spaces of Intl. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');
const both = (dateFormat: DateFormat, language: string) =>
  [start, LATER].map((now) => plain(formatAs(dateFormat, language).date(start, now)));

test.each(LANGUAGES)('puts the day first by default in %s', (language) => {
  expect(both('dmy', language)).toEqual(both('auto', language));
  const { locale } = formatAs('auto', language);
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const order = format.formatToParts(start).flatMap(({ type }) => (type === 'literal' ? [] : [type]));
  expect(order).toEqual(['day', 'month', 'year']);
});

test.each([
  ['en', ['Sat 21 Nov', 'Sat 21 Nov 2026']],
  ['es', ['sáb, 21 nov', 'sáb, 21 nov 2026']],
  ['ca', ['ds., 21 de nov.', 'ds., 21 de nov. 2026']],
])('separates the weekday alike with and without the year in %s', (language, dates) => {
  expect(both('auto', language)).toEqual(dates);
});

test.each([
  ['en', ['Sat, Nov 21', 'Sat, Nov 21, 2026'], 'November 21, 2026'],
  ['es', ['sáb, nov 21', 'sáb, nov 21, 2026'], 'noviembre 21, 2026'],
  ['ca', ['ds., nov. 21', 'ds., nov. 21, 2026'], 'novembre 21, 2026'],
])('puts the month first in %s', (language, dates, day) => {
  expect(both('mdy', language)).toEqual(dates);
  expect(formatAs('mdy', language).day(start)).toBe(day);
});

test.each([
  ['en', 'Sat 2026-11-21'],
  ['es', 'sáb 2026-11-21'],
  ['ca', 'ds. 2026-11-21'],
])('puts the year first in %s, in digits and never omitted', (language, date) => {
  const format = formatAs('ymd', language, 'Europe/Madrid');
  expect(both('ymd', language)).toEqual([date, date]);
  expect(format.day(start)).toBe('2026-11-21');
  expect(format.span(session, start)).toBe(`${date}, 10:00–11:00 (Madrid)`);
  expect(format.recent(start, LATER)).toBe(date);
});

test('uses the zone’s day in every order', () => {
  const lateInNewYork = Date.UTC(2027, 0, 1, 3);
  for (const [as, text] of [
    ['mdy', 'Thu, Dec 31, 2026'],
    ['ymd', 'Thu 2026-12-31'],
  ] as const) {
    expect(formatAs(as, 'en', 'America/New_York').date(lateInNewYork, LATER)).toBe(text);
  }
});

test('prefers the requested format over the studio’s', () => {
  const { date } = formatAs('ymd');
  expect(date(start, start, 'mdy')).toBe('Sat, Nov 21');
  expect(date(start, start, 'auto')).toBe('Sat 21 Nov');
});

test('formats ranges and the calendar’s labels', () => {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const end = Date.UTC(2026, 10, 23);
  const range = (as: DateFormat, to: number) => plain(formatAs(as).dateRange(start, to, parts));
  expect(range('auto', end)).toBe('21 – 23 November 2026');
  expect(range('mdy', end)).toBe('November 21 – November 23, 2026');
  expect(range('mdy', LATER)).toBe('November 21, 2026 – February 1, 2027');
  expect(range('mdy', start)).toBe('November 21, 2026');
  const labels = scheduleLabels(formatAs('mdy'));
  expect(labels.day('2026-11-24')).toBe('Tue, Nov 24');
  expect(labels.title('day', [], '2026-11-24')).toBe('Tue, Nov 24, 2026');
  const ymd = scheduleLabels(formatAs('ymd'));
  expect(ymd.title('week', ['2026-11-23', '2026-11-29'], '2026-11-24')).toBe('2026-11-23 – 2026-11-29');
  expect(ymd.longDay('2026-11-24')).toBe('Tuesday 2026-11-24');
});
