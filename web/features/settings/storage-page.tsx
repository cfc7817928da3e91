import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { galleryHref } from '#web/lib/paths.ts';

/** Number of largest galleries listed. */
const SHOWN = 20;

const joinWithDots = (...parts: string[]) => parts.join(' · ');

interface StoragePageProps {
  tabs: ReactNode;
}

/** Shows the studio's used storage and its largest galleries. */
export function StoragePage({ tabs }: StoragePageProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const [account] = useQuery(queries.accounts.current());
  const [galleries, { type }] = useQuery(queries.galleries.list({ limit: 1000 }));
  const [fonts] = useQuery(queries.fonts.list());
  const usage = account?.usage;
  const fontBytes = fonts.reduce((sum, { fileSize }) => sum + fileSize, 0);
  const largest = galleries
    .filter(({ stats }) => (stats?.originalBytes ?? 0) > 0)
    .toSorted((left, right) => (right.stats?.originalBytes ?? 0) - (left.stats?.originalBytes ?? 0))
    .slice(0, SHOWN);
  const isEmpty = usage?.storageBytes === 0 && largest.length === 0 && type === 'complete';
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} />
      <section aria-labelledby="storage-used" className="flex max-w-2xl flex-col gap-8">
        <div className="flex flex-col gap-1">
          <h2 id="storage-used" className="text-lead font-semibold tabular-nums">
            {usage
              ? t('storage.used', { size: format.bytes(Math.max(0, usage.storageBytes - fontBytes)) })
              : t('storage.title')}
          </h2>
          {usage ? (
            <p className="text-soft tabular-nums">
              {joinWithDots(
                t('storage.photos', { count: usage.photoCount }),
                t('storage.galleries', { count: usage.galleryCount }),
                ...(fontBytes > 0 ? [t('storage.fonts', { size: format.bytes(fontBytes) })] : []),
              )}
            </p>
          ) : (
            <LoadingPlaceholder className="h-5 w-48" />
          )}
          <p className="measure text-soft">{t('storage.intro')}</p>
        </div>
        {usage && galleries.length === 0 && type !== 'complete' && <LoadingPlaceholder className="h-40" />}
        {isEmpty && <EmptyState title={t('storage.title')}>{t('storage.empty')}</EmptyState>}
        {largest.length > 0 && (
          <div className="flex flex-col gap-2">
            <h3 className="text-caption text-soft">{t('storage.largest')}</h3>
            <ul className="divide-y divide-line border-y border-line">
              {largest.map(({ id, name, stats }) => (
                <li key={id}>
                  <Link
                    to={galleryHref(id)}
                    className="flex min-h-control items-center justify-between gap-4 py-2 no-underline hover:underline"
                  >
                    <span className="min-w-0 truncate">{name}</span>
                    <span className="shrink-0 text-soft tabular-nums">
                      {joinWithDots(
                        t('storage.photosIn', { count: stats?.photoCount ?? 0 }),
                        format.bytes(stats?.originalBytes ?? 0),
                      )}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
    </>
  );
}
