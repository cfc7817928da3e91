import { useTranslation } from 'react-i18next';
import { ListRow } from '#web/components/ui/list-row.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { CustomerRow } from '../customer-rows.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';

interface GalleriesSectionProps {
  customer: CustomerRow;
  galleryHref: (galleryId: string) => string;
}

export function GalleriesSection({ customer, galleryHref }: GalleriesSectionProps) {
  const { t } = useTranslation(['customers', 'galleries']);
  const { timeZone } = useAccount();
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
                ...(gallery.date ? [formatDate(gallery.date, currentLanguage(), timeZone)] : []),
              ].join(' · ')}
            />
          ))}
        </ul>
      )}
    </PageSection>
  );
}
