import { OPEN_STATUSES, sessionEnd, sessionTitle, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import type { ScheduleItem, ScheduleTone } from '#web/components/ui/schedule/types.ts';
import { sessionHref } from '#web/lib/paths.ts';
import type { CalendarSession } from '../types.ts';
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
      subtitle: sessionTitle(session),
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
