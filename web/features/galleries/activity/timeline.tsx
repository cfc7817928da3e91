import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { groupByDay } from '#web/lib/days.ts';
import { useDayTitle } from '#web/lib/use-day-title.ts';
import type { GalleryRow } from '../gallery-rows.ts';
import { ACTIVITY_FILTERS, matchesFilter, type ActivityEvent, type ActivityFilter } from './activity-sentence.ts';
import { EventItem } from './event-item.tsx';
import { ExportActivity } from './export-activity.tsx';

interface TimelineProps {
  gallery: GalleryRow;
  /** The latest first. */
  events: readonly ActivityEvent[];
  /** Absent when these are all. */
  onMore?: () => void;
}

export function Timeline({ gallery, events, onMore }: TimelineProps) {
  const { t } = useTranslation('activity');
  const { timeZone } = useAccount();
  const id = useId();
  const title = useDayTitle(timeZone);
  const [filter, setFilter] = useState<ActivityFilter>('all');
  const days = groupByDay(
    events.filter((event) => matchesFilter(event, filter)),
    timeZone,
  );
  return (
    <section aria-labelledby={id} className="flex max-w-2xl flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-lead font-semibold">
          {t('timeline')}
        </h2>
        <div className="flex items-center gap-2 max-sm:w-full">
          <div className="min-w-0 grow">
            <Field label={t('filter')} hideLabel>
              <Select
                value={filter}
                onChange={({ target }) => setFilter(ACTIVITY_FILTERS.find((one) => one === target.value) ?? 'all')}
                options={ACTIVITY_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
              />
            </Field>
          </div>
          <ExportActivity gallery={gallery} />
        </div>
      </div>
      {days.length === 0 && <p className="text-soft">{t('none')}</p>}
      {days.map(({ date, events: those }) => (
        <section key={date} aria-labelledby={`${id}-${date}`} className="flex flex-col">
          <h3 id={`${id}-${date}`} className="border-b border-line pb-2 text-caption font-medium text-soft">
            {title(date)}
          </h3>
          <ol className="divide-y divide-line">
            {those.map((event) => (
              <EventItem key={event.id} event={event} />
            ))}
          </ol>
        </section>
      ))}
      {onMore && (
        <div>
          <Button onClick={onMore}>{t('more')}</Button>
        </div>
      )}
    </section>
  );
}
