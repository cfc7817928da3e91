import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { startOfDay } from '#core/domain/time.ts';
import { findConflicts } from '#core/domain/session-conflicts.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { CalendarSession, SessionTypeRow } from '../scheduling-rows.ts';
import { useStudioRules } from '../use-studio-rules.ts';
import { busySpans, scheduledSpan } from './calendar-items.ts';

/** What a session would collide with at another time, in words; asked at each step of a drag. */
export function useConflictTitles(sessions: readonly CalendarSession[], types: readonly SessionTypeRow[]) {
  const { t } = useTranslation('scheduling');
  const { timeZone: zone } = useAccount();
  const { lockedDays } = useStudioRules();
  const byId = useMemo(() => new Map(sessions.map((session) => [session.id, session])), [sessions]);
  const busy = useMemo(() => busySpans(sessions, types, zone), [sessions, types, zone]);
  return useCallback(
    (id: string, start: number, end: number): string[] => {
      const session = byId.get(id);
      if (!session) return [];
      const type = types.find((candidate) => candidate.id === session.sessionTypeId);
      const found = findConflicts({ ...scheduledSpan(session), start, end }, busy, { lockedDays, zone, type });
      const dayText = (day: string) => formatDate(startOfDay(day, zone), currentLanguage(), zone);
      return [
        ...found.sessions.map((other) => byId.get(other.id)?.customer?.name ?? t('nobody')),
        ...found.lockedDays.map((day) => t('blocked.conflict', { day: dayText(day) })),
      ];
    },
    [byId, busy, types, zone, lockedDays, t],
  );
}
