import { useQuery } from '@rocicorp/zero/react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { comparePhotos } from '#core/domain/photos.ts';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { UploadDropzone } from '#web/components/ui/upload-dropzone.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { GalleryRow } from '../gallery-rows.ts';
import { ACCEPTED } from '../uploads/file-check.ts';
import { UnfinishedBanner } from '../uploads/unfinished-banner.tsx';
import { useUnfinished } from '../uploads/use-unfinished.ts';
import { useUploads } from '../uploads/uploads-provider.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { PhotoRow } from './photo-rows.ts';
import { PhotoViewer } from './photo-viewer.tsx';
import { PhotosGrid } from './photos-grid.tsx';
import { EMPTY, extendTo, keepPresent, selectAll, toggle } from './selection.ts';
import { usePageDrop } from './use-page-drop.ts';
import { isTyping, usePhotoActs } from './use-photo-acts.ts';

const SORTS = ['captured_at', 'filename', 'manual'] as const;

export function PhotosTab({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation(['photos', 'galleries']);
  const { role } = useAccount();
  const { writable } = useStore();
  const { add } = useUploads();
  const acts = usePhotoActs(gallery);
  const [rows, { type }] = useQuery(queries.galleries.photos({ galleryId: gallery.id }));
  const photos = useMemo(() => rows.toSorted(comparePhotos(gallery.sortBy)), [rows, gallery.sortBy]);
  const order = useMemo(() => photos.map(({ id }) => id), [photos]);
  const [chosen, setChosen] = useState(EMPTY);
  const [openId, setOpenId] = useState<string | null>(null);
  const selection = useMemo(() => keepPresent(chosen, new Set(order)), [chosen, order]);
  const mayUpload = can(role, 'photos.upload');
  const mayChange = can(role, 'photos.delete');
  const unfinished = useUnfinished(gallery.id, rows);
  const upload = (files: File[]) => add(gallery.id, files, unfinished);
  usePageDrop(mayUpload, upload);

  const select = (photo: PhotoRow, shift: boolean) =>
    setChosen(shift ? extendTo(selection, photo.id, order) : toggle(selection, photo.id));
  const open = (photo: PhotoRow, additive: boolean) => {
    // While some are ticked, or with a modifier, a click ticks too.
    if (mayChange && (additive || selection.ids.size > 0)) select(photo, additive);
    else setOpenId(photo.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return;
    if (event.key === 'Escape' && selection.ids.size > 0) setChosen(EMPTY);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && mayChange) setChosen(selectAll(order));
    else if ((event.key === 'Delete' || event.key === 'Backspace') && selection.ids.size > 0 && writable) {
      void acts.trash([...selection.ids]).then((gone) => gone && setChosen(EMPTY));
    } else return;
    event.preventDefault();
  };
  const dropzone = mayUpload && (
    <UploadDropzone
      title={t(photos.length > 0 ? 'drop.more' : 'drop.first')}
      hint={t('drop.hint')}
      chooseFilesLabel={t('drop.files')}
      chooseFolderLabel={t('drop.folder')}
      accept={ACCEPTED}
      compact={photos.length > 0}
      onFiles={upload}
    />
  );
  if (photos.length === 0) {
    if (type !== 'complete' && (gallery.stats?.photoCount ?? 0) > 0) return <Skeleton className="h-96" />;
    return dropzone || <p className="text-soft">{t('empty')}</p>;
  }
  return (
    // Keys are handled here for what is inside; the element itself is never focused.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown} className="flex flex-col gap-5">
      {mayUpload && <UnfinishedBanner galleryId={gallery.id} unfinished={unfinished} />}
      {dropzone}
      {selection.ids.size > 0 ? (
        <BulkBar
          selected={photos.filter(({ id }) => selection.ids.has(id))}
          acts={acts}
          onClear={() => setChosen(EMPTY)}
        />
      ) : (
        <div className="flex min-h-14 items-center justify-end">
          <Field label={t('galleries:order')} hideLabel>
            <Select
              value={gallery.sortBy}
              disabled={!writable || !can(role, 'galleries.write')}
              onChange={({ target }) => void acts.sort(SORTS.find((sort) => sort === target.value) ?? 'captured_at')}
              options={SORTS.map((value) => ({ value, label: t(`galleries:orders.${value}`) }))}
            />
          </Field>
        </div>
      )}
      <PhotosGrid
        photos={photos}
        coverPhotoId={gallery.coverPhotoId}
        selection={selection}
        selectable={mayChange}
        onSelect={select}
        onOpen={open}
      />
      <PhotoViewer photos={photos} photoId={openId} onShow={setOpenId} />
    </div>
  );
}
