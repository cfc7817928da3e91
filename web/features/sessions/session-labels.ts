import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { mapHref } from '#core/domain/values/format.ts';
import {
  type SessionEventKind,
  sessionStatus,
  sessionTitle,
  type TitledSession,
} from '#core/domain/sessions/sessions.ts';
import { useFormat } from '#web/lib/format/use-format.ts';

/** Returns a function that names a session in a row or title: its own name, or its type's. */
export function useSessionName(): (session: TitledSession) => string {
  const { t } = useTranslation('sessions');
  return (session) => sessionTitle(session) || t('untitled');
}

interface LocatedSession {
  location: string;
  savedLocation?: { name: string; address: string } | undefined;
}

/** Returns the location of a session and its map link; null without a location. */
export function sessionLocation({
  location,
  savedLocation,
}: LocatedSession): { name: string; address: string; map: string | null } | null {
  if (savedLocation) {
    const { name, address } = savedLocation;
    return { name, address, map: address ? mapHref(address) : null };
  }
  return location ? { name: location, address: '', map: mapHref(location) } : null;
}

const statusDetails = z.object({ from: sessionStatus, to: sessionStatus });
const moveDetails = z.object({ from: z.number(), to: z.number() });

/** Returns a function that describes a session event in a sentence. */
export function useEventLabels(): (event: { kind: SessionEventKind; details: unknown }) => string {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  return ({ kind, details }) => {
    const [status, move] = [statusDetails.safeParse(details), moveDetails.safeParse(details)];
    if (kind === 'status' && status.success) {
      return t('event.status', { from: t(`status.${status.data.from}`), to: t(`status.${status.data.to}`) });
    }
    if (kind === 'rescheduled' && move.success) {
      const { from, to } = move.data;
      return from === to
        ? t('event.resized')
        : t('event.rescheduled', { from: format.dateTime(from), to: format.dateTime(to) });
    }
    return kind === 'booked' ? t('event.booked') : t('event.created');
  };
}
