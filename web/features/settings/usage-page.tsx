import { useQuery } from '@rocicorp/zero/react';
import { clsx } from 'clsx';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StudioUsage } from '#core/api/insights.ts';
import { monthCost } from '#core/domain/studio/plan.ts';
import type { PlanState } from '#core/domain/studio/plan-state.ts';
import { can } from '#core/domain/studio/roles.ts';
import { FORECAST_DAYS, meanStored, monthOf } from '#core/domain/studio/usage.ts';
import { queries } from '#core/zero/queries.ts';
import { ListSelect } from '#web/components/layout/list-toolbar.tsx';
import { LoadFailure } from '#web/components/layout/load-failure.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { BarChart } from '#web/components/ui/charts/bar-chart.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { readConfig } from '#web/lib/env.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { galleryHref, paths } from '#web/lib/paths.ts';
import { PlanSection } from './plan/plan-section.tsx';

/** Number of largest galleries listed. */
const SHOWN = 20;

/** States in which something is to be paid or accepted. */
const OWING: ReadonlySet<PlanState | null> = new Set(['past_due', 'read_only', 'suspended']);

interface UsagePageProps {
  tabs: ReactNode;
}

/** Shows what the studio stores and its clients download, by day of a month, and its largest galleries. */
export function UsagePage({ tabs }: UsagePageProps) {
  const { t } = useTranslation('settings');
  const api = useApi();
  const { billingFrom } = readConfig();
  const { role, planState, cappedAt, pricesEndAt } = useAccount();
  const present = monthOf(useNow());
  const hasPlan = billingFrom && present >= billingFrom && can(role, 'billing.manage');
  // What a banner led here for comes first, and stays there once it is done.
  const [isAsked] = useState(() => pricesEndAt !== null || cappedAt !== null || OWING.has(planState));
  const [chosen, setChosen] = useState<string | null>(null);
  const month = chosen ?? present;
  const load = useCallback(() => api.insights.usage({ query: { month } }), [api, month]);
  const { data, failure, isLoading, reload } = useApiData(load);
  return (
    <>
      <PageHeader title={t(billingFrom ? 'tabs.plan' : 'tabs.usage')} tabs={tabs} />
      <div className="column flex flex-col gap-12">
        {hasPlan && isAsked && <PlanSection />}
        <PageSection title={t('usage.title')}>
          <p className="measure text-soft">
            {t('usage.intro')} {!billingFrom && t('usage.free')}
          </p>
          {failure && <LoadFailure code={failure} offline={t('usage.offline')} onRetry={reload} />}
          {!data && !failure && <UsageSkeleton />}
          {data && (
            <div
              aria-busy={isLoading}
              className={clsx('flex flex-col gap-10 transition-opacity', isLoading && 'opacity-60')}
            >
              <div className="flex flex-col items-start gap-6">
                <MonthChoice {...{ month, present, months: data.months }} onChange={setChosen} />
                {billingFrom && <MonthCost usage={data} from={billingFrom} />}
                <MonthFigures usage={data} />
              </div>
              <DayCharts usage={data} />
            </div>
          )}
        </PageSection>
        {(data || failure) && (
          <>
            {hasPlan && !isAsked && <PlanSection />}
            <LargestGalleries />
          </>
        )}
      </div>
    </>
  );
}

interface MonthChoiceProps {
  month: string;
  present: string;
  months: StudioUsage['months'];
  onChange: (month: string) => void;
}

function MonthChoice({ month, present, months, onChange }: MonthChoiceProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const all = [...new Set([present, month, ...months.map((one) => one.month)])].toSorted().toReversed();
  return (
    <ListSelect
      label={t('usage.month')}
      value={month}
      options={all.map((value) => ({ value, label: format.month(value) }))}
      onChange={onChange}
    />
  );
}

/** Placeholder with the height of the figures and the first chart. */
function UsageSkeleton() {
  return (
    <div className="flex flex-col gap-10">
      <Skeleton className="h-20" />
      <Skeleton className="h-60" />
    </div>
  );
}

/** The month in figures: of the present one what it has come to so far and what is expected of it. */
function MonthFigures({ usage: { month, months, stored, trash, forecast } }: { usage: StudioUsage }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { role } = useAccount();
  const totals = months.find((one) => one.month === month);
  const span = ({ low, high }: { low: number; high: number }) => {
    const [from, to] = [format.bytes(low), format.bytes(high)];
    return from === to ? t('usage.about', { size: to }) : t('usage.span', { from, to });
  };
  const isTold = forecast !== null && forecast.fullDays >= FORECAST_DAYS.shown;
  return (
    <dl className="grid w-full gap-x-8 gap-y-6 sm:grid-cols-3">
      {forecast ? (
        <Figure
          name={t('usage.stored')}
          value={format.bytes(stored)}
          note={isTold ? t('usage.average', { size: span(forecast.stored) }) : t('usage.tooEarly')}
        />
      ) : (
        <Figure name={t('usage.mean')} value={format.bytes(meanStored(totals?.byteHours ?? 0, month))} />
      )}
      <Figure
        name={t('usage.downloaded')}
        value={format.bytes(totals?.downloadBytes ?? 0)}
        note={isTold && t('usage.expected', { size: span(forecast.downloaded) })}
      />
      {forecast && (
        <Figure
          name={t('usage.trash')}
          value={format.bytes(trash)}
          note={
            trash > 0 &&
            can(role, 'galleries.delete') && (
              <Link to={paths.trash} className="thumb inline-block">
                {t('usage.openTrash')}
              </Link>
            )
          }
        />
      )}
    </dl>
  );
}

/** What the month costs: of the present one so far, and what it is expected to come to. */
function MonthCost({ usage: { month, months, forecast, plan }, from }: { usage: StudioUsage; from: string }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const totals = months.find((one) => one.month === month) ?? { byteHours: 0, downloadBytes: 0 };
  const { prices, amount, isWaived, expected } = monthCost(month, totals, forecast, plan);
  const money = (minor: number) => format.money(minor, prices.currency);
  const notes = () => {
    if (month < from) return t('usage.uncharged', { month: format.month(from) });
    if (plan?.cap === 0 && plan.charged === null) return t('usage.trial');
    if (!forecast) return isWaived ? t('usage.waived', { least: money(prices.waivedBelow) }) : t('usage.net');
    if (!expected) return t('usage.tooEarly');
    const [low, high] = [money(expected.low), money(expected.high)];
    const range = low === high ? t('usage.about', { size: high }) : t('usage.span', { from: low, to: high });
    return t('usage.expectedAmount', { amount: range });
  };
  return (
    <dl>
      <Figure
        name={t(forecast ? 'usage.amount' : 'usage.amountThen')}
        value={money(month < from ? 0 : amount)}
        note={notes()}
      />
    </dl>
  );
}

interface FigureProps {
  name: string;
  value: string;
  note?: ReactNode;
}

function Figure({ name, value, note }: FigureProps) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-caption text-soft">{name}</dt>
      <dd className="flex flex-col gap-1">
        <span data-figures className="text-title">
          {value}
        </span>
        {note && <span className="text-caption text-soft">{note}</span>}
      </dd>
    </div>
  );
}

function DayCharts({ usage: { month, days } }: { usage: StudioUsage }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const points = (of: (day: StudioUsage['days'][number]) => number) =>
    daysOf(month).map((key) => {
      const day = days.find((one) => one.day === key);
      return {
        key,
        label: format.calendarDate(key, { day: 'numeric', month: 'short' }),
        name: format.calendarDate(key, { weekday: 'short', day: 'numeric', month: 'long' }),
        value: day ? of(day) : 0,
      };
    });
  const chart = { unit: t('usage.day'), format: format.bytes };
  return (
    <>
      <BarChart
        label={t('usage.storedByDay')}
        points={points(({ byteHours, hours }) => (hours > 0 ? byteHours / hours : 0))}
        summary={t('usage.storedByDay')}
        empty={t('usage.noneStored')}
        {...chart}
      />
      <BarChart
        label={t('usage.downloadedByDay')}
        points={points(({ downloadBytes }) => downloadBytes)}
        summary={t('usage.downloadedByDay')}
        empty={t('usage.noneDownloaded')}
        {...chart}
      />
      <p className="measure text-caption text-soft">{t('usage.zone')}</p>
    </>
  );
}

/** Returns every day of a month: `2026-11-01` to `2026-11-30`. */
function daysOf(month: string): string[] {
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return Array.from({ length: days }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
}

function LargestGalleries() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const [galleries, { type }] = useQuery(queries.galleries.list({ limit: 1000 }));
  const largest = galleries
    .filter(({ stats }) => (stats?.originalBytes ?? 0) > 0)
    .toSorted((left, right) => (right.stats?.originalBytes ?? 0) - (left.stats?.originalBytes ?? 0))
    .slice(0, SHOWN);
  if (largest.length === 0) {
    return type === 'complete' && <EmptyState title={t('usage.largest')}>{t('usage.empty')}</EmptyState>;
  }
  return (
    <PageSection title={t('usage.largest')}>
      <ul className="divide-y divide-line border-y border-line">
        {largest.map(({ id, name, stats }) => (
          <li key={id}>
            <Link
              to={galleryHref(id)}
              className="flex min-h-control items-center justify-between gap-4 py-2 no-underline hover:underline"
            >
              <span className="min-w-0 truncate">{name}</span>
              <span className="shrink-0 text-soft tabular-nums">
                {`${t('usage.photosIn', { count: stats?.photoCount ?? 0 })} · ${format.bytes(stats?.originalBytes ?? 0)}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
