import { describe, expect, it } from 'vitest';
import type { SchedulePlan } from './schedule-plans.ts';
import { type BusyTime, sessionBufferAt, withBuffers } from './slot-rules.ts';

const ZONE = 'Europe/Madrid';
/** A Tuesday. */
const at = (time: string, date = '2026-11-24') => Date.parse(`${date}T${time}:00+01:00`);
const plan = (overrides: Partial<SchedulePlan> = {}): SchedulePlan => ({
  id: 'plan',
  sessionTypeId: 'type1',
  startDate: at('00:00', '2026-01-01'),
  endDate: null,
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  timeSlots: [{ start: '09:00', end: '12:00' }],
  location: '',
  locationId: null,
  maxBookingsPerDay: 10,
  bufferTime: 30,
  isActive: true,
  ...overrides,
});
const breakAt = (time: string, ...plans: SchedulePlan[]) => sessionBufferAt(plans, at(time), ZONE);

describe('the buffer of a session', () => {
  it('comes from the plan whose window it starts in, the longest of several', () => {
    const afternoon = plan({ timeSlots: [{ start: '12:00', end: '18:00' }], bufferTime: 10 });
    expect(breakAt('09:00', plan(), afternoon)).toBe(30);
    expect(breakAt('11:59', plan(), afternoon)).toBe(30);
    expect(breakAt('12:00', plan(), afternoon)).toBe(10);
    expect(breakAt('12:00', plan({ bufferTime: 0 }), afternoon)).toBe(10);
    expect(breakAt('09:00', plan({ bufferTime: 0 }), afternoon)).toBe(0);
    expect(breakAt('09:00', plan(), plan({ bufferTime: 45 }), plan({ bufferTime: 5 }))).toBe(45);
  });

  it('is the longest of its day outside all windows', () => {
    expect(breakAt('20:00', plan({ bufferTime: 5 }), plan())).toBe(30);
  });

  it.each([
    ['is off', { isActive: false }],
    ['is of other days', { daysOfWeek: [1, 3] }],
    ['is over', { endDate: at('00:00', '2026-11-23') }],
    ['has not begun', { startDate: at('00:00', '2026-11-25') }],
  ])('ignores a plan that %s', (_, overrides) => {
    expect(breakAt('10:00', plan(overrides))).toBe(0);
  });

  it('continues through the night until it ends', () => {
    const night = plan({ daysOfWeek: [1], timeSlots: [{ start: '22:00', end: '02:00' }] });
    expect(breakAt('01:59', night)).toBe(30);
    expect(breakAt('02:00', night)).toBe(0);
    expect(breakAt('22:00', night)).toBe(0);
  });
});

it('of a booked time comes from its own type', () => {
  const taken = (sessionTypeId: string | null): BusyTime => ({
    start: at('09:00'),
    end: at('10:00'),
    sessionTypeId,
    photographerId: null,
  });
  const plans = [plan(), plan({ sessionTypeId: 'type2', bufferTime: 5 }), plan({ bufferTime: 60, daysOfWeek: [7] })];
  const busy = [taken('type1'), taken('type2'), taken('type3'), taken(null)];
  expect(withBuffers(busy, plans, ZONE).map(({ bufferMinutes }) => bufferMinutes)).toEqual([
    30,
    5,
    undefined,
    undefined,
  ]);
});
