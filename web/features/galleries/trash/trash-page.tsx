import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MAX_BULK_PHOTOS } from '#core/domain/photos/photos.ts';
import { queries } from '#core/zero/queries.ts';
import { TrashPage } from '#web/components/layout/trash-page.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { paths } from '#web/lib/paths.ts';
import { TrashedGalleries } from './trashed-galleries.tsx';
import { TrashedPhotos } from './trashed-photos.tsx';

/** Rows loaded at first and with each "show more", so that a year of deletions is not loaded in one query. */
const STEP = { galleries: 100, photos: 500 } as const;
const MOST = { galleries: 1000, photos: MAX_BULK_PHOTOS } as const;

/** Deleted galleries and photos that can still be restored. */
export function GalleriesTrashPage() {
  const { t } = useTranslation(['trash', 'galleries']);
  const [limit, setLimit] = useState<{ galleries: number; photos: number }>(STEP);
  const [trashed, { type }] = useQuery(queries.galleries.trashed({ limit: limit.galleries }));
  const [photos, { type: photosType }] = useQuery(queries.galleries.trashedPhotos({ limit: limit.photos }));
  const more = (part: keyof typeof STEP, shown: number) =>
    shown >= limit[part] &&
    limit[part] < MOST[part] && (
      <Button onClick={() => setLimit({ ...limit, [part]: Math.min(MOST[part], limit[part] + STEP[part]) })}>
        {t('more')}
      </Button>
    );
  return (
    <TrashPage
      title={t('title')}
      back={{ to: paths.galleries, label: t('galleries:title') }}
      intro={t('intro')}
      emptyText={t('empty.text')}
      emptyAction={
        <Link to={paths.galleries} className={buttonClass()}>
          {t('empty.act')}
        </Link>
      }
      isEmpty={trashed.length === 0 && photos.length === 0}
      isComplete={type === 'complete' && photosType === 'complete'}
    >
      <div className="flex flex-col gap-14">
        {trashed.length > 0 && <TrashedGalleries galleries={trashed} more={more('galleries', trashed.length)} />}
        {photos.length > 0 && <TrashedPhotos photos={photos} more={more('photos', photos.length)} />}
      </div>
    </TrashPage>
  );
}
