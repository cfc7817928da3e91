import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatBytes } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { attentionOf } from './attention.ts';
import { AttentionList } from './attention-list.tsx';
import { FirstSteps } from './first-steps.tsx';
import type { HomePlaces } from './places.ts';
import { RecentGalleries } from './recent-galleries.tsx';

/** What to do now, and where one left off. */
export function HomePage(places: HomePlaces) {
  const { t } = useTranslation('home');
  const { name, role } = useAccount();
  const now = useNow();
  const [galleries, { type }] = useQuery(queries.galleries.list({ limit: 1000 }));
  const [account] = useQuery(queries.accounts.current());
  const stored = account?.usage?.storageBytes ?? 0;
  const ready = type === 'complete' || galleries.length > 0;
  return (
    <>
      <PageHeader
        title={t('title', { studio: name })}
        detail={stored > 0 && <span>{t('storage', { size: formatBytes(stored, currentLanguage()) })}</span>}
        actions={
          can(role, 'galleries.write') && (
            <Link to={places.newGallery} className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden className="size-4" />
              {t('newGallery')}
            </Link>
          )
        }
      />
      {ready ? (
        <div className="flex flex-col gap-12">
          <FirstSteps galleries={galleries} places={places} />
          {galleries.length > 0 && (
            <>
              <AttentionList items={attentionOf(galleries, now)} galleryHref={places.galleryHref} />
              <RecentGalleries galleries={galleries} places={places} />
            </>
          )}
        </div>
      ) : (
        <Skeleton className="h-64" />
      )}
    </>
  );
}
