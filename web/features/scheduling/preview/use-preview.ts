import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { localDate, startOfDay } from '#core/domain/time.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { busySpans } from '../calendar/calendar-items.ts';
import type { PlanRow, SessionTypeRow } from '../scheduling-rows.ts';
import { useStudioRules } from '../use-studio-rules.ts';
import { hasMore, previewDays, type PreviewDay } from './preview-slots.ts';

const DAY_MS = 86_400_000;
const LIMIT = 5_000;

interface Preview {
  days: readonly PreviewDay[];
  hasMore: boolean;
  /** Whether all that is booked is on this device: before, what is taken may look free. */
  isKnown: boolean;
}

/** What a client would be offered of some plans, looked at from a zone. */
export function usePreview(type: SessionTypeRow, plans: readonly PlanRow[], weeks: number, viewZone: string): Preview {
  const { timeZone: zone } = useAccount();
  const { booking, lockedDays, isKnown } = useStudioRules();
  const now = useNow();
  // By whole days: the clock asks for nothing new.
  const today = startOfDay(localDate(now, zone), zone);
  const asked = { from: today - 2 * DAY_MS, to: today + (weeks * 7 + 3) * DAY_MS, limit: LIMIT };
  const [sessions, { type: answer }] = useQuery(queries.sessions.range(asked));
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
