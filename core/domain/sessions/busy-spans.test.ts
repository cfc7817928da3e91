import { expect, it } from 'vitest';
import { SESSION_STATUSES, type SessionStatus } from './sessions.ts';
import type { SchedulePlan } from '../slots/schedule-plans.ts';
import { busySpans } from './session-conflicts.ts';

const ZONE = 'Europe/Madrid';
const date = Date.parse('2026-11-24T09:00:00+01:00');
const session = (status: SessionStatus, sessionTypeId: string | null = 'type1') => ({
  id: status,
  date,
  duration: 60,
  sessionTypeId,
  photographerId: null,
  status,
});

it('blocks the time of every session except cancelled and declined ones', () => {
  const busy = busySpans(
    SESSION_STATUSES.map((status) => session(status)),
    [],
    ZONE,
  );
  expect(busy.map(({ id }) => id)).toEqual(['inquiry', 'scheduled', 'confirmed', 'completed', 'no_show']);
});

it('adds the buffer time of the plans of each session type', () => {
  const plan = (sessionTypeId: string, bufferTime: number): SchedulePlan => ({
    id: `plan of ${sessionTypeId}`,
    sessionTypeId,
    startDate: 0,
    endDate: null,
    daysOfWeek: [2],
    timeSlots: [{ start: '09:00', end: '12:00' }],
    location: '',
    locationId: null,
    maxBookingsPerDay: 1,
    bufferTime,
    isActive: true,
  });
  const types = [{ plans: [plan('type1', 30)] }, { plans: [plan('type2', 5)] }];
  const sessions = [session('scheduled'), session('confirmed', 'type2'), session('inquiry', null)];
  expect(busySpans(sessions, types, ZONE).map(({ bufferMinutes }) => bufferMinutes)).toEqual([30, 5, undefined]);
});
