import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { busySpans, findConflicts, scheduledSpan } from '#core/domain/sessions/session-conflicts.ts';
import { freeSlots } from '#core/domain/slots/slots.ts';
import { startOfDay } from '#core/domain/values/time.ts';
import type { ScheduleSpan } from '#web/components/ui/schedule/types.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useReschedule } from '#web/lib/sessions/use-reschedule.ts';
import { useStudioRules } from '#web/lib/sessions/studio-rules.ts';
import type { CalendarSession, SessionTypeRow } from '../types.ts';

/** Merges spans into as few as possible that do not touch, in ascending order. */
export function mergeSpans(spans: readonly ScheduleSpan[]): ScheduleSpan[] {
  const merged: ScheduleSpan[] = [];
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const NONE: readonly ScheduleSpan[] = [];

interface Shown {
  span: ScheduleSpan;
  now: number;
  /** Null: any session type. */
  typeId: string | null;
  isShown: boolean;
}

/** Returns the time that clients could book now, as spans; none while the studio takes no bookings. */
export function useFreeSlots(
  sessions: readonly CalendarSession[],
  types: readonly SessionTypeRow[],
  { span, now, typeId, isShown }: Shown,
): readonly ScheduleSpan[] {
  const { timeZone: zone } = useAccount();
  const { booking, lockedDays } = useStudioRules();
  return useMemo(() => {
    if (!isShown || !booking.isOpen) return NONE;
    const busy = busySpans(sessions, types, zone);
    const offered = types.filter(
      ({ id, isBookable, archivedAt }) => isBookable && archivedAt === null && (!typeId || id === typeId),
    );
    const search = { zone, now, rules: booking, lockedDays, busy, from: span.start, to: span.end };
    return mergeSpans(offered.flatMap((type) => freeSlots({ ...search, type, plans: type.plans })));
  }, [isShown, sessions, types, typeId, zone, now, booking, lockedDays, span.start, span.end]);
}

/** Returns a function that names the conflicts of a session at another time. Called at each step of a drag. */
export function useConflictTitles(sessions: readonly CalendarSession[], types: readonly SessionTypeRow[]) {
  const { t } = useTranslation('scheduling');
  const { timeZone: zone } = useAccount();
  const format = useFormat();
  const { lockedDays } = useStudioRules();
  const byId = useMemo(() => new Map(sessions.map((session) => [session.id, session])), [sessions]);
  const busy = useMemo(() => busySpans(sessions, types, zone), [sessions, types, zone]);
  return useCallback(
    (id: string, start: number, end: number): string[] => {
      const session = byId.get(id);
      if (!session) return [];
      const type = types.find((candidate) => candidate.id === session.sessionTypeId);
      const found = findConflicts({ ...scheduledSpan(session), start, end }, busy, { lockedDays, zone, type });
      const dayText = (day: string) => format.date(startOfDay(day, zone));
      return [
        ...found.sessions.map((other) => byId.get(other.id)?.customer?.name ?? t('nobody')),
        ...found.lockedDays.map((day) => t('blocked.conflict', { day: dayText(day) })),
      ];
    },
    [byId, busy, types, zone, lockedDays, format, t],
  );
}

/** Returns a function that moves a session to another time. */
export function useMoveSession(): (session: CalendarSession, to: ScheduleSpan) => Promise<boolean> {
  const { t } = useTranslation('scheduling');
  const format = useFormat();
  const reschedule = useReschedule();
  return (session, { start, end }) => {
    const duration = Math.max(1, Math.round((end - start) / MINUTE_MS));
    const client = session.customer?.name ?? t('nobody');
    const done = t('calendar.moved', { client, when: format.span({ start, end }) });
    return reschedule(session, { date: start, duration }, { done, notify: true });
  };
}
