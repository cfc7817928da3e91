import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import type { Request } from '#web/lib/sync/use-mutation.tsx';
import {
  effectiveSort,
  getSectionId,
  isInPosition,
  type PhotoSection,
  type Placement,
  type SectionRow,
} from '../sections.ts';
import { toIds } from '../selection.ts';
import type { UndoableMutation } from '../use-undoable-mutation.ts';

export type ReorderPhotos = (ids: readonly string[], placement: Placement) => Promise<boolean>;

/** Moves photos within the gallery: one mutation for any number of photos. */
export function useReorderMutation(
  gallery: GalleryRow,
  sections: readonly PhotoSection[],
  mutate: UndoableMutation,
): ReorderPhotos {
  const { t } = useTranslation('photos');
  return (ids, placement) => {
    if (ids.length === 0 || isInPosition(sections, ids, placement)) return Promise.resolve(false);
    const photoIds = [...ids];
    const request = mutators.photos.arrange({ galleryId: gallery.id, photoIds, ...placement, now: Date.now() });
    return mutate(request, {
      done: t('arranged', { count: ids.length }),
      undo: () => undoReorder(gallery, sections, photoIds, placement.sectionId),
    });
  };
}

/**
 * Returns the requests that undo a reorder, from the sections before it. Photos from other sections return, and the
 * section gets its previous sort order or manual order.
 */
export function undoReorder(
  gallery: Pick<GalleryRow, 'id' | 'sortBy'>,
  sections: readonly PhotoSection[],
  ids: readonly string[],
  target: string | null,
): Request[] {
  const requests: Request[] = [];
  const moved = new Set(ids);
  for (const photoSection of sections) {
    const movedPhotos = photoSection.all.filter(({ id }) => moved.has(id));
    const isTarget = getSectionId(photoSection) === target;
    const byHand = effectiveSort(photoSection, gallery) === 'manual';
    if (movedPhotos.length > 0 && byHand) requests.push(restoreOrder(gallery.id, photoSection, toIds(movedPhotos)));
    if (movedPhotos.length > 0 && !byHand && !isTarget) {
      const back = { galleryId: gallery.id, photoIds: toIds(movedPhotos), sectionId: getSectionId(photoSection) };
      requests.push(mutators.photos.setSection({ ...back, now: Date.now() }));
    }
    if (isTarget && !byHand && photoSection.section) requests.push(sectionSort(photoSection.section));
  }
  if (target !== null || gallery.sortBy === 'manual') return requests;
  // The reorder changed the gallery's sort order and copied the old one into the sections that inherited it.
  const inheriting = sections.flatMap(({ section }) => (section?.sortBy === null ? section : []));
  return [gallerySort(gallery), ...requests, ...inheriting.map(sectionSort)];
}

/** Returns the request with the fewest photos: adjacent photos return before their successor. */
function restoreOrder(galleryId: string, photoSection: PhotoSection, ids: readonly string[]): Request {
  const order = toIds(photoSection.all);
  const at = order.indexOf(ids[0]!);
  const together = ids.every((id, index) => order[at + index] === id);
  const placement = {
    sectionId: getSectionId(photoSection),
    before: together ? (order[at + ids.length] ?? null) : null,
  };
  return mutators.photos.arrange({ galleryId, photoIds: together ? [...ids] : order, ...placement, now: Date.now() });
}

function sectionSort({ id, sortBy }: Pick<SectionRow, 'id' | 'sortBy'>): Request {
  return mutators.sections.update({ id, changes: { sortBy }, now: Date.now() });
}

function gallerySort({ id, sortBy }: Pick<GalleryRow, 'id' | 'sortBy'>): Request {
  return mutators.galleries.update({ id, changes: { sortBy }, now: Date.now() });
}
