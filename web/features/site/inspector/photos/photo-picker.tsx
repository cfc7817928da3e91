import { useQuery } from '@rocicorp/zero/react';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryListRow } from '#web/lib/galleries/types.ts';
import { MAX_GALLERIES } from '../links/gallery-field.tsx';
import { GalleryPhotos } from './gallery-photos.tsx';
import { isPublicGallery, publicFirst, searchGalleries } from './public-galleries.ts';
import { Thumbnail } from './thumbnail.tsx';
import { TileGrid } from './tile-grid.tsx';

interface PhotoPickerProps {
  /** Ids of photos that the block has. */
  taken: readonly string[];
  /** Photos that may be added. */
  max: number;
  /** Without it the first press chooses. */
  multiple?: boolean;
  onPick: (photoIds: string[]) => void;
  onClose: () => void;
}

/** Chooses photos of the studio's galleries: first the gallery, then its photos. */
export function PhotoPicker({ taken, max, multiple = false, onPick, onClose }: PhotoPickerProps) {
  const { t } = useTranslation(['blocks', 'common']);
  const now = useNow();
  const [gallery, setGallery] = useState<GalleryListRow | null>(null);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const toggle = (photoId: string) => {
    if (!multiple) {
      onPick([photoId]);
      return onClose();
    }
    if (picked.includes(photoId)) setPicked(picked.filter((one) => one !== photoId));
    else if (picked.length < max) setPicked([...picked, photoId]);
  };
  const add = () => {
    onPick([...picked]);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="full"
      title={gallery ? gallery.name : t(multiple ? 'photos.add' : 'photos.choose')}
      footer={
        multiple && (
          <>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
            <Button variant="primary" disabled={picked.length === 0} onClick={add}>
              {picked.length > 0 ? t('photos.addCount', { count: picked.length }) : t('photos.add')}
            </Button>
          </>
        )
      }
    >
      {gallery ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Button variant="quiet" icon={<ArrowLeft />} className="-ml-4" onClick={() => setGallery(null)}>
              {t('photos.allGalleries')}
            </Button>
            {!isPublicGallery(gallery, now) && <Tag tone="warning">{t('photos.private')}</Tag>}
          </div>
          {!isPublicGallery(gallery, now) && (
            <p className="measure text-caption text-soft">{t('photos.privateHint')}</p>
          )}
          <GalleryPhotos
            gallery={gallery}
            taken={taken}
            picked={picked}
            isFull={picked.length >= max}
            onToggle={toggle}
          />
        </>
      ) : (
        <Galleries onChoose={setGallery} />
      )}
    </Dialog>
  );
}

/** Galleries with photos, public ones first. */
function Galleries({ onChoose }: { onChoose: (gallery: GalleryListRow) => void }) {
  const { t } = useTranslation('blocks');
  const now = useNow();
  const [search, setSearch] = useState('');
  const [galleries, { type }] = useQuery(queries.galleries.list({ limit: MAX_GALLERIES }));
  const filled = galleries.filter(({ stats }) => (stats?.readyCount ?? 0) > 0);
  const shown = searchGalleries(publicFirst(filled, now), search);
  if (filled.length === 0) {
    if (type !== 'complete') return <Skeleton className="h-40" />;
    return <EmptyState title={t('photos.noGalleries')}>{t('photos.noGalleriesText')}</EmptyState>;
  }
  return (
    <>
      <SearchInput value={search} onChange={setSearch} label={t('photos.search')} />
      <output className="sr-only">{search && t('photos.found', { count: shown.length })}</output>
      {shown.length === 0 && <p className="text-soft">{t('photos.nothing')}</p>}
      <TileGrid
        label={t('photos.galleries')}
        count={shown.length}
        className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4"
      >
        {(index, tabIndex) => {
          const gallery = shown[index]!;
          return (
            <button
              type="button"
              tabIndex={tabIndex}
              onClick={() => onChoose(gallery)}
              className="group flex w-full flex-col gap-2 text-left"
            >
              <Thumbnail photo={gallery.coverPhoto} className="w-full" />
              <span className="flex min-w-0 flex-col">
                <span className="line-clamp-2 font-medium group-hover:underline">{gallery.name}</span>
                <span className="text-caption text-soft">
                  {t('photos.count', { count: gallery.stats?.readyCount ?? 0 })}
                </span>
                {!isPublicGallery(gallery, now) && <Tag tone="warning">{t('photos.private')}</Tag>}
              </span>
            </button>
          );
        }}
      </TileGrid>
    </>
  );
}
