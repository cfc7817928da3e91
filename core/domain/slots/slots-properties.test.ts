import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../tests/support/long.ts';
import { bookingOf, searches, TYPE } from '../../../tests/support/slot-searches.ts';
import { clock, dateAfter, isOn, midnight, planDate, startsOf } from '../../../tests/support/wall-clock.ts';
import { DAY_MS, MINUTE_MS } from '../values/durations.ts';
import { freeSlots, nextFreeSlots } from './slots.ts';
import type { Slot, SlotSearch } from './slots.ts';
import type { BusyTime } from './slot-rules.ts';

const starts = (slots: readonly Slot[]) => slots.map(({ start }) => start);
const planOfSlot = (search: SlotSearch, slot: Slot) => search.plans.find(({ id }) => id === slot.planId)!;

/** Counts the bookings of the type on the plan's day, including its night. */
function bookedBeside(search: SlotSearch, slot: Slot): number {
  const plan = planOfSlot(search, slot);
  const dateOf = (at: number) => planDate(plan, at, search.zone);
  const own = search.busy.filter(({ sessionTypeId }) => sessionTypeId === search.type.id);
  return own.filter(({ start }) => dateOf(start) === dateOf(slot.start)).length;
}

const RUNS = rounds(50, 400);

const holds = (check: (search: SlotSearch) => void) => fc.assert(fc.property(searches, check), { numRuns: RUNS });

describe('every free slot', () => {
  it('is an occurrence of its plan and as long as its type', () => {
    holds((search) => {
      for (const slot of freeSlots(search)) {
        const plan = planOfSlot(search, slot);
        const date = planDate(plan, slot.start, search.zone);
        expect(startsOf(plan, date, search.zone, search.type.duration)).toContain(slot.start);
        expect(slot.end - slot.start).toBe(search.type.duration * MINUTE_MS);
        expect(slot.location).toBe(plan.location);
        expect(plan.sessionTypeId).toBe(TYPE);
        expect(isOn(plan, date, search.zone)).toBe(true);
      }
    });
  });

  it('respects the requested range, notice, horizon and locked days', () => {
    holds((search) => {
      const { zone, now, rules } = search;
      const today = clock(now, zone).date;
      for (const slot of freeSlots(search)) {
        const { start, end } = slot;
        expect(start).toBeGreaterThanOrEqual(Math.max(search.from, now + rules.minNoticeMinutes * MINUTE_MS));
        expect(start).toBeLessThan(search.to);
        const ahead = (midnight(clock(start, zone).date) - midnight(today)) / DAY_MS;
        expect(ahead).toBeLessThanOrEqual(rules.horizonDays);
        expect(search.lockedDays).not.toContain(clock(start, zone).date);
        expect(search.lockedDays).not.toContain(clock(end - 1, zone).date);
        expect(search.lockedDays).not.toContain(planDate(planOfSlot(search, slot), start, zone));
      }
    });
  });

  it('has no conflict and has remaining capacity', () => {
    holds((search) => {
      const { type, busy } = search;
      const near = busy.filter(
        ({ photographerId: who }) => !who || !type.photographerId || who === type.photographerId,
      );
      for (const slot of freeSlots(search)) {
        const plan = planOfSlot(search, slot);
        const { bufferTime, maxBookingsPerDay } = plan;
        const shares = (other: BusyTime) => other.sessionTypeId === type.id && other.start === slot.start;
        const taken = near.filter(shares).reduce((sum, { seats = 1 }) => sum + seats, 0);
        expect(slot.seatsLeft).toBe(Math.min(type.maxClients - taken, maxBookingsPerDay - bookedBeside(search, slot)));
        expect(slot.seatsLeft).toBeGreaterThan(0);
        for (const other of near.filter((entry) => !shares(entry))) {
          const gap = Math.max(other.start - slot.end, slot.start - other.end);
          expect(gap).toBeGreaterThanOrEqual(Math.max(bufferTime, other.bufferMinutes ?? 0) * MINUTE_MS);
        }
      }
    });
  });
});

describe('all free slots together', () => {
  it('are complete', () => {
    holds((drawn) => {
      const search = { ...drawn, busy: [], lockedDays: [] };
      const { zone, now, rules, from, to, type } = search;
      const lastDate = dateAfter(clock(now, zone).date, rules.horizonDays);
      const expected = new Set<number>();
      // The previous night extends into the first day.
      for (let date = dateAfter(clock(from, zone).date, -1); date <= clock(to, zone).date; date = dateAfter(date, 1)) {
        for (const plan of search.plans) {
          if (plan.sessionTypeId !== TYPE || !isOn(plan, date, zone)) continue;
          for (const start of startsOf(plan, date, zone, type.duration)) expected.add(start);
        }
      }
      const earliest = Math.max(from, now + rules.minNoticeMinutes * MINUTE_MS);
      const inTime = [...expected].filter(
        (start) => earliest <= start && start < to && clock(start, zone).date <= lastDate,
      );
      expect(starts(freeSlots(search))).toEqual(inTime.toSorted((left, right) => left - right));
    });
  });

  // Across two days both slots are offered, and booking one removes the other.
  it('keep the buffer between slots of one plan on one day', () => {
    holds((search) => {
      for (const plan of search.plans) {
        const own = freeSlots({ ...search, plans: [plan] });
        own.slice(1).forEach(({ start }, index) => {
          const before = own[index]!;
          const isSameDay = planDate(plan, start, search.zone) === planDate(plan, before.start, search.zone);
          expect(start).toBeGreaterThanOrEqual(before.end + (isSameDay ? plan.bufferTime * MINUTE_MS : 0));
        });
      }
    });
  });

  it('do not depend on the order of plans and bookings', () => {
    holds((search) => {
      const turned = { ...search, plans: search.plans.toReversed(), busy: search.busy.toReversed() };
      expect(freeSlots(turned)).toEqual(freeSlots(search));
    });
  });

  it('equal the slots of consecutive parts of the range', () => {
    fc.assert(
      fc.property(searches, fc.double({ min: 0, max: 1, noNaN: true }), (search, share) => {
        const cut = Math.round(search.from + share * (search.to - search.from));
        const parts = [...freeSlots({ ...search, to: cut }), ...freeSlots({ ...search, from: cut })];
        expect(parts).toEqual(freeSlots(search));
      }),
      { numRuns: RUNS },
    );
  });

  it('are never increased by a further booking', () => {
    fc.assert(
      fc.property(searches, fc.integer({ min: 0, max: 99 }), (search, pick) => {
        const before = freeSlots(search);
        if (before.length === 0) return;
        const slot = before[pick % before.length]!;
        const taken = freeSlots({ ...search, busy: [...search.busy, bookingOf(search, slot)] });
        expect(starts(before)).toEqual(expect.arrayContaining(starts(taken)));
        const stranger = { ...bookingOf(search, slot), sessionTypeId: null };
        const blocked = freeSlots({ ...search, busy: [...search.busy, stranger] });
        expect(starts(blocked)).not.toContain(slot.start);
        expect(starts(before)).toEqual(expect.arrayContaining(starts(blocked)));
      }),
      { numRuns: RUNS },
    );
  });

  it('can all be booked one after another within the limits', () => {
    holds((drawn) => {
      const search = { ...drawn, busy: [] as BusyTime[] };
      for (let free = freeSlots(search); free.length > 0; free = freeSlots(search)) {
        const slot = free[search.busy.length % free.length]!;
        search.busy.push(bookingOf(search, slot));
        expect(bookedBeside(search, slot)).toBeLessThanOrEqual(planOfSlot(search, slot).maxBookingsPerDay);
        expect(search.busy.length).toBeLessThan(200);
      }
      const perStart = Object.groupBy(search.busy, ({ start }) => start);
      for (const booked of Object.values(perStart)) expect(booked!.length).toBeLessThanOrEqual(search.type.maxClients);
      const times = Object.keys(perStart)
        .map(Number)
        .toSorted((left, right) => left - right);
      times.slice(1).forEach((start, index) => {
        expect(start).toBeGreaterThanOrEqual(times[index]! + search.type.duration * MINUTE_MS);
      });
    });
  });

  it('start with the next free ones', () => {
    holds((drawn) => {
      const search = { ...drawn, rules: { ...drawn.rules, horizonDays: 40 } };
      const all = freeSlots({ ...search, to: search.from + 62 * DAY_MS });
      expect(nextFreeSlots(search, 7)).toEqual(all.slice(0, 7));
    });
  });
});
