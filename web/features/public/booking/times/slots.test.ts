import { describe, expect, it } from 'vitest';
import type { PublicSlot } from '#core/api/booking.ts';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { dateInZone, dayToShow, seatsLeftIfFew, slotsByDay, takenSlots, withHeldSlot } from './slots.ts';

const at = (iso: string, seatsLeft = 1): PublicSlot => {
  const start = Date.parse(iso);
  return { start, end: start + HOUR_MS, seatsLeft, place: '' };
};

describe('slotsByDay', () => {
  it('groups by the days of the shown zone', () => {
    const late = Date.parse('2026-11-27T23:30:00Z');
    expect(dateInZone(late, 'Europe/Madrid')).toBe('2026-11-28');
    expect(dateInZone(late, 'America/New_York')).toBe('2026-11-27');
  });

  it('sorts slots whatever their order in the answer', () => {
    const [nine, ten, next] = [at('2026-11-27T09:00Z'), at('2026-11-27T10:00Z'), at('2026-11-28T09:00Z')];
    const days = slotsByDay([next, ten, nine], 'UTC');
    expect([...days]).toEqual([
      ['2026-11-27', [nine, ten]],
      ['2026-11-28', [next]],
    ]);
  });
});

describe('withHeldSlot', () => {
  const [free, slot] = [at('2026-11-27T09:00Z'), at('2026-11-27T10:00Z')];
  const now = Date.parse('2026-11-26T12:00Z');
  const loadedMonths = (askedAt: number, slots = [free]) => new Map([['2026-11', { slots, askedAt }]]);
  const held = { slot, until: now + 15 * MINUTE_MS };

  it('adds the held slot once while it is held', () => {
    expect(withHeldSlot(loadedMonths(now), held, now)).toEqual([free, slot]);
    expect(withHeldSlot(loadedMonths(now, [free, slot]), held, now)).toEqual([free, slot]);
    expect(withHeldSlot(loadedMonths(held.until), held, held.until)).toEqual([free]);
    expect(withHeldSlot(loadedMonths(now), null, now)).toEqual([free]);
    expect(withHeldSlot(new Map(), held, now)).toEqual([]);
  });

  it('adds a released slot to earlier answers only', () => {
    const released = { ...held, givenAt: now };
    expect(withHeldSlot(loadedMonths(now - 1), released, now)).toEqual([free, slot]);
    // The release may arrive after the request.
    expect(withHeldSlot(loadedMonths(now + 1), released, now)).toEqual([free, slot]);
    expect(withHeldSlot(loadedMonths(now + MINUTE_MS), released, now + MINUTE_MS)).toEqual([free]);
  });

  it('omits a released slot that has begun', () => {
    const released = { ...held, until: slot.start + MINUTE_MS, givenAt: slot.start };
    expect(withHeldSlot(loadedMonths(slot.start - 1), released, slot.start - 1)).toEqual([free, slot]);
    expect(withHeldSlot(loadedMonths(slot.start - 1), released, slot.start)).toEqual([free]);
  });
});

describe('takenSlots', () => {
  const [begun, kept, gone, held] = ['08:00', '09:00', '10:00', '11:00'].map((time) => at(`2026-11-27T${time}Z`));
  const now = begun!.start + 1;
  const month = (slots: readonly PublicSlot[]) => new Map([['2026-11', { slots, askedAt: now }]]);

  it('returns later slots that the new answer lacks, without this visitor’s own', () => {
    const before = month([begun!, kept!, gone!, held!]);
    expect(takenSlots(before, month([kept!]), { slot: held!, until: now + MINUTE_MS }, now)).toEqual([gone!.start]);
    expect(takenSlots(before, month([kept!]), null, now)).toEqual([gone!.start, held!.start]);
  });

  it('knows nothing about months that only one answer covers', () => {
    expect(takenSlots(month([gone!]), new Map(), null, now)).toEqual([]);
    expect(takenSlots(new Map(), month([gone!]), null, now)).toEqual([]);
  });
});

describe('dayToShow', () => {
  const days = ['2026-11-20', '2026-11-24', '2026-11-27'];
  it.each([
    [null, '2026-11-20'],
    ['2026-11-24', '2026-11-24'],
    ['2026-11-25', '2026-11-27'],
    ['2026-11-30', '2026-11-27'],
    ['2026-10-30', '2026-11-20'],
  ])('for the chosen day %s returns %s', (chosen, day) => expect(dayToShow(days, chosen)).toBe(day));

  it('returns null for a month without free days', () => expect(dayToShow([], '2026-11-24')).toBeNull());
});

describe('seatsLeftIfFew', () => {
  it('returns null for sessions with one seat', () => {
    const slots = [at('2026-11-27T09:00Z'), at('2026-11-27T10:00Z')];
    expect(seatsLeftIfFew(slots[0]!, slots)).toBeNull();
  });

  it('returns the last three seats of a session with several', () => {
    const slots = [at('2026-11-27T09:00Z', 1), at('2026-11-27T10:00Z', 3), at('2026-11-27T11:00Z', 4)];
    expect(slots.map((slot) => seatsLeftIfFew(slot, slots))).toEqual([1, 3, null]);
  });
});
