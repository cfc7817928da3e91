import { useQuery } from '@rocicorp/zero/react';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { comparePhotos } from '#core/domain/photos/photos.ts';
import { isVideo } from '#core/domain/photos/videos.ts';
import { queries } from '#core/zero/queries.ts';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import type { GalleryListRow } from '#web/lib/galleries/types.ts';
import { Thumbnail } from './thumbnail.tsx';
import { TileGrid } from './tile-grid.tsx';

/** Tiles that are rendered at first, and with each press of the button below. */
const STEP = 240;

interface GalleryPhotosProps {
  gallery: GalleryListRow;
  taken: readonly string[];
  picked: readonly string[];
  isFull: boolean;
  onToggle: (photoId: string) => void;
}

/** Photos of a gallery that visitors may see, in its order. */
export function GalleryPhotos({ gallery, taken, picked, isFull, onToggle }: GalleryPhotosProps) {
  const { t } = useTranslation('blocks');
  const [limit, setLimit] = useState(STEP);
  const [photos, { type }] = useQuery(queries.galleries.photos({ galleryId: gallery.id }));
  const shown = useMemo(
    () =>
      photos
        .filter((photo) => photo.status === 'ready' && !photo.isHidden && !isVideo(photo) && !photo.metadata.noPreview)
        .toSorted(comparePhotos(gallery.sortBy)),
    [photos, gallery.sortBy],
  );
  if (shown.length === 0 && type !== 'complete') return <Skeleton className="h-64" />;
  if (shown.length === 0) return <p className="text-soft">{t('photos.noPhotos')}</p>;
  return (
    <>
      <TileGrid
        label={t('photos.of', { name: gallery.name })}
        count={Math.min(limit, shown.length)}
        className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2 p-1 sm:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))]"
      >
        {(index, tabIndex) => {
          const photo = shown[index]!;
          const isTaken = taken.includes(photo.id);
          const isPicked = picked.includes(photo.id);
          return (
            <button
              type="button"
              tabIndex={tabIndex}
              aria-label={isTaken ? t('photos.taken', { name: photo.filename }) : photo.filename}
              aria-pressed={isPicked}
              // Focusable, so that the keys do not stop at it.
              aria-disabled={isTaken || (isFull && !isPicked)}
              onClick={() => !isTaken && onToggle(photo.id)}
              className={clsx(
                'relative block w-full rounded-print aria-disabled:cursor-default',
                isPicked && 'outline-3 outline-offset-1 outline-accent',
                (isTaken || (isFull && !isPicked)) && 'opacity-40',
              )}
            >
              <Thumbnail photo={photo} className="w-full" />
              {(isPicked || isTaken) && (
                <span className="absolute top-1.5 right-1.5 flex size-6 items-center justify-center rounded-full border border-on-photo bg-accent text-on-accent">
                  <Check aria-hidden className="size-4" strokeWidth={2.5} />
                </span>
              )}
            </button>
          );
        }}
      </TileGrid>
      {shown.length > limit && (
        <Button className="self-center" onClick={() => setLimit(limit + STEP)}>
          {t('photos.more')}
        </Button>
      )}
    </>
  );
}
