import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { formatAmount, formatExactAmount, minorDigits, zoneCity } from '#core/domain/values/format.ts';
import { createFormat, hasHour12, isMonth } from './format.ts';

const start = Date.UTC(2026, 10, 21, 9);
const session = { start, end: start + HOUR_MS };
const formatIn = (language: string, zone = 'Europe/Madrid') =>
  createFormat({ language, zone, currency: 'EUR', dateFormat: 'auto' });
/** Replaces the no-break and narrow no-break spaces of Intl. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');

test('formats a session in each language', () => {
  expect(formatIn('en').span(session, start)).toBe('Sat 21 Nov, 10:00–11:00 (Madrid)');
  expect(plain(formatIn('es').span(session, start))).toBe('sáb, 21 nov, 10:00–11:00 (Madrid)');
  expect(plain(formatIn('ca').span(session, start))).toBe('ds., 21 de nov., 10:00–11:00 (Madrid)');
  expect(formatIn('en').span({ start }, start)).toBe('Sat 21 Nov, 10:00 (Madrid)');
});

test('uses the zone’s day and names another year', () => {
  const lateInNewYork = Date.UTC(2026, 10, 22, 3);
  expect(formatIn('en', 'America/New_York').date(lateInNewYork, start)).toBe('Sat 21 Nov');
  expect(formatIn('en').date(lateInNewYork, start)).toBe('Sun 22 Nov');
  expect(formatIn('en').date(start, Date.UTC(2027, 1, 1))).toContain('2026');
});

test('uses the zone’s year around New Year', () => {
  const newYearInMadrid = Date.UTC(2026, 11, 31, 23, 30);
  expect(formatIn('en').date(newYearInMadrid, start)).toBe('Fri 1 Jan 2027');
  expect(formatIn('en', 'UTC').date(newYearInMadrid, start)).toBe('Thu 31 Dec');
  expect(formatIn('en', 'Pacific/Kiritimati').date(Date.UTC(2026, 11, 31, 10, 30), start)).toBe('Fri 1 Jan 2027');
  expect(formatIn('en', 'Pacific/Pago_Pago').date(Date.UTC(2027, 0, 1, 10, 30), start)).toBe('Thu 31 Dec');
});

test.each([
  ['en', 'Europe/Madrid', '14 September 2026'],
  ['es', 'Europe/Madrid', '14 de septiembre de 2026'],
  ['ca', 'Europe/Madrid', '14 de setembre del 2026'],
  ['en', 'America/New_York', '13 September 2026'],
])('formats a day for a sentence: %s, %s', (language, zone, text) =>
  expect(formatIn(language, zone).day(Date.UTC(2026, 8, 13, 23, 30))).toBe(text),
);

test('formats a month with its year', () => {
  expect(formatIn('en').month('2026-11')).toBe('November 2026');
  expect(formatIn('es').month('2026-11')).toBe('noviembre de 2026');
});

test('formats times on a clock of 12 hours where people use one', () => {
  const settings = { language: 'en', zone: 'Europe/Madrid', currency: 'EUR', dateFormat: 'auto' } as const;
  const afternoon = start + 5 * 3_600_000;
  const timeIn = (locale: string) => plain(createFormat({ ...settings, hour12: hasHour12(locale) }).time(afternoon));
  expect(['en-US', 'en-GB', 'es-ES', 'ca'].map(timeIn)).toEqual(['3:00 pm', '15:00', '15:00', '15:00']);
});

test('formats relative times within a day only', () => {
  const { recent } = formatIn('en', 'UTC');
  expect(recent(start - 5.9 * MINUTE_MS, start)).toBe('5 minutes ago');
  expect(recent(start - 23 * HOUR_MS, start)).toBe('23 hours ago');
  expect(recent(start - DAY_MS, start)).toBe('Fri 20 Nov');
  expect(recent(start + 2 * HOUR_MS, start)).toBe('in 2 hours');
});

test('formats durations in days, hours and minutes', () => {
  const { duration } = formatIn('en');
  expect([30, 60, 90, 3000].map((minutes) => duration(minutes))).toEqual(['30 min', '1 h', '1 h 30 min', '2 days 2 h']);
  expect(duration(1500, false)).toBe('25 h');
  expect(formatIn('ca').duration(90)).toBe('1 h 30 min');
});

test('changes the unit of a size before a fourth digit', () => {
  expect(formatIn('en').bytes(0)).toBe('0 bytes');
  expect(plain(formatIn('en').bytes(1_500))).toBe('1.5 kB');
  expect(plain(formatIn('en').bytes(24_300_000))).toBe('24 MB');
  expect(plain(formatIn('es').bytes(999_999))).toBe('1 MB');
});

test('formats minor units of a currency', () => {
  expect(formatIn('en').money(125_050)).toBe('€1,250.50');
  expect(plain(formatIn('ca').money(125_000))).toBe('1.250 €');
  expect(formatIn('en').money(1_250, 'JPY')).toMatch(/1,250$/);
  expect(minorDigits('JPY')).toBe(0);
  expect(plain(formatIn('es').percent(0.426))).toBe('43 %');
});

test('writes an amount as mails do', () => {
  for (const language of ['en', 'es', 'ca'] as const)
    for (const amount of [18_000, 18_050, 1_234_500, 0, -500])
      expect(formatIn(language).money(amount)).toBe(formatAmount(amount, 'EUR', language));
  expect(plain(formatAmount(18_000, 'EUR', 'es'))).toBe('180 €');
  expect(plain(formatExactAmount(18_000, 'EUR', 'es'))).toBe('180,00 €');
});

test('names a zone by its city', () => {
  expect(zoneCity('America/New_York')).toBe('New York');
  expect(zoneCity('UTC')).toBe('UTC');
});

test.each([
  ['1900-01', true],
  ['2099-12', true],
  ['0002-11', false],
  ['1899-12', false],
  ['2100-01', false],
  ['12026-11', false],
  ['2026-1', false],
  ['2026-00', false],
])('isMonth(%j) is %j', (month, expected) => {
  expect(isMonth(month)).toBe(expected);
});
