import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PREVIEW } from '#core/domain/photos/image-sources.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadFailure } from '#web/components/layout/load-failure.tsx';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { PhotoTile } from '#web/components/ui/lists/photo-tile.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { GalleryRow, TabProps } from '#web/lib/galleries/types.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { Timeline } from './timeline.tsx';

/** Visits, views and downloads in one line. */
function ActivitySummary({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('activity');
  const format = useFormat();
  const counts = {
    visitors: gallery.stats?.visitorCount ?? 0,
    viewed: gallery.stats?.viewCount ?? 0,
    taken: gallery.stats?.downloadCount ?? 0,
  };
  const { publishedAt } = gallery;
  return (
    <p data-figures className="flex flex-wrap items-baseline gap-x-6 gap-y-1 text-lead text-soft">
      {(['visitors', 'viewed', 'taken'] as const).map((key) => (
        <span key={key}>
          <strong className="font-semibold text-ink">{format.number(counts[key])}</strong>
          {` ${t(`summary.${key}`, { count: counts[key] })}`}
        </span>
      ))}
      {publishedAt !== null && (
        <span className="text-text">{t('summary.since', { date: format.date(publishedAt) })}</span>
      )}
    </p>
  );
}

const AT_MOST = 8;

/** Returns the most viewed photos, most views first. */
function useMostViewed(galleryId: string) {
  // Some of the first may be in the trash: load more than are shown.
  const [stats, { type }] = useQuery(queries.galleries.mostViewed({ galleryId, limit: AT_MOST * 3 }));
  const [photos, { type: ofPhotos }] = useQuery(queries.galleries.photos({ galleryId }));
  const mostViewed = useMemo(() => {
    const byId = new Map(photos.map((photo) => [photo.id, photo]));
    const seen = stats.flatMap((stat) => {
      const photo = byId.get(stat.photoId);
      return stat.viewCount > 0 && photo?.width && photo.height
        ? [{ ...stat, photo, width: photo.width, height: photo.height }]
        : [];
    });
    return seen.slice(0, AT_MOST);
  }, [stats, photos]);
  return { mostViewed, isComplete: type === 'complete' && ofPhotos === 'complete' };
}

interface MostViewedProps {
  galleryId: string;
  shown: ReturnType<typeof useMostViewed>['mostViewed'];
}

/** The most viewed photos. */
function MostViewed({ galleryId, shown }: MostViewedProps) {
  const { t } = useTranslation('activity');
  const id = useId();
  const ready = useImagesReady();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-lead font-semibold">
        {t('most')}
      </h2>
      {/* Wider than a phone and without focusable children: focusable itself, so that arrow keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls (WCAG 2.1.1) */}
      <ul tabIndex={0} aria-labelledby={id} className="flex gap-3 overflow-x-auto pb-2 max-md:-mx-4 max-md:px-4">
        {shown.map(({ photo, width, height, viewCount, downloadCount }) => (
          <li key={photo.id} className="flex shrink-0 flex-col gap-1.5">
            <PhotoTile
              name={photo.filename}
              title={photo.filename}
              src={ready ? imageSrc(galleryId, photo.fileId, PREVIEW) : undefined}
              width={width}
              height={height}
              thumbhash={photo.thumbhash}
              className="h-28 md:h-32"
            />
            <p data-figures className="text-caption">
              {t('looks', { count: viewCount })}
              {downloadCount > 0 && <span className="block text-soft">{t('taken', { count: downloadCount })}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Events shown at first, added by each "show more", and shown at most. */
const [FIRST, STEP, MOST] = [50, 150, 1000] as const;

/** Returns the gallery's events, loaded again when its synced counts show further ones, and now and then. */
function useEvents({ id, stats, status }: GalleryRow, limit: number) {
  const api = useApi();
  const version = [stats?.visitorCount, stats?.downloadCount, status].join();
  const load = useCallback(
    () => api.galleries.events({ params: { galleryId: id }, query: { limit } }),
    // oxlint-disable-next-line react/exhaustive-deps -- another version is another answer
    [api, id, limit, version],
  );
  return useApiData(load, { isLive: true });
}

/** Activity of visitors in a gallery, as sentences. */
export function ActivityTab({ gallery, insights }: TabProps & { insights: ReactNode }) {
  const { t } = useTranslation('activity');
  const [limit, setLimit] = useState<number>(FIRST);
  const { data, failure, reload } = useEvents(gallery, limit);
  const { mostViewed, isComplete } = useMostViewed(gallery.id);
  const isSettled = useSettled({ isComplete: isComplete && data !== null, hasRows: failure !== null });
  if (!isSettled || (!data && !failure)) return <LoadingPlaceholder className="column h-64" />;
  if (data?.events.length === 0 && gallery.publishedAt === null) {
    return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  }
  const more = data && data.events.length >= limit && limit < MOST;
  return (
    <div className="flex flex-col gap-12">
      <ActivitySummary gallery={gallery} />
      {insights}
      {mostViewed.length > 0 && <MostViewed galleryId={gallery.id} shown={mostViewed} />}
      {failure && <LoadFailure code={failure} onRetry={reload} />}
      {data && (
        <Timeline
          gallery={gallery}
          events={data.events}
          {...(more && { onMore: () => setLimit(Math.min(MOST, limit + STEP)) })}
        />
      )}
      <p className="measure text-caption text-soft">{t('privacy')}</p>
    </div>
  );
}
