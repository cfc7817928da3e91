import { describe, expect, it } from 'vitest';
import { findConflicts } from './session-conflicts.ts';
import type { BusySession } from './session-conflicts.ts';
import type { SchedulePlan } from '../slots/schedule-plans.ts';

const at = (time: string, date = '2026-11-24') => Date.parse(`${date}T${time}:00+01:00`);
const busy = (id: string, start: string, end: string, more: Partial<BusySession> = {}): BusySession => ({
  id,
  start: at(start),
  end: at(end),
  sessionTypeId: 'type1',
  photographerId: null,
  ...more,
});
/** Every day of the year. */
const PLAN: SchedulePlan = {
  id: 'plan',
  sessionTypeId: 'type1',
  startDate: at('00:00', '2026-01-01'),
  endDate: null,
  daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
  timeSlots: [{ start: '09:00', end: '12:00' }],
  location: '',
  locationId: null,
  maxBookingsPerDay: 10,
  bufferTime: 0,
  isActive: true,
};
const typeOf = (maxClients: number, ...plans: Partial<SchedulePlan>[]) => ({
  type: { maxClients, plans: plans.map((plan) => ({ ...PLAN, ...plan })) },
});
const rules = { lockedDays: [], zone: 'Europe/Madrid' };
const inTheWay = (session: BusySession, others: BusySession[], more = {}) =>
  findConflicts(session, others, { ...rules, ...more }).sessions.map(({ id }) => id);

describe('findConflicts', () => {
  const session = busy('moved', '10:00', '11:00');

  it('returns overlapping sessions in order of time, without itself', () => {
    const others = [
      busy('later', '10:59', '12:00'),
      busy('earlier', '09:00', '10:01'),
      busy('before', '09:00', '10:00'),
      busy('after', '11:00', '12:00'),
      session,
    ];
    expect(inTheWay(session, others)).toEqual(['earlier', 'later']);
    expect(inTheWay(session, others, typeOf(1, { bufferTime: 1 }))).toEqual(['before', 'earlier', 'later', 'after']);
  });

  it('applies the longest buffer of the day’s plans', () => {
    const after = busy('after', '11:10', '12:00');
    const tuesdays = { bufferTime: 20, daysOfWeek: [2] };
    expect(inTheWay(session, [after], typeOf(1, {}, tuesdays))).toEqual(['after']);
    expect(inTheWay(session, [after], typeOf(1, { bufferTime: 5 }, tuesdays))).toEqual(['after']);
    expect(inTheWay(session, [after], typeOf(1, { bufferTime: 20, daysOfWeek: [3] }))).toEqual([]);
    expect(inTheWay(session, [after], typeOf(1, { bufferTime: 20, isActive: false }, {}))).toEqual([]);
    expect(inTheWay(session, [after], typeOf(1, { bufferTime: 20, endDate: at('00:00', '2026-11-01') }))).toEqual([]);
  });

  it('applies the session’s own buffer before and after it', () => {
    const [before, after] = [busy('before', '09:00', '09:40'), busy('after', '11:20', '12:00')];
    const asking = [before, after].map((other) => ({ ...other, sessionTypeId: 'type2', bufferMinutes: 30 }));
    expect(inTheWay(session, [before, after], typeOf(1, {}))).toEqual([]);
    expect(inTheWay(session, asking, typeOf(1, {}))).toEqual(['before', 'after']);
    expect(inTheWay(session, asking)).toEqual(['before', 'after']);
    const short = asking.map((other) => ({ ...other, bufferMinutes: 20 }));
    expect(inTheWay(session, short, typeOf(1, { bufferTime: 10 }))).toEqual([]);
    expect(inTheWay(session, short, typeOf(1, { bufferTime: 21 }))).toEqual(['before', 'after']);
  });

  it('applies the buffer of the previous night until the night ends', () => {
    const night = { bufferTime: 20, daysOfWeek: [1], timeSlots: [{ start: '22:00', end: '02:00' }] };
    const early = busy('moved', '00:30', '01:30');
    const late = busy('moved', '02:00', '03:00');
    expect(inTheWay(early, [busy('after', '01:40', '02:30')], typeOf(1, night))).toEqual(['after']);
    expect(inTheWay(late, [busy('after', '03:10', '04:00')], typeOf(1, night))).toEqual([]);
  });

  it('ignores sessions of another photographer', () => {
    const ana = busy('moved', '10:00', '11:00', { photographerId: 'ana' });
    const other = busy('other', '10:30', '11:30', { photographerId: 'ben' });
    expect(inTheWay(ana, [other])).toEqual([]);
    expect(inTheWay(ana, [{ ...other, photographerId: null }])).toEqual(['other']);
    expect(inTheWay(session, [other])).toEqual(['other']);
  });

  it('counts sessions of a shared slot only beyond its capacity', () => {
    const group = [busy('a', '10:00', '11:00'), busy('b', '10:00', '11:00')];
    expect(inTheWay(session, group, typeOf(3))).toEqual([]);
    expect(inTheWay(session, group, typeOf(2))).toEqual(['a', 'b']);
    expect(inTheWay(session, group)).toEqual(['a', 'b']);
    expect(inTheWay(session, [busy('c', '10:00', '11:00', { sessionTypeId: 'type2' })], typeOf(3))).toEqual(['c']);
    expect(inTheWay(session, [busy('d', '10:00', '11:00', { seats: 3 })], typeOf(3))).toEqual(['d']);
  });

  it('returns locked days that the session starts on or extends into', () => {
    const night = { ...session, start: at('22:00'), end: at('00:30', '2026-11-25') };
    const lockedDays = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
    expect(findConflicts(night, [], { ...rules, lockedDays }).lockedDays).toEqual(['2026-11-24', '2026-11-25']);
    const untilMidnight = { ...night, end: at('00:00', '2026-11-25') };
    expect(findConflicts(untilMidnight, [], { ...rules, lockedDays }).lockedDays).toEqual(['2026-11-24']);
  });
});
