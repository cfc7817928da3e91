import { expect, it, test } from 'vitest';
import { zoneCity } from '#core/domain/format.ts';
import {
  formatBytes,
  formatDate,
  formatMoney,
  formatMonth,
  formatPercent,
  formatRecent,
  formatSpan,
  isMonth,
  minorDigits,
} from './format.ts';

const start = Date.UTC(2026, 10, 21, 9);
const session = { start, end: start + 3_600_000, zone: 'Europe/Madrid', place: 'Barcelona' };
/** Replaces the no-break and narrow no-break spaces of Intl. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');

test('formats a session in each language', () => {
  expect(formatSpan(session, 'en', start)).toBe('Sat 21 Nov, 10:00–11:00 (Barcelona)');
  expect(plain(formatSpan(session, 'es', start))).toBe('sáb, 21 nov, 10:00–11:00 (Barcelona)');
  expect(plain(formatSpan(session, 'ca', start))).toBe('ds., 21 de nov., 10:00–11:00 (Barcelona)');
});

test('uses the zone’s day and names another year', () => {
  const lateInNewYork = Date.UTC(2026, 10, 22, 3);
  expect(formatDate(lateInNewYork, 'en', 'America/New_York', start)).toBe('Sat 21 Nov');
  expect(formatDate(lateInNewYork, 'en', 'Europe/Madrid', start)).toBe('Sun 22 Nov');
  expect(formatDate(start, 'en', 'Europe/Madrid', Date.UTC(2027, 1, 1))).toContain('2026');
});

test('uses the zone’s year around New Year', () => {
  const newYearInMadrid = Date.UTC(2026, 11, 31, 23, 30);
  expect(formatDate(newYearInMadrid, 'en', 'Europe/Madrid', start)).toBe('Fri, 1 Jan 2027');
  expect(formatDate(newYearInMadrid, 'en', 'UTC', start)).toBe('Thu 31 Dec');
  expect(formatDate(Date.UTC(2026, 11, 31, 10, 30), 'en', 'Pacific/Kiritimati', start)).toBe('Fri, 1 Jan 2027');
  expect(formatDate(Date.UTC(2027, 0, 1, 10, 30), 'en', 'Pacific/Pago_Pago', start)).toBe('Thu 31 Dec');
});

test('formats a month with its year', () => {
  expect(formatMonth('2026-11', 'en')).toBe('November 2026');
  expect(formatMonth('2026-11', 'es')).toBe('noviembre de 2026');
});

test('formats relative times within a day only', () => {
  expect(formatRecent(start - 5.9 * 60_000, 'en', 'UTC', start)).toBe('5 minutes ago');
  expect(formatRecent(start - 23 * 3_600_000, 'en', 'UTC', start)).toBe('23 hours ago');
  expect(formatRecent(start - 24 * 3_600_000, 'en', 'UTC', start)).toBe('Fri 20 Nov');
  expect(formatRecent(start + 2 * 3_600_000, 'en', 'UTC', start)).toBe('in 2 hours');
});

test('changes the unit of a size before a fourth digit', () => {
  expect(formatBytes(0, 'en')).toBe('0 bytes');
  expect(plain(formatBytes(1_500, 'en'))).toBe('1.5 kB');
  expect(plain(formatBytes(24_300_000, 'en'))).toBe('24 MB');
  expect(plain(formatBytes(999_999, 'es'))).toBe('1 MB');
});

test('formats minor units of a currency', () => {
  expect(formatMoney(125_050, 'EUR', 'en')).toBe('€1,250.50');
  expect(plain(formatMoney(125_000, 'EUR', 'ca'))).toBe('1.250 €');
  expect(formatMoney(1_250, 'JPY', 'en')).toMatch(/1,250$/);
  expect(minorDigits('JPY')).toBe(0);
  expect(plain(formatPercent(0.426, 'es'))).toBe('43 %');
});

test('names a zone by its city', () => {
  expect(zoneCity('America/New_York')).toBe('New York');
  expect(zoneCity('UTC')).toBe('UTC');
});

it.each([
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
