import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import type { TabProps } from '../gallery-places.ts';
import { ActivitySummary } from './activity-summary.tsx';
import { MostViewed } from './most-viewed.tsx';
import { Timeline } from './timeline.tsx';

/** Events that are shown at first, that each "show more" adds, and that there can be at the most. */
const [FIRST, STEP, MOST] = [50, 150, 1000] as const;

/** What visitors have done in a gallery, told in sentences. */
export function ActivityTab({ gallery }: TabProps) {
  const { t } = useTranslation('activity');
  const [limit, setLimit] = useState<number>(FIRST);
  const [events, { type }] = useQuery(queries.galleries.events({ galleryId: gallery.id, limit }));
  if (events.length === 0 && type !== 'complete') return <LoadingPlaceholder className="h-64 max-w-2xl" />;
  if (events.length === 0 && gallery.publishedAt === null) {
    return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  }
  const more = events.length >= limit && limit < MOST;
  return (
    <div className="flex flex-col gap-12">
      <ActivitySummary gallery={gallery} />
      <MostViewed galleryId={gallery.id} />
      <Timeline
        gallery={gallery}
        events={events}
        {...(more && { onMore: () => setLimit(Math.min(MOST, limit + STEP)) })}
      />
      <p className="measure text-caption text-soft">{t('privacy')}</p>
    </div>
  );
}
