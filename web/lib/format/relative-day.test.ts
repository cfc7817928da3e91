import { describe, expect, it } from 'vitest';
import { groupByDay, relativeDay } from './relative-day.ts';

const ZONE = 'Europe/Madrid';

describe('groupByDay', () => {
  it('groups events by the days of the zone', () => {
    const at = (text: string) => ({ at: Date.parse(text) });
    const days = groupByDay([at('2026-11-21T10:00:00Z'), at('2026-11-20T23:30:00Z'), at('2026-11-20T22:30:00Z')], ZONE);
    expect(days.map(({ date, events }) => [date, events.length])).toEqual([
      ['2026-11-21', 2],
      ['2026-11-20', 1],
    ]);
  });
});

describe('relativeDay', () => {
  it('names today and yesterday by the clock of the zone', () => {
    const near = (date: string, now: string) => relativeDay(date, Date.parse(now), ZONE);
    expect(near('2026-11-21', '2026-11-20T23:30:00Z')).toBe('today');
    expect(near('2026-11-20', '2026-11-20T23:30:00Z')).toBe('yesterday');
    expect(near('2026-11-19', '2026-11-20T23:30:00Z')).toBeNull();
    // A day of 25 hours lies between.
    expect(near('2026-10-25', '2026-10-26T22:30:00Z')).toBe('yesterday');
  });
});
