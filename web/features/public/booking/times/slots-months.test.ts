import { describe, expect, it } from 'vitest';
import type { PublicSlot } from '#core/api/booking.ts';
import { isMonthLoaded, monthSpan, monthsToLoad, shiftMonth, utcMonth } from './slots.ts';

const slot: PublicSlot = { start: 0, end: 1, seatsLeft: 1, place: '' };
const loaded = (months: Record<string, number>) =>
  new Map(
    Object.entries(months).map(([month, count]) => [month, { slots: Array<PublicSlot>(count).fill(slot), askedAt: 0 }]),
  );
const year = { first: '2026-11', last: '2027-10' };

describe('months', () => {
  it('roll over at the turn of the year', () => {
    expect(shiftMonth('2026-12', 1)).toBe('2027-01');
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
    expect(utcMonth(Date.UTC(2026, 11, 31, 23, 59))).toBe('2026-12');
    expect(monthSpan('2026-12')).toEqual({ from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 0, 1) });
  });
});

describe('monthsToLoad', () => {
  it('returns the shown month and its neighbours within the bookable range', () => {
    expect(monthsToLoad({ months: new Map(), ...year, shown: '2026-11' })).toEqual(['2026-11', '2026-12', '2027-01']);
    expect(monthsToLoad({ months: new Map(), ...year, shown: '2027-10' })).toEqual(['2027-09', '2027-10']);
    const months = loaded({ '2026-11': 3, '2026-12': 2, '2027-01': 0 });
    expect(monthsToLoad({ months, ...year, shown: '2026-11' })).toEqual([]);
    expect(monthsToLoad({ months, ...year, shown: '2026-12' })).toEqual(['2027-02']);
  });

  it('continues past empty months one at a time until a slot or the end of the range', () => {
    const empty = { '2026-11': 0, '2026-12': 0, '2027-01': 0 };
    expect(monthsToLoad({ months: loaded(empty), ...year, shown: '2026-11' })).toEqual(['2027-02']);
    const found = loaded({ ...empty, '2027-02': 0, '2027-03': 1 });
    expect(monthsToLoad({ months: found, ...year, shown: '2026-11' })).toEqual([]);
    expect(monthsToLoad({ months: loaded(empty), first: '2026-11', last: '2027-01', shown: '2026-11' })).toEqual([]);
  });
});

it('counts a month as loaded once its neighbours are, whose days may fall in it in another zone', () => {
  const shown = '2026-12';
  expect(isMonthLoaded({ months: loaded({ '2026-12': 1 }), ...year, shown })).toBe(false);
  expect(isMonthLoaded({ months: loaded({ '2026-11': 0, '2026-12': 1, '2027-01': 0 }), ...year, shown })).toBe(true);
  expect(isMonthLoaded({ months: loaded({ '2026-12': 1 }), first: '2026-12', last: '2026-12', shown })).toBe(true);
});
