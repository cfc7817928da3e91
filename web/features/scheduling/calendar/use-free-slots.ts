import { useMemo } from 'react';
import { freeSlots } from '#core/domain/slots.ts';
import type { ScheduleSpan } from '#web/components/ui/schedule/types.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import type { CalendarSession, SessionTypeRow } from '../scheduling-rows.ts';
import { useStudioRules } from '../use-studio-rules.ts';
import { busySpans } from './calendar-items.ts';
import { mergeSpans } from './merged-spans.ts';

const NONE: readonly ScheduleSpan[] = [];

interface Shown {
  span: ScheduleSpan;
  now: number;
  /** Null: whatever can be booked. */
  typeId: string | null;
  isShown: boolean;
}

/** When a client could book at this moment, in bands. */
export function useFreeSlots(
  sessions: readonly CalendarSession[],
  types: readonly SessionTypeRow[],
  { span, now, typeId, isShown }: Shown,
): readonly ScheduleSpan[] {
  const { timeZone: zone } = useAccount();
  const { booking, lockedDays } = useStudioRules();
  return useMemo(() => {
    if (!isShown) return NONE;
    const busy = busySpans(sessions, types, zone);
    const offered = types.filter(
      ({ id, isBookable, archivedAt }) => isBookable && archivedAt === null && (!typeId || id === typeId),
    );
    const search = { zone, now, rules: booking, lockedDays, busy, from: span.start, to: span.end };
    return mergeSpans(offered.flatMap((type) => freeSlots({ ...search, type, plans: type.plans })));
  }, [isShown, sessions, types, typeId, zone, now, booking, lockedDays, span.start, span.end]);
}
