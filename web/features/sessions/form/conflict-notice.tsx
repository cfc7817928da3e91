import { useTranslation } from 'react-i18next';
import { startOfDay } from '#core/domain/time.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useSessionName } from '../session-words.ts';
import { useConflicts, type PlannedSession } from './use-conflicts.ts';

/** Says what is in the way of a time, where something is. */
export function ConflictNotice({ planned }: { planned: PlannedSession }) {
  const { t } = useTranslation('sessions');
  const { timeZone } = useAccount();
  const nameOf = useSessionName();
  const conflicts = useConflicts(planned);
  const language = currentLanguage();
  if (!conflicts || (conflicts.sessions.length === 0 && conflicts.lockedDays.length === 0)) return null;
  return (
    <Banner tone="warning" title={t('conflict.title')}>
      <ul>
        {conflicts.lockedDays.map((day) => (
          <li key={day}>{t('conflict.locked', { day: formatDate(startOfDay(day, timeZone), language, timeZone) })}</li>
        ))}
        {conflicts.sessions.map(({ id, start, end, session }) => (
          <li key={id}>
            {t('conflict.session', {
              time: `${formatTime(start, language, timeZone)}–${formatTime(end, language, timeZone)}`,
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
