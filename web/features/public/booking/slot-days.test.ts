import { describe, expect, it } from 'vitest';
import type { PublicSlot } from '#core/api/booking.ts';
import { dayIn, fewSeats, slotsByDay, withGiven } from './slot-days.ts';

const at = (iso: string, seatsLeft = 1): PublicSlot => {
  const start = Date.parse(iso);
  return { start, end: start + 3_600_000, seatsLeft, place: '' };
};

describe('days of slots', () => {
  it('are those of the zone that is shown', () => {
    const late = Date.parse('2026-11-27T23:30:00Z');
    expect(dayIn(late, 'Europe/Madrid')).toBe('2026-11-28');
    expect(dayIn(late, 'America/New_York')).toBe('2026-11-27');
  });

  it('hold their slots in order, whatever order they came in', () => {
    const [nine, ten, next] = [at('2026-11-27T09:00Z'), at('2026-11-27T10:00Z'), at('2026-11-28T09:00Z')];
    const days = slotsByDay([next, ten, nine], 'UTC');
    expect([...days]).toEqual([
      ['2026-11-27', [nine, ten]],
      ['2026-11-28', [next]],
    ]);
  });

  it('include the slot that was given back, once', () => {
    const [free, given] = [at('2026-11-27T09:00Z'), at('2026-11-27T10:00Z')];
    expect(withGiven([free], given)).toEqual([free, given]);
    expect(withGiven([free, given], given)).toEqual([free, given]);
    expect(withGiven([free], null)).toEqual([free]);
  });
});

describe('fewSeats', () => {
  it('says nothing of sessions for one client alone', () => {
    const slots = [at('2026-11-27T09:00Z'), at('2026-11-27T10:00Z')];
    expect(fewSeats(slots[0]!, slots)).toBeNull();
  });

  it('counts the last three of a session for several', () => {
    const slots = [at('2026-11-27T09:00Z', 1), at('2026-11-27T10:00Z', 3), at('2026-11-27T11:00Z', 4)];
    expect(slots.map((slot) => fewSeats(slot, slots))).toEqual([1, 3, null]);
  });
});
