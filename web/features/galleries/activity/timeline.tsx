import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GalleryEvent } from '#core/api/galleries.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { ListSelect } from '#web/components/layout/list-toolbar.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { saveFile } from '#web/lib/browser/files.ts';
import { groupByDay, useDayTitle } from '#web/lib/format/relative-day.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { ACTIVITY_FILTERS, type ActivityFilter, eventText, matchesFilter } from './event-text.ts';

/** Kinds whose text names a person who did not act: "You invited someone". */
const ABOUT: readonly string[] = ['invited', 'revoked'];

/** An event as a sentence, with its time. */
function EventItem({ event }: { event: GalleryEvent }) {
  const { t } = useTranslation('activity');
  const now = useNow();
  const format = useFormat();
  const { key, photo, count, who } = eventText(event);
  const nobody = ABOUT.includes(event.kind) ? t('someone') : t('visitor');
  const when = now - event.at < DAY_MS ? format.recent(event.at, now) : format.time(event.at);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5">
      <span className="min-w-0 wrap-anywhere">
        {t(`said.${key}` as 'said.downloadedPhotos', { who: who ?? nobody, photo, count })}
      </span>
      <time dateTime={new Date(event.at).toISOString()} className="text-caption text-soft">
        {when}
      </time>
    </li>
  );
}

/** Exports the whole activity as CSV. */
function ExportActivity({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('activity');
  const api = useApi();
  const { call, busy } = useApiCall();
  const save = () =>
    void call(async () => {
      const file = await api.galleries.activity({ params: { galleryId: gallery.id } });
      saveFile(file, `${t('file', { name: gallery.name })}.csv`);
    });
  return (
    <Button icon={<Download />} className="shrink-0" loading={busy} onClick={save}>
      {t('export')}
    </Button>
  );
}

interface TimelineProps {
  gallery: GalleryRow;
  /** Latest first. */
  events: readonly GalleryEvent[];
  /** Absent if there are no more. */
  onMore?: () => void;
}

export function Timeline({ gallery, events, onMore }: TimelineProps) {
  const { t } = useTranslation('activity');
  const { timeZone } = useAccount();
  const id = useId();
  const title = useDayTitle();
  const [filter, setFilter] = useState<ActivityFilter>('all');
  const days = groupByDay(
    events.filter((event) => matchesFilter(event, filter)),
    timeZone,
  );
  return (
    <section aria-labelledby={id} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-lead font-semibold">
          {t('timeline')}
        </h2>
        <div className="flex items-center gap-2 max-sm:w-full">
          <div className="min-w-0 grow">
            <ListSelect
              label={t('filter')}
              value={filter}
              options={ACTIVITY_FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
              onChange={setFilter}
            />
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
