import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookingOf, searches } from '../../tests/support/slot-searches.ts';
import { withBuffers } from './slot-breaks.ts';
import type { Busy } from './slot-rules.ts';
import { freeSlots } from './slots.ts';

const MINUTE = 60_000;

it('two that are booked, of whatever types, are as far apart whichever of them was first', () => {
  fc.assert(
    fc.property(searches, (drawn) => {
      const busy: Busy[] = [];
      const { zone, plans } = drawn;
      const types = [drawn.type, { ...drawn.type, id: 'type2' }];
      for (let round = 0; round < 12; round++) {
        const type = types[round % 2]!;
        const slots = freeSlots({ ...drawn, type, busy: withBuffers(busy, plans, zone) });
        if (slots.length === 0) continue;
        busy.push(bookingOf({ ...drawn, type }, slots[(round * 7) % slots.length]!));
      }
      const placed = withBuffers(busy, plans, zone);
      for (const [index, one] of placed.entries()) {
        for (const other of placed.slice(index + 1)) {
          if (one.start === other.start && one.sessionTypeId === other.sessionTypeId) continue;
          const gap = Math.max(other.start - one.end, one.start - other.end);
          const asked = Math.max(one.bufferMinutes ?? 0, other.bufferMinutes ?? 0);
          expect(gap).toBeGreaterThanOrEqual(asked * MINUTE);
        }
      }
    }),
    { numRuns: 150 },
  );
});
