import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/roles.ts';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { ListRow } from '#web/components/ui/list-row.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { CustomerSession } from '../customer-rows.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';

interface SessionsSectionProps {
  sessions: readonly CustomerSession[];
  /** A new one, for this client. */
  newSession: string;
  sessionHref: (sessionId: string) => string;
}

/** What was booked for a client, the latest first. */
export function SessionsSection({ sessions, newSession, sessionHref }: SessionsSectionProps) {
  const { t } = useTranslation(['customers', 'sessions']);
  const { role, timeZone } = useAccount();
  const language = currentLanguage();
  return (
    <PageSection
      title={t('summary.sessions')}
      action={
        can(role, 'sessions.write') && (
          <Link to={newSession} className={buttonClass({ size: 'small' })}>
            {t('dashboard.book')}
          </Link>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="text-soft">{t('list.noSession')}</p>
      ) : (
        <ul className="divide-y divide-line border-b border-line">
          {sessions.map(({ id, type, sessionType, date, status }) => (
            <ListRow
              key={id}
              title={type || sessionType?.name || t('timeline.session')}
              to={sessionHref(id)}
              detail={t(`sessions:status.${status}`)}
              trailing={
                <time dateTime={new Date(date).toISOString()} data-figures className="text-right text-caption">
                  <span className="block">{formatDate(date, language, timeZone)}</span>
                  <span className="block text-soft">{formatTime(date, language, timeZone)}</span>
                </time>
              }
            />
          ))}
        </ul>
      )}
    </PageSection>
  );
}
