import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { readLockedDays } from '#core/domain/slots/locked-days.ts';
import { type BusySession, type Conflicts, findConflicts } from '#core/domain/sessions/session-conflicts.ts';
import { BUSY_STATUSES, sessionEnd } from '#core/domain/sessions/sessions.ts';
import { withBuffers } from '#core/domain/slots/slot-rules.ts';
import { endOfDay, localDate, minuteOfDay, startOfDay } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useSessionName } from '../session-labels.ts';
import type { SessionListRow } from '../types.ts';

/** A session before it is saved. */
interface PlannedSession {
  /** Empty for a new session. */
  id: string;
  date: number | null;
  duration: number;
  sessionTypeId: string | null;
  photographerId: string | null;
}

type Taken = BusySession & { session: SessionListRow };

/** Returns the conflicts of a session. They are a warning only; the studio decides. */
function useConflicts(planned: PlannedSession): Conflicts<Taken> | null {
  const { timeZone: zone } = useAccount();
  const { date } = planned;
  // Whole days, so that typing minutes does not change the query.
  const day = date === null ? '1970-01-01' : localDate(date, zone);
  const from = startOfDay(day, zone) - DAY_MS;
  const to = endOfDay(day, zone) + DAY_MS + planned.duration * MINUTE_MS;
  const span = { from, to: Math.ceil(to / DAY_MS) * DAY_MS, limit: 500 };
  const [sessions] = useQuery(queries.sessions.range(span), { enabled: date !== null });
  const [types] = useQuery(queries.sessionTypes.list());
  const [settings] = useQuery(queries.accounts.settings());
  return useMemo(() => {
    if (date === null) return null;
    const type = types.find(({ id }) => id === planned.sessionTypeId);
    const profile = settings.find(({ key }) => key === 'photographer')?.value as { lockedDays?: unknown } | undefined;
    const busySessions = sessions
      .filter(({ status }) => BUSY_STATUSES.includes(status))
      .map((session): Taken => ({ ...scheduledSpan(session), session }));
    const plans = types.flatMap((one) => one.plans);
    return findConflicts(scheduledSpan({ ...planned, date }), withBuffers(busySessions, plans, zone), {
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

/** True for a start between 22:00 and 6:00, which is more often mistyped than meant. */
function isNight(date: number, zone: string): boolean {
  const hour = minuteOfDay(date, zone) / 60;
  return hour < 6 || hour >= 22;
}

/** Lists the conflicts of a session's time, if there are any, and warns of a session at night. */
export function ConflictNotice({ planned }: { planned: PlannedSession }) {
  const { t } = useTranslation('sessions');
  const { timeZone } = useAccount();
  const nameOf = useSessionName();
  const conflicts = useConflicts(planned);
  const format = useFormat();
  const { date } = planned;
  const night = date !== null && isNight(date, timeZone) && t('conflict.night', { time: format.time(date) });
  if (!conflicts || (conflicts.sessions.length === 0 && conflicts.lockedDays.length === 0)) {
    return night && <Banner tone="warning" title={night} />;
  }
  return (
    <Banner tone="warning" title={t('conflict.title')}>
      <ul>
        {night && <li>{night}</li>}
        {conflicts.lockedDays.map((day) => (
          <li key={day}>{t('conflict.locked', { day: format.date(startOfDay(day, timeZone)) })}</li>
        ))}
        {conflicts.sessions.map(({ id, start, end, session }) => (
          <li key={id}>
            {t('conflict.session', {
              time: `${format.time(start)}–${format.time(end)}`,
              client: session.customer?.name ?? t('nobody'),
              type: nameOf(session),
            })}
          </li>
        ))}
      </ul>
      <p>{t('conflict.text')}</p>
    </Banner>
  );
}
