import { useTranslation } from 'react-i18next';
import { isVideo } from '#core/domain/photos/videos.ts';
import { mutators } from '#core/zero/mutators.ts';
import type { FocalPoint } from '#web/components/ui/inputs/focal-point-picker.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { toIds } from './selection.ts';
import type { PhotoRow } from './types.ts';
import type { UndoableMutation } from './use-undoable-mutation.ts';

/** Actions on photos. Each is one mutation for any number of photos. */
export function usePhotoActions(gallery: GalleryRow, mutate: UndoableMutation) {
  const { t } = useTranslation('photos');
  const galleryId = gallery.id;
  const bulk = (photoIds: readonly string[]) => ({ galleryId, photoIds: [...photoIds], now: Date.now() });

  const trash = (photoIds: readonly string[]) => {
    const cover =
      gallery.coverPhotoId !== null && photoIds.includes(gallery.coverPhotoId) ? gallery.coverPhotoId : null;
    return mutate(mutators.photos.trash(bulk(photoIds)), {
      done: t('deleted', { count: photoIds.length }),
      undo: () => mutators.photos.restore({ ...bulk(photoIds), cover }),
    });
  };
  const setCover = (coverPhotoId: string) => {
    const before = gallery.coverPhotoId;
    const update = (id: string | null) =>
      mutators.galleries.update({ id: galleryId, changes: { coverPhotoId: id }, now: Date.now() });
    return mutate(update(coverPhotoId), { done: t('coverSet'), undo: () => update(before) });
  };
  const retry = (photoIds: readonly string[]) => mutate(mutators.photos.retry(bulk(photoIds)));
  const sort = (sortBy: GalleryRow['sortBy']) =>
    mutate(mutators.galleries.update({ id: galleryId, changes: { sortBy }, now: Date.now() }));
  const rotate = (selected: readonly PhotoRow[], by: 90 | 270) => {
    const photos = selected.filter((photo) => !isVideo(photo));
    const turn = (degrees: 90 | 270) => mutators.photos.rotate({ ...bulk(toIds(photos)), by: degrees });
    return mutate(turn(by), { done: t('rotated', { count: photos.length }), undo: () => turn(by === 90 ? 270 : 90) });
  };
  const setHidden = (photos: readonly PhotoRow[], isHidden: boolean) => {
    // Skip photos already in that state, so that Undo does not change them.
    const changing = toIds(photos.filter((photo) => photo.isHidden !== isHidden));
    if (changing.length === 0) return Promise.resolve(true);
    const set = (hidden: boolean) => mutators.photos.setHidden({ ...bulk(changing), isHidden: hidden });
    const count = changing.length;
    return mutate(set(isHidden), { done: t(isHidden ? 'hid' : 'shown', { count }), undo: () => set(!isHidden) });
  };
  const setSection = (photos: readonly PhotoRow[], sectionId: string | null, name: string) =>
    mutate(mutators.photos.setSection({ ...bulk(toIds(photos)), sectionId }), {
      done: t('inSection', { count: photos.length, name }),
      undo: () => restoreSections(galleryId, photos),
    });
  const shiftCapture = (photos: readonly PhotoRow[], bySeconds: number) => {
    const shift = (seconds: number) => mutators.photos.shiftCapture({ ...bulk(toIds(photos)), bySeconds: seconds });
    return mutate(shift(bySeconds), { done: t('shifted', { count: photos.length }), undo: () => shift(-bySeconds) });
  };
  const setFocalPoint = (photo: PhotoRow, focal: FocalPoint | null) => {
    const { focalX: x, focalY: y } = photo;
    const set = (point: FocalPoint | null) => mutators.photos.setFocalPoint({ ...bulk([photo.id]), focal: point });
    return mutate(set(focal), { done: t('focalSet'), undo: () => set(x === null || y === null ? null : { x, y }) });
  };
  return { trash, setCover, retry, sort, rotate, setHidden, setSection, shiftCapture, setFocalPoint };
}

/** Returns requests that restore the current sections. Call it before the change; it becomes its Undo. */
export function restoreSections(galleryId: string, photos: readonly PhotoRow[]) {
  return [...Map.groupBy(photos, ({ sectionId }) => sectionId)].map(([sectionId, group]) =>
    mutators.photos.setSection({ galleryId, photoIds: toIds(group), sectionId, now: Date.now() }),
  );
}

export type PhotoActions = ReturnType<typeof usePhotoActions>;
