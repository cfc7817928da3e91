import { describe, expect, it } from 'vitest';
import { localDay, planOccurrences } from './plan-occurrences.ts';
import type { SchedulePlan } from './schedule-plans.ts';

const PLAN: SchedulePlan = {
  id: 'plan1',
  sessionTypeId: 'type1',
  startDate: 0,
  endDate: null,
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  timeSlots: [],
  location: '',
  locationId: null,
  maxBookingsPerDay: 1,
  bufferTime: 0,
  isActive: true,
};
/** Start times of the occurrences, in UTC. */
const utcTimes = (zone: string, date: string, start: string, end: string, duration: number, bufferTime = 0) =>
  [...planOccurrences({ ...PLAN, timeSlots: [{ start, end }], bufferTime }, localDay(date, zone), duration)].map(
    (time) => new Date(time.start).toISOString().slice(0, 16),
  );

describe('occurrences at clock changes', () => {
  // Zone, day, window, minutes; starts in UTC. A skipped time has no slot, a repeated time has one, the first.
  it.each([
    ['forward', 'Europe/Madrid', '2026-03-29', '01:00', '05:00', 60, ['00:00', '01:00', '02:00']],
    ['forward', 'Europe/Madrid', '2026-03-29', '01:30', '06:00', 90, ['00:30', '02:30']],
    ['forward', 'Europe/Madrid', '2026-03-29', '01:00', '02:30', 90, []],
    ['forward', 'Europe/Madrid', '2026-03-29', '01:00', '02:30', 60, ['00:00']],
    ['forward', 'Europe/Madrid', '2026-03-29', '01:00', '02:00', 60, ['00:00']],
    ['forward', 'Europe/Madrid', '2026-03-29', '22:00', '24:00', 60, ['20:00', '21:00']],
    ['back', 'Europe/Madrid', '2026-10-25', '01:00', '05:00', 60, ['23:00', '00:00', '02:00', '03:00']],
    ['back', 'Europe/Madrid', '2026-10-25', '02:00', '03:00', 60, ['00:00']],
    [
      'forward by half an hour',
      'Australia/Lord_Howe',
      '2026-10-04',
      '01:00',
      '04:00',
      30,
      ['14:30', '15:00', '15:30', '16:00', '16:30'],
    ],
    [
      'back by half an hour',
      'Australia/Lord_Howe',
      '2026-04-05',
      '01:00',
      '03:00',
      30,
      ['14:00', '14:30', '15:30', '16:00'],
    ],
    ['forward at midnight', 'America/Sao_Paulo', '2018-11-04', '00:00', '03:00', 60, ['03:00', '04:00']],
    ['back at midnight', 'America/Sao_Paulo', '2018-02-17', '22:00', '24:00', 60, ['00:00', '01:00']],
    // Nights during or before a clock change.
    [
      'forward in the night',
      'Europe/Madrid',
      '2026-03-28',
      '22:00',
      '04:00',
      60,
      ['21:00', '22:00', '23:00', '00:00', '01:00'],
    ],
    ['forward before the night', 'Europe/Madrid', '2026-03-29', '23:00', '01:00', 60, ['21:00', '22:00']],
    [
      'back in the night',
      'Europe/Madrid',
      '2026-10-24',
      '23:00',
      '04:00',
      60,
      ['21:00', '22:00', '23:00', '00:00', '02:00'],
    ],
    ['forward at midnight', 'America/Sao_Paulo', '2018-11-03', '22:00', '02:00', 60, ['01:00', '02:00', '03:00']],
    ['at no time', 'Europe/Madrid', '2026-11-24', '22:00', '02:00', 90, ['21:00', '22:30']],
    ['back for Ramadan', 'Africa/Casablanca', '2026-02-15', '01:00', '04:00', 60, ['00:00', '01:00', '03:00']],
  ] as const)('are right for %s in %s on %s, %s to %s, %d minutes', (_, zone, date, start, end, duration, expected) => {
    const times = utcTimes(zone, date, start, end, duration);
    expect(times.map((time) => time.slice(11))).toEqual(expected);
  });

  it('keep the buffer when the clock change hides the overlap', () => {
    expect(utcTimes('Europe/Madrid', '2026-03-29', '01:00', '06:00', 60, 60)).toEqual([
      '2026-03-29T00:00',
      '2026-03-29T03:00',
    ]);
  });

  it('are none on the day that Apia skipped', () => {
    const onDay = (date: string) => utcTimes('Pacific/Apia', date, '10:00', '11:00', 60);
    expect(onDay('2011-12-29')).toEqual(['2011-12-29T20:00']);
    expect(onDay('2011-12-30')).toEqual([]);
    expect(onDay('2011-12-31')).toEqual(['2011-12-30T20:00']);
    expect(utcTimes('Pacific/Apia', '2011-12-29', '23:00', '24:00', 60)).toEqual(['2011-12-30T09:00']);
    // Neither the night after it nor a night that extends into it has an occurrence.
    expect(utcTimes('Pacific/Apia', '2011-12-30', '23:00', '02:00', 60)).toEqual([]);
    expect(utcTimes('Pacific/Apia', '2011-12-29', '23:00', '02:00', 60)).toEqual(['2011-12-30T09:00']);
  });
});
