import { useZero } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { newId } from '#web/lib/ids.ts';
import { groupBy, toIds, type PhotoRow } from './photo-rows.ts';
import type { UndoableMutation } from './use-undoable.ts';

export interface TransferTarget {
  galleryId: string;
  name: string;
  sectionId: string | null;
}

type Store = ReturnType<typeof useZero>;

/** To other galleries of the studio. */
export function useTransferActions(galleryId: string, act: UndoableMutation) {
  const { t } = useTranslation('photos');
  const zero = useZero();
  const move = (photos: readonly PhotoRow[], to: TransferTarget) => {
    const request = { galleryId, photoIds: toIds(photos), toGalleryId: to.galleryId, sectionId: to.sectionId };
    return act(mutators.photos.move({ ...request, now: Date.now() }), {
      done: t('moved', { count: photos.length, name: to.name }),
      undo: async () => {
        // Their pictures are being made anew there: only what is ready can go on.
        await allReady(zero, to.galleryId, request.photoIds);
        return [...groupBy(photos, ({ sectionId }) => sectionId)].map(([sectionId, group]) =>
          mutators.photos.move({
            galleryId: to.galleryId,
            photoIds: toIds(group),
            toGalleryId: galleryId,
            sectionId,
            now: Date.now(),
          }),
        );
      },
    });
  };
  const copy = (photos: readonly PhotoRow[], to: TransferTarget) => {
    const copies = photos.map(({ id }) => ({ from: id, id: newId() }));
    const request = { galleryId, toGalleryId: to.galleryId, sectionId: to.sectionId, copies, now: Date.now() };
    return act(mutators.photos.copy(request), {
      done: t('copied', { count: photos.length, name: to.name }),
      undo: () => mutators.photos.trash({ galleryId: to.galleryId, photoIds: toIds(copies), now: Date.now() }),
    });
  };
  return { move, copy };
}

/** Resolves once all of them are there and settled. */
function allReady(zero: Store, galleryId: string, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids);
  const view = zero.materialize(queries.galleries.photos({ galleryId }));
  return new Promise((resolve) => {
    view.addListener((rows) => {
      const ready = (rows as readonly PhotoRow[]).filter(({ id, status }) => wanted.has(id) && status === 'ready');
      if (ready.length < wanted.size) return;
      view.destroy();
      resolve();
    });
  });
}
