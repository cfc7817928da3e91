import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { bookableSpan } from '#core/domain/slots/slot-rules.ts';
import { freeSlots, type Slot, type SlotSearch } from '#core/domain/slots/slots.ts';
import { localDate, startOfDay } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { busySpans } from '#core/domain/sessions/session-conflicts.ts';
import { useStudioRules } from '#web/lib/sessions/studio-rules.ts';
import type { PlanRow, SessionTypeRow } from '../types.ts';

/** Days searched in one request; less than `MAX_SLOT_DAYS`. */
export const PREVIEW_DAYS = 28;

export interface PreviewDay {
  /** Date in the viewer's zone, `2026-11-24`. */
  date: string;
  slots: Slot[];
}

/** Returns the slots of the next weeks, grouped by the days of a zone. */
export function previewDays(search: Omit<SlotSearch, 'from' | 'to'>, weeks: number, zone: string): PreviewDay[] {
  const days: PreviewDay[] = [];
  const end = search.now + weeks * 7 * DAY_MS;
  for (let from = search.now; from < end; from += PREVIEW_DAYS * DAY_MS) {
    for (const slot of freeSlots({ ...search, from, to: Math.min(end, from + PREVIEW_DAYS * DAY_MS) })) {
      const date = localDate(slot.start, zone);
      const last = days.at(-1);
      if (last?.date === date) last.slots.push(slot);
      else days.push({ date, slots: [slot] });
    }
  }
  return days;
}

/** Returns true if slots beyond these weeks may be bookable. */
export function hasMore({ rules, now, zone }: Pick<SlotSearch, 'rules' | 'now' | 'zone'>, weeks: number): boolean {
  return bookableSpan(rules, now, zone).to > now + weeks * 7 * DAY_MS;
}
const LIMIT = 5_000;

interface Preview {
  days: readonly PreviewDay[];
  hasMore: boolean;
  /** True once this device has loaded all sessions: before, booked time may look free. */
  isKnown: boolean;
}

/** Returns the slots that clients would see for some plans, in the viewer's zone. */
export function usePreview(type: SessionTypeRow, plans: readonly PlanRow[], weeks: number, viewZone: string): Preview {
  const { timeZone: zone } = useAccount();
  const { booking, lockedDays, isKnown } = useStudioRules();
  const now = useNow();
  // Whole days, so that the clock does not change the query.
  const today = startOfDay(localDate(now, zone), zone);
  const range = { from: today - 2 * DAY_MS, to: today + (weeks * 7 + 3) * DAY_MS, limit: LIMIT };
  const [sessions, { type: answer }] = useQuery(queries.sessions.range(range));
  const [types] = useQuery(queries.sessionTypes.list());
  return useMemo(() => {
    const search = { zone, now, rules: booking, lockedDays, type, plans, busy: busySpans(sessions, types, zone) };
    return {
      days: previewDays(search, weeks, viewZone),
      hasMore: hasMore(search, weeks),
      isKnown: isKnown && (answer === 'complete' || sessions.length > 0),
    };
  }, [zone, now, booking, lockedDays, type, plans, sessions, types, weeks, viewZone, isKnown, answer]);
}
