import { clsx } from 'clsx';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioInsights } from '#core/api/insights.ts';
import { AWAY_MONTHS, insightPeriod, type InsightTable } from '#core/domain/studio/insights.ts';
import { LoadFailure } from '#web/components/layout/load-failure.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { BarList } from '#web/components/ui/charts/bar-list.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { galleryHref } from '#web/lib/paths.ts';
import { choiceParam, filterParam, useViewParams, viewParams } from '#web/lib/view-params.ts';
import { AwayClients, BookingSteps, RevenueByType } from './business-sections.tsx';
import { InsightsSkeleton } from './insights-states.tsx';
import { LovedPhotos } from './loved-photos.tsx';
import { PeriodChoice } from './period.tsx';
import { SaveTable } from './save-table.tsx';
import { VisitorChart } from './visitor-chart.tsx';

const VIEW = viewParams({
  period: filterParam('period', (value) => insightPeriod.safeParse(value).success),
  away: choiceParam('away', AWAY_MONTHS, '12'),
});

/** The studio's own figures: visitors, bookings, money, and clients to come back to. */
export function InsightsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('insights');
  const api = useApi();
  const [view, change] = useViewParams(VIEW);
  const period = view.period ?? '30d';
  const { away } = view;
  const load = useCallback(() => api.insights.studio({ query: { period, away } }), [api, period, away]);
  const { data, failure, isLoading, reload } = useApiData(load);
  const save = (table: InsightTable) => (
    <SaveTable
      name={t(`sections.${table}`)}
      load={() => api.insights.table({ params: { table }, query: { period, away } })}
    />
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <PeriodChoice
            period={period}
            firstYear={data?.firstYear}
            onChange={(value) => change({ period: value === '30d' ? null : value })}
          />
        }
        tabs={tabs}
      />
      <p className="measure pb-8 text-soft">{t('intro')}</p>
      {failure && <LoadFailure code={failure} offline={t('offline')} onRetry={reload} />}
      {!data && !failure && <InsightsSkeleton />}
      {data && (
        <div
          aria-busy={isLoading}
          className={clsx('flex flex-col gap-12 transition-opacity', isLoading && 'opacity-60')}
        >
          <PageSection title={t('sections.visits')} action={save('visits')}>
            <VisitorChart unit={data.unit} counts={data.counts} />
          </PageSection>
          <PageSection title={t('sections.photos')} action={save('photos')}>
            <LovedPhotos photos={data.photos} namesGallery />
          </PageSection>
          <div className="grid grid-cols-1 gap-x-12 gap-y-12 lg:grid-cols-2">
            <PageSection title={t('sections.galleries')} action={save('galleries')}>
              <MostVisited galleries={data.galleries} />
            </PageSection>
            {data.booking && (
              <PageSection title={t('sections.booking')} action={save('booking')}>
                <BookingSteps booking={data.booking} />
              </PageSection>
            )}
          </div>
          {data.revenue && (
            <PageSection title={t('sections.revenue')} action={save('revenue')}>
              <RevenueByType unit={data.unit} revenue={data.revenue} />
            </PageSection>
          )}
          {data.clients && (
            <PageSection title={t('sections.clients')} action={save('clients')}>
              <AwayClients clients={data.clients} away={away} onAway={(value) => change({ away: value })} />
            </PageSection>
          )}
        </div>
      )}
    </>
  );
}

function MostVisited({ galleries }: Pick<StudioInsights, 'galleries'>) {
  const { t } = useTranslation('insights');
  const format = useFormat();
  if (galleries.length === 0) return <p className="measure text-soft">{t('none.galleries')}</p>;
  return (
    <BarList
      label={t('sections.galleries')}
      items={galleries.map(({ id, name, visits, views, downloads }) => ({
        key: id,
        name,
        value: visits,
        text: t('visits', { count: visits }),
        detail: t('galleryDetail', { views: format.number(views), downloads: format.number(downloads) }),
        to: galleryHref(id, 'galleryActivity'),
      }))}
    />
  );
}
