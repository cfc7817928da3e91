import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { sessionStatus, type SessionEventKind } from '#core/domain/sessions.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';

const statusDetails = z.object({ from: sessionStatus, to: sessionStatus });
const moveDetails = z.object({ from: z.number(), to: z.number() });

/** One event of a session in a sentence. */
export function useEventLabels(): (event: { kind: SessionEventKind; details: unknown }) => string {
  const { t } = useTranslation('sessions');
  const { timeZone } = useAccount();
  const language = currentLanguage();
  const when = (at: number) => `${formatDate(at, language, timeZone)}, ${formatTime(at, language, timeZone)}`;
  return ({ kind, details }) => {
    const [status, move] = [statusDetails.safeParse(details), moveDetails.safeParse(details)];
    if (kind === 'status' && status.success) {
      return t('event.status', { from: t(`status.${status.data.from}`), to: t(`status.${status.data.to}`) });
    }
    if (kind === 'rescheduled' && move.success) {
      const { from, to } = move.data;
      return from === to ? t('event.resized') : t('event.rescheduled', { from: when(from), to: when(to) });
    }
    return kind === 'booked' ? t('event.booked') : t('event.created');
  };
}
