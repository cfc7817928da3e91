import { describe, expect, it } from 'vitest';
import type { SchedulePlan } from '#core/domain/slots/schedule-plans.ts';
import { hasMore, previewDays } from './use-preview.ts';

const zone = 'Europe/Madrid';
const now = Date.parse('2026-11-24T08:00:00+01:00');
const plan: SchedulePlan = {
  id: 'plan',
  sessionTypeId: 'type',
  startDate: Date.parse('2026-11-24T00:00:00+01:00'),
  endDate: null,
  daysOfWeek: [2],
  timeSlots: [{ start: '09:00', end: '11:00' }],
  location: '',
  locationId: null,
  maxBookingsPerDay: 5,
  bufferTime: 0,
  isActive: true,
};
const search = {
  zone,
  now,
  rules: { minNoticeMinutes: 0, horizonDays: 90 },
  lockedDays: ['2026-12-01'],
  type: { id: 'type', duration: 60, maxClients: 1 },
  plans: [plan],
  busy: [],
};

describe('previewDays', () => {
  it('groups free slots by day across several search spans', () => {
    const days = previewDays(search, 10, zone);
    expect(days).toHaveLength(9);
    expect(days[0]?.date).toBe('2026-11-24');
    expect(days[1]?.date).toBe('2026-12-08');
    expect(days.at(-1)?.date).toBe('2027-01-26');
    expect(days.every(({ slots }) => slots.length === 2)).toBe(true);
    expect(days[0]?.slots[0]?.start).toBe(Date.parse('2026-11-24T09:00:00+01:00'));
  });

  it('groups by the days of the viewer’s zone', () => {
    expect(previewDays(search, 1, 'Pacific/Kiritimati')[0]?.date).toBe('2026-11-24');
    expect(previewDays(search, 1, 'America/Los_Angeles')[0]?.date).toBe('2026-11-24');
    expect(previewDays(search, 1, 'America/Anchorage').map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-24']);
  });

  it('ends at the booking horizon', () => {
    expect(hasMore(search, 12)).toBe(true);
    expect(hasMore(search, 13)).toBe(false);
  });
});
