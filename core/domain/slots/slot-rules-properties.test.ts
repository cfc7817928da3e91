import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../../tests/support/long.ts';
import { bookingOf, searches, TYPE } from '../../../tests/support/slot-searches.ts';
import { MINUTE_MS } from '../values/durations.ts';
import { type BusyTime, isOtherPhotographer, sharesSlot, withBuffers } from './slot-rules.ts';
import { freeSlots } from './slots.ts';

const OTHER = 'type2';

const gapBetween = (left: Pick<BusyTime, 'start' | 'end'>, right: Pick<BusyTime, 'start' | 'end'>) =>
  Math.max(right.start - left.end, left.start - right.end);

it('keeps the longer buffer between bookings of two types, in either order', () => {
  fc.assert(
    fc.property(searches, (drawn) => {
      const { zone } = drawn;
      // Both types have each plan; where the buffer of one is long, that of the other is short.
      const plans = drawn.plans.flatMap((plan) => [
        { ...plan, sessionTypeId: TYPE },
        { ...plan, id: `other ${plan.id}`, sessionTypeId: OTHER, bufferTime: 90 - plan.bufferTime },
      ]);
      const booked: BusyTime[] = [];
      for (let round = 0; round < 8; round++) {
        const search = { ...drawn, plans, type: { ...drawn.type, id: round % 2 === 0 ? TYPE : OTHER } };
        const free = freeSlots({ ...search, busy: withBuffers(booked, plans, zone) });
        // As close to the others as possible.
        const nearness = (slot: Pick<BusyTime, 'start' | 'end'>) =>
          Math.min(Infinity, ...booked.map((other) => gapBetween(slot, other)));
        const [next] = free.toSorted((left, right) => nearness(left) - nearness(right));
        if (next) booked.push(bookingOf(search, next));
      }
      const buffered = withBuffers(booked, plans, zone);
      for (const one of buffered) {
        const others = buffered.filter(
          (other) =>
            other !== one && !sharesSlot(one, other) && !isOtherPhotographer(one.photographerId, other.photographerId),
        );
        for (const other of others) {
          expect(gapBetween(one, other)).toBeGreaterThanOrEqual((one.bufferMinutes ?? 0) * MINUTE_MS);
        }
      }
    }),
    { numRuns: rounds(50, 400) },
  );
});
