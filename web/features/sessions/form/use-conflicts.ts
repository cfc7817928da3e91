import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { readLockedDays } from '#core/domain/locked-days.ts';
import { findConflicts, type Conflicts, type BusySession } from '#core/domain/session-conflicts.ts';
import { BUSY_STATUSES, sessionEnd } from '#core/domain/sessions.ts';
import { withBuffers } from '#core/domain/slot-breaks.ts';
import { localDate, endOfDay, startOfDay } from '#core/domain/time.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import type { SessionListRow } from '../session-rows.ts';

/** A session as it would be; null where it has no time yet. */
export interface PlannedSession {
  /** Empty for a new one. */
  id: string;
  date: number | null;
  duration: number;
  sessionTypeId: string | null;
  photographerId: string | null;
}

type Taken = BusySession & { session: SessionListRow };
const DAY_MS = 86_400_000;

/** What a session would collide with: it warns, and lets the studio decide. */
export function useConflicts(planned: PlannedSession): Conflicts<Taken> | null {
  const { timeZone: zone } = useAccount();
  const { date } = planned;
  // By whole days, so that typing minutes asks for nothing new.
  const day = date === null ? '1970-01-01' : localDate(date, zone);
  const from = startOfDay(day, zone) - DAY_MS;
  const to = endOfDay(day, zone) + DAY_MS + planned.duration * 60_000;
  const span = { from, to: Math.ceil(to / DAY_MS) * DAY_MS, limit: 500 };
  const [sessions] = useQuery(queries.sessions.range(span), { enabled: date !== null });
  const [types] = useQuery(queries.sessionTypes.list());
  const [settings] = useQuery(queries.accounts.settings());
  return useMemo(() => {
    if (date === null) return null;
    const type = types.find(({ id }) => id === planned.sessionTypeId);
    const profile = settings.find(({ key }) => key === 'photographer')?.value as { lockedDays?: unknown } | undefined;
    const taken = sessions
      .filter(({ status }) => BUSY_STATUSES.includes(status))
      .map((session): Taken => ({ ...scheduledSpan(session), session }));
    const plans = types.flatMap((one) => one.plans);
    return findConflicts(scheduledSpan({ ...planned, date }), withBuffers(taken, plans, zone), {
      lockedDays: readLockedDays(profile?.lockedDays),
      zone,
      type,
    });
  }, [date, planned, sessions, types, settings, zone]);
}

type Times = Pick<SessionListRow, 'id' | 'date' | 'duration' | 'sessionTypeId' | 'photographerId'>;
const scheduledSpan = (session: Times): BusySession => ({
  id: session.id,
  start: session.date,
  end: sessionEnd(session),
  sessionTypeId: session.sessionTypeId,
  photographerId: session.photographerId,
});
