import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../values/durations.ts';
import { lockedDays, lockedDaysWithin, MAX_LOCKED_DAYS, readLockedDays } from './locked-days.ts';
import { startOfDay } from '../values/time.ts';

const years = (count: number) =>
  Array.from({ length: count }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));

describe('locked days', () => {
  it('are unique and sorted', () => {
    expect(lockedDays.safeParse(['2026-11-24', '2026-12-25']).success).toBe(true);
    expect(lockedDays.safeParse(['2026-12-25', '2026-11-24']).success).toBe(false);
    expect(lockedDays.safeParse(['2026-11-24', '2026-11-24']).success).toBe(false);
    expect(lockedDays.safeParse(['2026-11-31']).success).toBe(false);
    expect(lockedDays.safeParse(years(MAX_LOCKED_DAYS)).success).toBe(true);
    expect(lockedDays.safeParse(years(MAX_LOCKED_DAYS + 1)).success).toBe(false);
  });

  it('are sorted on reading, without invalid values', () => {
    expect(readLockedDays(['2026-12-25', '2026-11-24', 1, 'x', null, '2026-12-25'])).toEqual([
      '2026-11-24',
      '2026-12-25',
    ]);
    expect(readLockedDays(years(MAX_LOCKED_DAYS + 5))).toHaveLength(MAX_LOCKED_DAYS);
  });

  it.each([undefined, null, {}, '2026-11-24', 1])('are empty when %j is stored', (json) => {
    expect(readLockedDays(json)).toEqual([]);
  });

  it('block sessions that start on them or extend into them', () => {
    const zone = 'Pacific/Kiritimati';
    const midnight = startOfDay('2026-11-24', zone);
    const met = (start: number, end: number) =>
      lockedDaysWithin(midnight + start, midnight + end, ['2026-11-24'], zone);
    expect(met(-10, 0)).toEqual([]);
    expect(met(-10, 1)).toEqual(['2026-11-24']);
    expect(met(0, 10)).toEqual(['2026-11-24']);
    expect(met(DAY_MS, 25 * HOUR_MS)).toEqual([]);
  });
});
