import { expect, test } from 'vitest';
import { dateInput, readDateInput } from './wall-clock.ts';

const MADRID = 'Europe/Madrid';

test.each([
  ['2026-11-21T10:05', Date.UTC(2026, 10, 21, 9, 5)],
  ['2026-07-01T00:00', Date.UTC(2026, 5, 30, 22)],
])('converts %s from Madrid time and back', (value, instant) => {
  expect(readDateInput(value, MADRID)).toBe(instant);
  expect(dateInput(instant, MADRID)).toBe(value);
});

test('moves a time skipped by daylight saving one hour later', () => {
  expect(readDateInput('2026-03-29T02:30', MADRID)).toBe(Date.UTC(2026, 2, 29, 1, 30));
});

test.each(['', '2026-11-21', 'tomorrow'])('rejects the incomplete time %j', (value) => {
  expect(readDateInput(value, MADRID)).toBeNull();
});
