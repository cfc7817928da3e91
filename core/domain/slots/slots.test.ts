import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts';
import type { SchedulePlan } from './schedule-plans.ts';
import { firstFreeSlots, freeSlots, MAX_SLOTS, nextFreeSlots } from './slots.ts';
import type { Slot, SlotSearch } from './slots.ts';
import { endOfDay, startOfDay } from '../values/time.ts';

const PLAN: SchedulePlan = {
  id: 'plan1',
  sessionTypeId: 'type1',
  startDate: 0,
  endDate: null,
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  timeSlots: [{ start: '09:00', end: '12:00' }],
  location: 'Studio',
  locationId: 'location1',
  maxBookingsPerDay: 100,
  bufferTime: 0,
  isActive: true,
};

/** A search of one whole day in a zone, made the day before. */
function onDay(date: string, zone: string, overrides: Partial<SlotSearch> = {}): SlotSearch {
  const from = startOfDay(date, zone);
  return {
    zone,
    now: from - DAY_MS,
    rules: { minNoticeMinutes: 0, horizonDays: 90 },
    lockedDays: [],
    type: { id: 'type1', duration: 60, maxClients: 1 },
    plans: [PLAN],
    busy: [],
    from,
    to: endOfDay(date, zone) + 1,
    ...overrides,
  };
}
/** A Tuesday in Madrid without a clock change. */
const tuesday = (overrides: Partial<SlotSearch> = {}) => onDay('2026-11-24', 'Europe/Madrid', overrides);
const at = (time: string) => Date.parse(`2026-11-24T${time}:00+01:00`);
const busy = (start: string, end: string, more = {}) => ({
  start: at(start),
  end: at(end),
  sessionTypeId: null,
  photographerId: null,
  ...more,
});
const times = (search: SlotSearch) =>
  freeSlots(search).map(({ start }) =>
    new Date(start).toLocaleTimeString('en-GB', { timeZone: search.zone, hour: '2-digit', minute: '2-digit' }),
  );
const window = (start: string, end: string, more: Partial<SchedulePlan> = {}): Partial<SlotSearch> => ({
  plans: [{ ...PLAN, timeSlots: [{ start, end }], ...more }],
});

describe('slots of a day', () => {
  it('follow each other from the start of each window', () => {
    const plans = [{ ...PLAN, bufferTime: 15, timeSlots: [...PLAN.timeSlots, { start: '22:30', end: '24:00' }] }];
    expect(times(tuesday({ plans }))).toEqual(['09:00', '10:15', '22:30']);
    expect(freeSlots(tuesday({ plans }))[0]).toEqual({
      start: at('09:00'),
      end: at('10:00'),
      planId: 'plan1',
      seatsLeft: 1,
      location: 'Studio',
      locationId: 'location1',
    });
  });

  it.each([
    ['another type', { sessionTypeId: 'type2' }],
    ['a plan that is off', { isActive: false }],
    ['other weekdays', { daysOfWeek: [1, 3] }],
    ['a plan that begins tomorrow', { startDate: startOfDay('2026-11-25', 'Europe/Madrid') }],
    ['a plan that ended yesterday', { endDate: startOfDay('2026-11-23', 'Europe/Madrid') }],
  ])('are empty for %s', (_, change) => {
    expect(times(tuesday({ plans: [{ ...PLAN, ...change }] }))).toEqual([]);
  });

  it('exist on the first and last day of a plan', () => {
    const today = startOfDay('2026-11-24', 'Europe/Madrid');
    expect(times(tuesday({ plans: [{ ...PLAN, startDate: today, endDate: today }] }))).toHaveLength(3);
  });

  it('keep the buffer before and after bookings', () => {
    const search = { ...tuesday(window('08:00', '14:00', { bufferTime: 30 })), busy: [busy('11:00', '11:30')] };
    expect(times({ ...search, busy: [] })).toEqual(['08:00', '09:30', '11:00', '12:30']);
    expect(times(search)).toEqual(['08:00', '09:30', '12:30']);
    expect(times({ ...search, busy: [busy('10:59', '11:30')] })).toEqual(['08:00', '12:30']);
    expect(times({ ...search, busy: [busy('11:00', '12:01')] })).toEqual(['08:00', '09:30']);
  });

  it('keep the buffer of a booking if it is longer', () => {
    const search = tuesday(window('09:00', '13:00', { bufferTime: 0 }));
    const other = busy('10:00', '11:00', { sessionTypeId: 'type2', bufferMinutes: 30 });
    expect(times({ ...search, busy: [other] })).toEqual(['12:00']);
    expect(times({ ...search, busy: [{ ...other, bufferMinutes: 0 }] })).toEqual(['09:00', '11:00', '12:00']);
    const longer = { ...window('08:00', '14:00', { bufferTime: 30 }) };
    expect(times({ ...tuesday(longer), busy: [{ ...other, bufferMinutes: 15 }] })).toEqual(['08:00', '12:30']);
  });

  it('keep the longer buffer of two plans at the same time', () => {
    const long = { ...PLAN, id: 'plan2', bufferTime: 30, timeSlots: [{ start: '11:00', end: '12:00' }] };
    const search = tuesday({ plans: [PLAN, long] });
    expect(times({ ...search, busy: [busy('10:00', '10:40')] })).toEqual(['09:00']);
    expect(times({ ...search, busy: [busy('12:00', '13:00')] })).toEqual(['09:00', '10:00']);
  });

  it('share a start time regardless of its buffer', () => {
    const type = { id: 'type1', duration: 60, maxClients: 2 };
    const one = busy('10:00', '11:00', { sessionTypeId: 'type1', bufferMinutes: 30 });
    expect(times(tuesday({ type, busy: [one] }))).toEqual(['10:00']);
  });

  it('keep the buffer across midnight', () => {
    const search = tuesday(window('00:30', '24:00', { bufferTime: 120 }));
    const nextDay = {
      ...busy('00:00', '00:00'),
      start: at('24:00') + 29 * MINUTE_MS,
      end: at('24:00') + 90 * MINUTE_MS,
    };
    const dayBefore = { ...nextDay, start: at('00:00') - 90 * MINUTE_MS, end: at('00:00') - 59 * MINUTE_MS };
    expect(times(search)).toEqual(['00:30', '03:30', '06:30', '09:30', '12:30', '15:30', '18:30', '21:30']);
    expect(times({ ...search, busy: [dayBefore] })).toEqual(times(search).slice(1));
    expect(times({ ...search, busy: [nextDay] })).toEqual(times(search).slice(0, -1));
  });

  it('are shared by clients of one type up to their capacity', () => {
    const type = { id: 'type1', duration: 60, maxClients: 3 };
    const one = busy('10:00', '11:00', { sessionTypeId: 'type1' });
    expect(freeSlots(tuesday({ type, busy: [one] })).map(({ seatsLeft }) => seatsLeft)).toEqual([3, 2, 3]);
    expect(times(tuesday({ type, busy: [one, { ...one, seats: 2 }] }))).toEqual(['09:00', '11:00']);
    expect(times(tuesday({ type, busy: [{ ...one, sessionTypeId: 'type2' }] }))).toEqual(['09:00', '11:00']);
    expect(times(tuesday({ type, busy: [{ ...one, start: at('10:30') }] }))).toEqual(['09:00', '11:00']);
  });

  it('ignore sessions of another photographer', () => {
    const type = { id: 'type1', duration: 60, maxClients: 1, photographerId: 'ana' };
    const taken = busy('10:00', '11:00', { photographerId: 'ben' });
    expect(times(tuesday({ type, busy: [taken] }))).toHaveLength(3);
    expect(times(tuesday({ type, busy: [{ ...taken, photographerId: 'ana' }] }))).toHaveLength(2);
    expect(times(tuesday({ type, busy: [{ ...taken, photographerId: null }] }))).toHaveLength(2);
    expect(times(tuesday({ busy: [taken] }))).toHaveLength(2);
  });

  it('stop at the plan’s maximum bookings per day', () => {
    const plans = [{ ...PLAN, maxBookingsPerDay: 2 }];
    const booked = busy('18:00', '19:00', { sessionTypeId: 'type1' });
    const yesterday = { ...booked, start: booked.start - DAY_MS, end: booked.end - DAY_MS };
    expect(times(tuesday({ plans, busy: [booked, yesterday] }))).toHaveLength(3);
    expect(times(tuesday({ plans, busy: [booked, { ...booked, sessionTypeId: 'type2' }] }))).toHaveLength(3);
    expect(times(tuesday({ plans, busy: [booked, booked] }))).toEqual([]);
  });

  it('are returned once if two plans offer them', () => {
    const plans = [{ ...PLAN, id: 'plan2', location: 'Beach' }, PLAN];
    expect(freeSlots(tuesday({ plans })).map(({ location }) => location)).toEqual(['Studio', 'Studio', 'Studio']);
  });

  it('start after the minimum notice and within the horizon', () => {
    const now = at('09:30');
    expect(times(tuesday({ now, rules: { minNoticeMinutes: 30, horizonDays: 0 } }))).toEqual(['10:00', '11:00']);
    expect(times(tuesday({ now, rules: { minNoticeMinutes: 31, horizonDays: 0 } }))).toEqual(['11:00']);
    expect(times(tuesday({ rules: { minNoticeMinutes: 0, horizonDays: 0 } }))).toEqual([]);
    expect(times(tuesday({ rules: { minNoticeMinutes: 0, horizonDays: 1 } }))).toHaveLength(3);
  });

  it('are empty on a locked day', () => {
    expect(times(tuesday({ lockedDays: ['2026-11-24'] }))).toEqual([]);
    expect(times(tuesday({ lockedDays: ['2026-11-23', '2026-11-25'] }))).toHaveLength(3);
  });
});

describe('a long search', () => {
  const type = { id: 'type1', duration: 1, maxClients: 1 };

  it('stops after two months', () => {
    const search = tuesday();
    expect(freeSlots({ ...search, to: search.from + 80 * DAY_MS })).toHaveLength(62 * 3);
  });

  it('returns whole days, up to two thousand slots at a time, until the end', () => {
    const search = tuesday({ ...window('00:00', '24:00'), type });
    const first = firstFreeSlots({ ...search, to: search.from + 3 * DAY_MS });
    expect(first.slots).toHaveLength(24 * 60);
    expect(first.until).toBe(search.from + DAY_MS);
    expect(firstFreeSlots({ ...search, from: search.from + DAY_MS })).toEqual({ slots: [], until: search.to });
    expect(firstFreeSlots({ ...search, to: search.from + 80 * DAY_MS }).until).toBe(first.until);
  });

  it('is complete when continued, also for a month of five-minute sessions', () => {
    const march = onDay('2027-03-01', 'Europe/Madrid', {
      ...window('09:00', '17:00', { daysOfWeek: [1, 2, 3, 4, 5] }),
      type: { ...type, duration: 5 },
      to: endOfDay('2027-03-31', 'Europe/Madrid') + 1,
    });
    const slots: Slot[] = [];
    const answers: number[] = [];
    for (let from = march.from; from < march.to;) {
      const answer = firstFreeSlots({ ...march, from });
      slots.push(...answer.slots);
      answers.push(answer.slots.length);
      from = answer.until;
    }
    expect(answers).toEqual([20 * 96, 3 * 96]);
    expect(Math.max(...answers)).toBeLessThanOrEqual(MAX_SLOTS);
    expect(slots).toEqual(freeSlots(march));
    expect(new Set(slots.map(({ start }) => new Date(start).getUTCDate()))).toContain(31);
  });

  it('stops at the requested end, and after two months', () => {
    const search = tuesday();
    expect(firstFreeSlots(search).until).toBe(search.to);
    expect(firstFreeSlots({ ...search, to: search.from + 80 * DAY_MS }).until).toBe(search.from + 62 * DAY_MS);
    const over = { ...search, rules: { minNoticeMinutes: 0, horizonDays: 0 } };
    expect(firstFreeSlots(over)).toEqual({ slots: [], until: search.to });
  });

  it('continues to the horizon for the next free slots', () => {
    const search = tuesday({ rules: { minNoticeMinutes: 0, horizonDays: 200 } });
    const taken = { ...busy('00:00', '24:00'), end: search.from + 150 * DAY_MS };
    const next = nextFreeSlots({ ...search, busy: [taken] }, 2);
    expect(next.map(({ start }) => start)).toEqual([
      at('09:00') + 150 * DAY_MS - HOUR_MS,
      at('10:00') + 150 * DAY_MS - HOUR_MS,
    ]);
    expect(nextFreeSlots({ ...search, rules: { minNoticeMinutes: 0, horizonDays: 149 }, busy: [taken] }, 2)).toEqual(
      [],
    );
  });
});

describe('a night', () => {
  /** Tuesdays from 22:00 until 02:00 on Wednesday. */
  const night = (overrides: Partial<SchedulePlan> = {}) => window('22:00', '02:00', { daysOfWeek: [2], ...overrides });
  const wednesday = (overrides: Partial<SlotSearch> = {}) => onDay('2026-11-25', 'Europe/Madrid', overrides);
  const after = (hours: number) => at('22:00') + hours * HOUR_MS;
  const booked = (hours: number) => ({
    ...busy('00:00', '00:00'),
    sessionTypeId: 'type1',
    start: after(hours),
    end: after(hours + 1),
  });

  it('continues after midnight although the plan excludes that day', () => {
    expect(times(tuesday(night()))).toEqual(['22:00', '23:00']);
    expect(times(wednesday(night()))).toEqual(['00:00', '01:00']);
    expect(times(wednesday(night({ endDate: startOfDay('2026-11-24', 'Europe/Madrid') })))).toEqual(['00:00', '01:00']);
    expect(times(tuesday(night({ startDate: startOfDay('2026-11-25', 'Europe/Madrid') })))).toEqual([]);
    expect(times(wednesday(night({ startDate: startOfDay('2026-11-25', 'Europe/Madrid') })))).toEqual([]);
  });

  it('has sessions that cross midnight', () => {
    const type = { id: 'type1', duration: 90, maxClients: 1 };
    expect(times(tuesday({ ...night(), type }))).toEqual(['22:00', '23:30']);
    expect(times(wednesday({ ...night(), type }))).toEqual([]);
  });

  it('counts bookings on the day on which it begins', () => {
    const overrides = night({ maxBookingsPerDay: 2 });
    expect(times(wednesday({ ...overrides, busy: [booked(0)] }))).toEqual(['00:00', '01:00']);
    expect(times(wednesday({ ...overrides, busy: [booked(0), booked(1)] }))).toEqual([]);
    expect(times(tuesday({ ...overrides, busy: [booked(2), booked(3)] }))).toEqual([]);
    const daily = night({ maxBookingsPerDay: 2, daysOfWeek: [2, 3] });
    expect(times(wednesday({ ...daily, busy: [booked(2), booked(3)] }))).toEqual(['22:00', '23:00']);
    expect(times(wednesday({ ...daily, busy: [booked(24), booked(25)] }))).toEqual(['00:00', '01:00']);
  });

  it('is closed if its first day is locked, and stops at a locked next day', () => {
    expect(times(tuesday({ ...night(), lockedDays: ['2026-11-24'] }))).toEqual([]);
    expect(times(wednesday({ ...night(), lockedDays: ['2026-11-24'] }))).toEqual([]);
    expect(times(tuesday({ ...night(), lockedDays: ['2026-11-25'] }))).toEqual(['22:00', '23:00']);
    expect(times(wednesday({ ...night(), lockedDays: ['2026-11-25'] }))).toEqual([]);
    const type = { id: 'type1', duration: 90, maxClients: 1 };
    expect(times(tuesday({ ...night(), type, lockedDays: ['2026-11-25'] }))).toEqual(['22:00']);
  });

  it('offers a time once if the next day has it as well', () => {
    const plans = [
      { ...PLAN, ...night().plans![0]!, id: 'plan2' },
      { ...PLAN, timeSlots: [{ start: '00:30', end: '02:30' }] },
    ];
    expect(times(wednesday({ plans }))).toEqual(['00:00', '00:30', '01:00', '01:30']);
    const same = [
      { ...PLAN, ...night().plans![0]!, id: 'plan2' },
      { ...PLAN, timeSlots: [{ start: '00:00', end: '02:00' }] },
    ];
    expect(freeSlots(wednesday({ plans: same })).map(({ planId }) => planId)).toEqual(['plan1', 'plan1']);
  });
});
