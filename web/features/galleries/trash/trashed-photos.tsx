import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PREVIEW } from '#core/domain/photos/image-sources.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { PhotoTile } from '#web/components/ui/lists/photo-tile.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { galleryHref } from '#web/lib/paths.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useSelectedIds } from '#web/lib/use-selected-ids.ts';
import { DaysLeft, groupTrashedPhotos, type TrashedPhoto, type TrashGroup } from './trash-groups.tsx';

/** Photos shown at first: two rows of a wide window. The rest on demand. */
const AT_FIRST = 24;

/** Photos deleted from one gallery on one day. */
function PhotoGroup({ group, to }: { group: TrashGroup<TrashedPhoto>; to: string }) {
  const { t } = useTranslation(['trash', 'galleries']);
  const mutate = useMutation();
  const [all, setAll] = useState(false);
  const { ids: chosen, setIds: setChosen, select } = useSelectedIds();
  const { photos, galleryId, deletedAt } = group;
  const selected = photos.filter(({ id }) => chosen.has(id));
  const shown = all ? photos : photos.slice(0, AT_FIRST);
  const name = photos[0]?.gallery?.name ?? '';
  const format = useFormat();
  const date = format.date(deletedAt);

  const restore = (which: readonly TrashedPhoto[]) => {
    const photoIds = which.map(({ id }) => id);
    void mutate(restorePhotos(galleryId, photoIds), {
      done: t('photosBack', { count: photoIds.length, name }),
      undo: () => deletePhotos(galleryId, photoIds),
    });
    setChosen(new Set());
  };
  return (
    <li aria-label={t('groupLabel', { name, date })} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-medium">
            <Link to={to} className="thumb inline-flex max-w-full no-underline hover:underline">
              <span className="truncate">{name}</span>
            </Link>
          </h3>
          <p className="flex flex-wrap gap-x-3 text-caption text-soft">
            <span>{`${t('galleries:photoCount', { count: photos.length })} · ${date}`}</span>
            <DaysLeft deletedAt={deletedAt} />
          </p>
        </div>
        <Button size="small" writes onClick={() => restore(selected.length > 0 ? selected : photos)}>
          {selected.length > 0 ? t('restoreSelected', { count: selected.length }) : t('restoreAll')}
        </Button>
      </div>
      <ul className="flex flex-wrap gap-2">
        {shown.map((photo) => (
          <Tile key={photo.id} photo={photo} selected={chosen.has(photo.id)} onSelect={(on) => select(photo.id, on)} />
        ))}
      </ul>
      {shown.length < photos.length && (
        <div>
          <Button variant="quiet" size="small" onClick={() => setAll(true)}>
            {t('showAll', { number: format.number(photos.length) })}
          </Button>
        </div>
      )}
    </li>
  );
}

const restorePhotos = (galleryId: string, photoIds: string[]) =>
  mutators.photos.restore({ galleryId, photoIds, cover: null, now: Date.now() });
const deletePhotos = (galleryId: string, photoIds: string[]) =>
  mutators.photos.trash({ galleryId, photoIds, now: Date.now() });

interface TileProps {
  photo: TrashedPhoto;
  selected: boolean;
  onSelect: (selected: boolean) => void;
}

function Tile({ photo, selected, onSelect }: TileProps) {
  const { t } = useTranslation('trash');
  const ready = useImagesReady();
  const { filename, fileId, galleryId, thumbhash, status } = photo;
  const [width, height] = photo.width && photo.height ? [photo.width, photo.height] : [3, 2];
  return (
    <li className="h-20 md:h-28">
      <PhotoTile
        name={filename}
        title={filename}
        src={ready && status === 'ready' ? imageSrc(galleryId, fileId, PREVIEW) : undefined}
        width={width}
        height={height}
        thumbhash={thumbhash}
        selected={selected}
        selectLabel={t('select', { name: filename })}
        onSelect={onSelect}
        onClick={() => onSelect(!selected)}
        className="h-full cursor-pointer"
      />
    </li>
  );
}

interface TrashedPhotosProps {
  photos: readonly TrashedPhoto[];
  /** Button that loads more. */
  more: ReactNode;
}

/** Deleted photos by gallery and day, each group restored by one button. */
export function TrashedPhotos({ photos, more }: TrashedPhotosProps) {
  const { t } = useTranslation('trash');
  const { timeZone } = useAccount();
  const id = useId();
  const groups = useMemo(() => groupTrashedPhotos(photos, timeZone), [photos, timeZone]);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-6">
      <h2 id={id} className="text-lead font-semibold">
        {t('photos')}
      </h2>
      <ul className="flex flex-col gap-10">
        {groups.map((group) => (
          <PhotoGroup key={group.key} group={group} to={galleryHref(group.galleryId)} />
        ))}
      </ul>
      {more}
    </section>
  );
}
