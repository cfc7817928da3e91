import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { sessionTitle } from '#core/domain/sessions/sessions.ts';
import { can } from '#core/domain/studio/roles.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { galleryHref, newSessionHref, sessionHref } from '#web/lib/paths.ts';
import type { CustomerRow, CustomerSession } from '../types.ts';

interface GalleriesSectionProps {
  customer: CustomerRow;
}

export function GalleriesSection({ customer }: GalleriesSectionProps) {
  const { t } = useTranslation(['customers', 'galleries']);
  const format = useFormat();
  const { galleries } = customer;
  return (
    <PageSection title={t('galleries:title')}>
      {galleries.length === 0 ? (
        <p className="text-soft">{t('galleries.none')}</p>
      ) : (
        <ul className="divide-y divide-line border-b border-line">
          {galleries.map((gallery) => (
            <ListRow
              key={gallery.id}
              title={gallery.name}
              to={galleryHref(gallery.id)}
              detail={[
                t(`galleries:status.${gallery.status}`),
                t('galleries:photoCount', { count: gallery.stats?.photoCount ?? 0 }),
                ...(gallery.date ? [format.date(gallery.date)] : []),
              ].join(' · ')}
            />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

interface SessionsSectionProps {
  customerId: string;
  sessions: readonly CustomerSession[];
}

/** Sessions of a client, latest first. */
export function SessionsSection({ customerId, sessions }: SessionsSectionProps) {
  const { t } = useTranslation(['customers', 'sessions']);
  const { role } = useAccount();
  const format = useFormat();
  return (
    <PageSection
      title={t('summary.sessions')}
      action={
        can(role, 'sessions.write') && (
          <Link to={newSessionHref({ customerId })} className={buttonClass({ size: 'small' })}>
            {t('dashboard.book')}
          </Link>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="text-soft">{t('list.noSession')}</p>
      ) : (
        <ul className="divide-y divide-line border-b border-line">
          {sessions.map(({ id, date, status, ...titled }) => (
            <ListRow
              key={id}
              title={sessionTitle(titled) || t('timeline.session')}
              to={sessionHref(id)}
              detail={t(`sessions:status.${status}`)}
              trailing={
                <time dateTime={new Date(date).toISOString()} data-figures className="text-right text-caption">
                  <span className="block">{format.date(date)}</span>
                  <span className="block text-soft">{format.time(date)}</span>
                </time>
              }
            />
          ))}
        </ul>
      )}
    </PageSection>
  );
}
