import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MAX_BULK_PHOTOS } from '#core/domain/photos/photos.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { RestoreButton, TrashPage } from '#web/components/layout/trash-page.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { Cover } from '../gallery-card.tsx';
import { DaysLeft, type TrashedGallery } from './trash-groups.tsx';
import { TrashedPhotos } from './trashed-photos.tsx';

const restore = (id: string) => mutators.galleries.restore({ id, now: Date.now() });
const trash = (id: string) => mutators.galleries.trash({ id, now: Date.now() });

interface TrashedGalleriesProps {
  galleries: readonly TrashedGallery[];
  /** Button that loads more. */
  more: ReactNode;
}

function TrashedGalleries({ galleries, more }: TrashedGalleriesProps) {
  const { t } = useTranslation('trash');
  const id = useId();
  const mutate = useMutation();
  const toast = useToast();
  const restoreAll = async () => {
    const back: string[] = [];
    for (const gallery of galleries) if (await mutate(restore(gallery.id))) back.push(gallery.id);
    const onUndo = () => back.forEach((one) => void mutate(trash(one)));
    if (back.length > 0) toast({ title: t('galleriesBack', { count: back.length }), onUndo });
  };
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex min-h-control items-center justify-between gap-4">
        <h2 id={id} className="text-lead font-semibold">
          {t('galleries')}
        </h2>
        {galleries.length > 1 && (
          <Button variant="quiet" size="small" writes onClick={() => void restoreAll()}>
            {t('restoreAll')}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {galleries.map((gallery) => (
          <Row key={gallery.id} gallery={gallery} />
        ))}
      </ul>
      {more}
    </section>
  );
}

function Row({ gallery }: { gallery: TrashedGallery }) {
  const { t } = useTranslation(['trash', 'galleries']);
  const format = useFormat();
  const mutate = useMutation();
  const { id, name } = gallery;
  const deletedAt = gallery.deletedAt ?? 0;
  const details = [
    t('galleries:photoCount', { count: gallery.stats?.photoCount ?? 0 }),
    t('deletedOn', { date: format.date(deletedAt) }),
  ];
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="w-20 shrink-0 md:w-24">
        <Cover gallery={gallery} small />
      </div>
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <h3 className="truncate font-medium">{name}</h3>
        <p className="text-caption text-soft">{details.join(' · ')}</p>
        <DaysLeft deletedAt={deletedAt} />
      </div>
      <RestoreButton
        name={name}
        onRestore={() => void mutate(restore(id), { done: t('galleryBack', { name }), undo: () => trash(id) })}
      />
    </li>
  );
}

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
