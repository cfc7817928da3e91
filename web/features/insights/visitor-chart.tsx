import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitorCounts } from '#core/api/insights.ts';
import { GALLERY_COUNTS, type GalleryCount } from '#core/domain/studio/insights.ts';
import { BarChart } from '#web/components/ui/charts/bar-chart.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { usePeriodNames } from './period.tsx';

interface VisitorChartProps {
  unit: 'day' | 'month';
  counts: readonly VisitorCounts[];
}

/** Visits, views, downloads and favourites: their totals choose which of them the chart shows. */
export function VisitorChart({ unit, counts }: VisitorChartProps) {
  const { t } = useTranslation('insights');
  const format = useFormat();
  const names = usePeriodNames(unit);
  const [shown, setShown] = useState<GalleryCount>('visits');
  return (
    <div className="flex flex-col gap-6">
      <RadioGroup.Root
        aria-label={t('counts.label')}
        value={shown}
        onValueChange={(value) => setShown(value as GalleryCount)}
        className="grid grid-cols-2 gap-px border border-line bg-line sm:grid-cols-4"
      >
        {GALLERY_COUNTS.map((count) => (
          <RadioGroup.Item
            key={count}
            value={count}
            className="flex flex-col items-start gap-0.5 border-b-2 border-transparent bg-paper px-4 py-3 text-left outline-offset-[-3px] transition-colors hover:bg-raised data-[state=checked]:border-accent data-[state=checked]:bg-raised"
          >
            <span className="text-caption text-soft">{t(`counts.${count}`)}</span>
            <span data-figures className="text-title">
              {format.number(counts.reduce((sum, one) => sum + one[count], 0))}
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <BarChart
        label={t(`counts.${shown}`)}
        unit={t(`unit.${unit}`)}
        points={counts.map((one) => ({ key: one.key, value: one[shown], ...names(one.key) }))}
        format={format.number}
        empty={t(`none.${shown}`)}
      />
    </div>
  );
}
