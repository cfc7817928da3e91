import { useEffect, useMemo, useRef, useState } from 'react';
import type { PublicSlot } from '#core/api/booking.ts';
import { DAY_MS } from '#core/domain/durations.ts';
import { fetchAllSlots, type SlotSource } from './booking-api.ts';
import {
  type HeldSlot,
  isMonthLoaded,
  type Month,
  type MonthSlots,
  monthSpan,
  monthsToLoad,
  utcMonth,
  withHeldSlot,
} from './slots.ts';

export interface FreeSlots {
  slots: readonly PublicSlot[];
  /** True once the shown month is completely loaded. */
  there: boolean;
  /** True once the next later slot is known, or that there is none. */
  searched: boolean;
  failure: unknown;
  retry: () => void;
}

/**
 * Returns the free slots around a month, and the next free ones after it.
 * @param source must be referentially stable
 * @param own slot that is free for this visitor only
 */
export function useSlots(source: SlotSource, horizonDays: number, shown: Month, own: HeldSlot | null): FreeSlots {
  const [months, setMonths] = useState<ReadonlyMap<Month, MonthSlots>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const [now] = useState(Date.now);
  const requestedMonths = useRef(new Set<Month>());
  // One day earlier and two later: allow for the studio's zone and for a slightly wrong device clock.
  const [first, last] = [utcMonth(now - DAY_MS), utcMonth(now + (horizonDays + 2) * DAY_MS)];
  const missingMonths = useMemo(() => monthsToLoad({ months, first, last, shown }), [months, first, last, shown]);
  useEffect(() => {
    if (failure !== null) return;
    for (const month of missingMonths) {
      if (requestedMonths.current.has(month)) continue;
      requestedMonths.current.add(month);
      const { from, to } = monthSpan(month);
      const askedAt = Date.now();
      fetchAllSlots(source, from, to).then(
        (slots) => setMonths((known) => new Map(known).set(month, { slots, askedAt })),
        (error: unknown) => {
          requestedMonths.current.delete(month);
          setFailure(error);
        },
      );
    }
  }, [source, missingMonths, failure]);
  const slots = useMemo(() => withHeldSlot(months, own, now), [months, own, now]);
  return {
    slots,
    there: isMonthLoaded({ months, first, last, shown }),
    searched: missingMonths.length === 0,
    failure,
    retry: () => setFailure(null),
  };
}
