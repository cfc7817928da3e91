import type { ProofingList, ProofingPick, ProofingView } from '#core/api/proofing.ts';
import { pickedIds } from '#core/domain/galleries/pick-rules.ts';
import { groupBy } from '#web/lib/group-by.ts';
import { FAVOURITES, ownId } from './project-view.ts';

export const ALL_PHOTOS = 'all';
/** Filters of the list that is being filled. */
export const LIST_FILTERS = ['both', 'undecided', 'unrejected'] as const;
/** `all`, one of `LIST_FILTERS`, or a list's id; `favourites` is the default list. */
export type PhotoFilter = string;

/** Returns the ids of the photos that a filter shows; null for all. */
export function filterPhotos(
  view: ProofingView,
  list: ProofingList | null,
  photos: readonly { id: string }[],
  filter: PhotoFilter,
): Set<string> | null {
  if (filter === ALL_PHOTOS) return null;
  const picks = view.picks.filter(({ listId }) => listId === list?.id);
  const mine = picks.filter(({ personId }) => personId === ownId(view));
  switch (filter) {
    case 'both':
      return pickedByAll(picks, list?.people.length ?? 0);
    case 'undecided':
      return without(photos, mine);
    case 'unrejected':
      return without(
        photos,
        mine.filter(({ state }) => state === 'reject'),
      );
    default: {
      const shown = view.lists.find(({ id, isDefault }) => (filter === FAVOURITES ? isDefault : id === filter));
      return pickedIds(view.picks.filter(({ listId }) => listId === shown?.id));
    }
  }
}

function pickedByAll(picks: readonly ProofingPick[], people: number): Set<string> {
  const picked = byPhoto(picks.filter(({ state }) => state === 'pick'));
  return new Set([...picked].filter(([, some]) => some.length >= Math.max(2, people)).map(([photoId]) => photoId));
}

function without(photos: readonly { id: string }[], picks: readonly ProofingPick[]): Set<string> {
  const decided = new Set(picks.map(({ photoId }) => photoId));
  return new Set(photos.map(({ id }) => id).filter((id) => !decided.has(id)));
}

/** Returns opinions by photo. */
export function byPhoto(picks: readonly ProofingPick[]): Map<string, ProofingPick[]> {
  return groupBy(picks, ({ photoId }) => photoId);
}
