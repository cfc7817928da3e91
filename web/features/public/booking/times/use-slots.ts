import { useEffect, useMemo, useRef, useState } from 'react';
import type { PublicSlot } from '#core/api/booking.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { useLiveRoom } from '#web/lib/live/use-live-room.ts';
import { fetchAllSlots, type SlotSource } from '../booking-api.ts';
import {
  type HeldSlot,
  isMonthLoaded,
  type Month,
  type MonthSlots,
  monthSpan,
  monthsToLoad,
  shiftMonth,
  takenSlots,
  utcMonth,
  withHeldSlot,
} from './slots.ts';

interface FreeSlots {
  slots: readonly PublicSlot[];
  /** True once the shown month is completely loaded. */
  there: boolean;
  /** True once the next later slot is known, or that there is none. */
  searched: boolean;
  failure: unknown;
  retry: () => void;
  /** Starts of slots that others have taken since the page showed them. */
  taken: readonly number[];
}

interface SlotsOptions {
  /** Must be referentially stable. */
  source: SlotSource;
  /** Account whose slots these are. */
  accountId: string;
  horizonDays: number;
  shown: Month;
  /** Slot that is free for this visitor only. */
  own: HeldSlot | null;
}

/** Delay in milliseconds before slots are loaded again, by up to which visitors differ, and the pause afterwards. */
const SPREAD_MS = 1500;
const PAUSE_MS = 3000;

/** Returns the free slots around a month, and the next free ones after it. Follows bookings by others. */
export function useSlots({ source, accountId, horizonDays, shown, own }: SlotsOptions): FreeSlots {
  const [months, setMonths] = useState<ReadonlyMap<Month, MonthSlots>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const [taken, setTaken] = useState<readonly number[]>([]);
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
  /** Loads the months around the shown one again. Others are loaded once they are shown. */
  const refresh = async () => {
    await pause(Math.random() * SPREAD_MS);
    const near = [-1, 0, 1].map((by) => shiftMonth(shown, by)).filter((month) => months.has(month));
    const askedAt = Date.now();
    const answers = await Promise.all(
      near.map(async (month) => {
        const { from, to } = monthSpan(month);
        return [month, { slots: await fetchAllSlots(source, from, to), askedAt }] as const;
      }),
    );
    requestedMonths.current = new Set(near);
    setMonths(new Map(answers));
    setTaken((known) => [...known, ...takenSlots(months, new Map(answers), own, askedAt)]);
    await pause(PAUSE_MS);
  };
  useLiveRoom(`s:${accountId}`, { rev: null, ask: refresh });
  const slots = useMemo(() => withHeldSlot(months, own, now), [months, own, now]);
  return {
    slots,
    there: isMonthLoaded({ months, first, last, shown }),
    searched: missingMonths.length === 0,
    failure,
    retry: () => setFailure(null),
    taken,
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
