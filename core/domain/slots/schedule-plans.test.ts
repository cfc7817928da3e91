import { describe, expect, it } from 'vitest';
import { daysOfWeek, newSchedulePlan, schedulePlanChanges, timeSlots } from './schedule-plans.ts';

const PLAN = {
  id: '0123456789abcdefghjk',
  sessionTypeId: 'kjhgfedcba9876543210',
  name: 'Mornings',
  startDate: 1_795_474_800_000,
  daysOfWeek: [1, 2],
  timeSlots: [{ start: '09:00', end: '12:00' }],
};

describe('a schedule plan', () => {
  it('requires the times and has defaults for the rest', () => {
    expect(newSchedulePlan.safeParse(PLAN).success).toBe(true);
    expect(newSchedulePlan.safeParse({ ...PLAN, endDate: null }).success).toBe(true);
    expect(newSchedulePlan.safeParse({ ...PLAN, endDate: PLAN.startDate }).success).toBe(true);
  });

  it.each([
    ['ends before it starts', { endDate: PLAN.startDate - 1 }],
    ['has no name', { name: ' ' }],
    ['takes no bookings', { maxBookingsPerDay: 0 }],
    ['keeps more than a day free', { bufferTime: 1441 }],
    ['is of an account', { accountId: '0123456789' }],
  ])('is refused when it %s', (_, change) => {
    expect(newSchedulePlan.safeParse({ ...PLAN, ...change }).success).toBe(false);
  });

  it('can be changed field by field, except its id', () => {
    expect(schedulePlanChanges.safeParse({ isActive: false }).success).toBe(true);
    expect(schedulePlanChanges.safeParse({ endDate: null }).success).toBe(true);
    expect(schedulePlanChanges.safeParse({ id: PLAN.id }).success).toBe(false);
    expect(schedulePlanChanges.safeParse({ startDate: 2, endDate: 1 }).success).toBe(false);
  });
});

describe('weekdays', () => {
  it.each([[[]], [[1, 7]], [[1, 2, 3, 4, 5, 6, 7]]])('accept %j', (days) => {
    expect(daysOfWeek.safeParse(days).success).toBe(true);
  });

  it.each([[[0]], [[8]], [[2, 1]], [[1, 1]], [[1.5]]])('refuse %j', (days) => {
    expect(daysOfWeek.safeParse(days).success).toBe(false);
  });
});

describe('time slots', () => {
  const parse = (...parts: string[]) =>
    timeSlots.safeParse(parts.map((part) => ({ start: part.split('-')[0], end: part.split('-')[1] }))).success;

  it.each([
    [['00:00-24:00']],
    [['09:00-12:00', '12:00-13:00']],
    [[]],
    [['22:00-02:00']],
    [['02:00-04:00', '22:00-02:00']],
    [['20:30-08:30']],
  ])('accept %j', (parts) => {
    expect(parse(...parts)).toBe(true);
  });

  it.each([
    [['09:00-09:00']],
    [['12:00-09:00']],
    // A night lasts at most 12 hours, ends as 24:00 at midnight, is the last, and ends before the first window.
    [['20:30-08:31']],
    [['22:00-00:00']],
    [['22:00-02:00', '23:00-24:00']],
    [['01:00-03:00', '22:00-02:00']],
    [['21:00-23:00', '22:00-02:00']],
    [['24:00-24:00']],
    [['9:00-12:00']],
    [['09:00-24:01']],
    [['09:60-12:00']],
    [['09:00-12:00', '11:59-13:00']],
    [['12:00-13:00', '09:00-10:00']],
  ])('refuse %j', (parts) => {
    expect(parse(...parts)).toBe(false);
  });
});
