import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../values/durations.ts';
import { DEFAULT_BOOKING_RULES } from './booking.ts';
import { busySpans } from './session-conflicts.ts';
import { bookingFaults, typeState } from './type-state.ts';

const NOW = Date.UTC(2026, 10, 26, 9);
const TODAY = Date.UTC(2026, 10, 26);

const plan = {
  id: 'p',
  sessionTypeId: 't',
  startDate: TODAY,
  endDate: null,
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  timeSlots: [{ start: '10:00', end: '11:00' }],
  location: '',
  locationId: null,
  maxBookingsPerDay: 1,
  bufferTime: 0,
  isActive: true,
};
const type = {
  id: 't',
  duration: 60,
  maxClients: 1,
  photographerId: null,
  isBookable: true,
  archivedAt: null as number | null,
  plans: [plan],
};
const rules = { ...DEFAULT_BOOKING_RULES, isOpen: true, minNoticeMinutes: 0, horizonDays: 2 };
const studio = { rules, lockedDays: [] as string[], zone: 'UTC', now: NOW, busy: [] };
const session = {
  duration: 60,
  sessionTypeId: 't',
  photographerId: null,
};
const taken = (status: 'scheduled' | 'cancelled', days: readonly number[]) =>
  busySpans(
    days.map((day) => ({ ...session, id: String(day), status, date: TODAY + day * DAY_MS + 10 * HOUR_MS })),
    [type],
    'UTC',
  );

describe('a session type', () => {
  test.each([
    ['is bookable with a free time', {}, {}, { state: 'bookable' }],
    ['is archived before all else', { archivedAt: NOW, isBookable: false }, {}, { state: 'archived' }],
    ['is closed while it is not offered', { isBookable: false }, {}, { state: 'closed', why: 'notOffered' }],
    [
      'is closed while the studio takes no bookings',
      { plans: [] },
      { rules: { ...rules, isOpen: false } },
      { state: 'closed', why: 'bookingOff' },
    ],
    ['has no times without a schedule', { plans: [] }, {}, { state: 'noTimes', why: 'noSchedule' }],
    [
      'has no times while its schedules are off',
      { plans: [{ ...plan, isActive: false }] },
      {},
      { state: 'noTimes', why: 'scheduleOff' },
    ],
    [
      'has no days once its schedules are over',
      { plans: [{ ...plan, startDate: TODAY - 9 * DAY_MS, endDate: TODAY - DAY_MS }] },
      {},
      { state: 'noTimes', why: 'noDays' },
    ],
    [
      'has no days before its schedule is within the horizon',
      { plans: [{ ...plan, startDate: TODAY + 3 * DAY_MS }] },
      {},
      { state: 'noTimes', why: 'noDays' },
    ],
    [
      'has no days while all are blocked',
      {},
      { lockedDays: ['2026-11-26', '2026-11-27', '2026-11-28'] },
      { state: 'noTimes', why: 'noDays' },
    ],
    [
      'has no days if its windows are shorter than a session',
      { duration: 90 },
      {},
      { state: 'noTimes', why: 'noDays' },
    ],
    [
      'is full once all times are taken',
      {},
      { busy: taken('scheduled', [0, 1, 2]) },
      { state: 'noTimes', why: 'full' },
    ],
    ['is bookable while one day is free', {}, { busy: taken('scheduled', [0, 2]) }, { state: 'bookable' }],
    ['is bookable at times of cancelled sessions', {}, { busy: taken('cancelled', [0, 1, 2]) }, { state: 'bookable' }],
  ] as const)('%s', (_what, ofType, ofStudio, expected) => {
    expect(typeState({ ...type, ...ofType }, { ...studio, ...ofStudio })).toEqual(expected);
  });
});

describe('faults of booking', () => {
  const withState = (over: object, isOpen = true) => {
    const one = { ...type, ...over };
    return { type: one, state: typeState(one, { ...studio, rules: { ...rules, isOpen } }) };
  };
  const faultsOf = (overs: readonly object[], isOpen = true) =>
    bookingFaults(
      overs.map((over) => withState(over, isOpen)),
      { isOpen },
    ).map(({ fault }) => fault);

  test.each([
    ['are none while every offered type has times', [{}, { isBookable: false }], true, []],
    ['are none where nothing is offered and booking is off', [{ isBookable: false }], false, []],
    ['name the switch, once, while types are offered', [{}, { plans: [] }], false, ['off']],
    ['say that nothing is offered while booking is on', [{ archivedAt: NOW }], true, ['nothing']],
    ['name each offered type without times', [{}, { plans: [] }], true, ['noSchedule']],
  ] as const)('%s', (_what, overs, isOpen, expected) => {
    expect(faultsOf(overs, isOpen)).toEqual(expected);
  });

  test('leave out a type whose times are all taken', () => {
    const full = typeState(type, { ...studio, busy: taken('scheduled', [0, 1, 2]) });
    expect(bookingFaults([{ type, state: full }], rules)).toEqual([]);
  });
});
