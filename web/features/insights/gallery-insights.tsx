import { clsx } from 'clsx';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InsightPeriod } from '#core/domain/studio/insights.ts';
import { LoadFailure } from '#web/components/layout/load-failure.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { InsightsSkeleton } from './insights-states.tsx';
import { LovedPhotos } from './loved-photos.tsx';
import { PeriodChoice } from './period.tsx';
import { SaveTable } from './save-table.tsx';
import { VisitorChart } from './visitor-chart.tsx';

interface GalleryInsightsProps {
  galleryId: string;
  name: string;
}

/** A gallery's visitors by day, and its most loved photos. */
export function GalleryInsights({ galleryId, name }: GalleryInsightsProps) {
  const { t } = useTranslation('insights');
  const api = useApi();
  const [period, setPeriod] = useState<InsightPeriod>('30d');
  const load = useCallback(
    () => api.insights.gallery({ params: { galleryId }, query: { period } }),
    [api, galleryId, period],
  );
  const { data, failure, isLoading, reload } = useApiData(load);
  return (
    <section aria-label={t('sections.visits')} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-lead font-semibold">{t('sections.visits')}</h2>
        <div className="flex items-center gap-4">
          <PeriodChoice period={period} onChange={setPeriod} firstYear={data?.firstYear} />
          <SaveTable
            name={t('galleryFile', { name })}
            load={() => api.insights.galleryTable({ params: { galleryId }, query: { period } })}
          />
        </div>
      </div>
      {failure && <LoadFailure code={failure} offline={t('offline')} onRetry={reload} />}
      {!data && !failure && <InsightsSkeleton />}
      {data && (
        <div
          aria-busy={isLoading}
          className={clsx('flex flex-col gap-12 transition-opacity', isLoading && 'opacity-60')}
        >
          <VisitorChart unit={data.unit} counts={data.counts} />
          {data.photos.length > 0 && (
            <div className="flex flex-col gap-4">
              <h2 className="text-lead font-semibold">{t('sections.photos')}</h2>
              <LovedPhotos photos={data.photos} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}
