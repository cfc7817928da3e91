import type { BusySession } from '#core/domain/sessions/session-conflicts.ts';
import { BUSY_STATUSES, OPEN_STATUSES, sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { withBuffers } from '#core/domain/slots/slot-rules.ts';
import type { ScheduleItem, ScheduleTone } from '#web/components/ui/schedule/types.ts';
import { sessionHref } from '#web/lib/paths.ts';
import type { CalendarSession, PlanRow } from '../types.ts';
import type { CalendarView } from './calendar-view.ts';

/** Statuses of sessions that occupy no time. */
const WITHDRAWN: readonly SessionStatus[] = ['cancelled', 'declined'];

/** Colour of a session without a type, or with a deleted one. */
const NO_COLOUR = 'var(--edge)';

interface Words {
  /** Text for a session without a client. */
  nobody: string;
  status: (status: SessionStatus) => string;
}

export function calendarItems(
  sessions: readonly CalendarSession[],
  view: Pick<CalendarView, 'typeId' | 'photographerId' | 'withCancelled'>,
  words: Words,
): ScheduleItem[] {
  return sessions
    .filter(
      ({ status, sessionTypeId, photographerId }) =>
        (view.withCancelled || !WITHDRAWN.includes(status)) &&
        (!view.typeId || sessionTypeId === view.typeId) &&
        (!view.photographerId || photographerId === view.photographerId),
    )
    .map((session) => ({
      id: session.id,
      start: session.date,
      end: sessionEnd(session),
      title: session.customer?.name ?? words.nobody,
      subtitle: session.type || session.sessionType?.name || '',
      ...(session.status !== 'scheduled' && { state: words.status(session.status) }),
      colour: session.sessionType?.color ?? NO_COLOUR,
      tone: toneOf(session.status),
      href: sessionHref(session.id),
      ...(!OPEN_STATUSES.includes(session.status) && { fixed: true }),
    }));
}

function toneOf(status: SessionStatus): ScheduleTone {
  if (status === 'inquiry') return 'outlined';
  return WITHDRAWN.includes(status) || status === 'no_show' ? 'struck' : 'solid';
}

type Times = 'id' | 'date' | 'duration' | 'sessionTypeId' | 'photographerId';

/** Returns the time of a session for the booking rules. */
export function scheduledSpan(session: Pick<CalendarSession, Times>): BusySession {
  const { id, sessionTypeId, photographerId } = session;
  return { id, start: session.date, end: sessionEnd(session), sessionTypeId, photographerId };
}

/** Returns the time blocked by sessions, with the buffer time of their types. */
export function busySpans(
  sessions: readonly Pick<CalendarSession, Times | 'status'>[],
  types: readonly { plans: readonly PlanRow[] }[],
  zone: string,
): BusySession[] {
  const busySessions = sessions.filter(({ status }) => BUSY_STATUSES.includes(status)).map(scheduledSpan);
  return withBuffers(
    busySessions,
    types.flatMap(({ plans }) => plans),
    zone,
  );
}
