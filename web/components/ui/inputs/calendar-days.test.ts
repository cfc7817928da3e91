import { expect, test } from 'vitest';
import { monthWeeks, shiftDay, shiftMonth } from './calendar-days.ts';

test('returns whole weeks that start on the first weekday', () => {
  const weeks = monthWeeks('2026-11', 1);
  expect(weeks).toHaveLength(6);
  expect(weeks[0]?.[0]).toBe('2026-10-26');
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
  expect(monthWeeks('2026-11', 7)[0]?.[0]).toBe('2026-11-01');
  // February 2027 begins on a Monday and has 28 days: exactly four weeks.
  expect(monthWeeks('2027-02', 1)).toHaveLength(4);
});

test('shifts days and months across month ends, leap days and clock changes', () => {
  expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29');
  expect(shiftDay('2026-03-28', 2)).toBe('2026-03-30');
  expect(shiftMonth('2027-01-31', 1)).toBe('2027-02-28');
  expect(shiftMonth('2026-12-15', 1)).toBe('2027-01-15');
  expect(shiftMonth('2026-01-15', -1)).toBe('2025-12-15');
});
