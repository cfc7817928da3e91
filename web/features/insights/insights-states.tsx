import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';

/** As high as the chart with its totals. */
export function InsightsSkeleton() {
  return (
    <div className="flex max-w-5xl flex-col gap-6">
      <Skeleton className="h-20" />
      <Skeleton className="h-60" />
    </div>
  );
}

interface InsightsFailureProps {
  code: string;
  onRetry: () => void;
}

/** Figures are computed on the server: offline there are none. */
export function InsightsFailure({ code, onRetry }: InsightsFailureProps) {
  const { t } = useTranslation(['insights', 'errors', 'common']);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 border-y border-line py-3">
      <p className="measure grow text-soft">
        {code === 'network'
          ? t('offline')
          : t(`errors:${code}` as 'errors:unknown', { defaultValue: t('errors:unknown') })}
      </p>
      <Button onClick={onRetry}>{t('common:retry')}</Button>
    </div>
  );
}
