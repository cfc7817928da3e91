import { PICK_LABELS, type PickLabel, type PickState } from '#core/domain/galleries/proofing.ts';
import { sourceName } from '#core/domain/galleries/pick-export.ts';
import type { PhotoRow } from '../../photos/types.ts';
import type { CommentRow, PickRow } from '../types.ts';

export const PICK_FILTERS = ['pick', 'both', 'maybe', 'reject', 'commented', 'unresolved', 'all'] as const;
export type PickFilter = (typeof PICK_FILTERS)[number];

export const PICK_SORTS = ['gallery', 'latest', 'rating', 'people', 'filename'] as const;
export type PickSort = (typeof PICK_SORTS)[number];

export interface PickView {
  filter: PickFilter;
  label: PickLabel | null;
  /** Minimum rating; 0 for any. */
  rating: number;
  sort: PickSort;
}

/** A photo with what people think of it. */
export interface PickedPhoto {
  photo: PhotoRow;
  /** Picks of the list, sorted by person in the order of their colours. */
  picks: readonly PickRow[];
  comments: readonly CommentRow[];
}

/**
 * Joins a list's opinions and comments to the gallery's photos, in their order.
 * @param comments of the whole gallery; those of other lists are left out
 */
export function pickedPhotos(
  photos: readonly PhotoRow[],
  picks: readonly PickRow[],
  comments: readonly CommentRow[],
): PickedPhoto[] {
  const byPhoto = Map.groupBy(picks, ({ photoId }) => photoId);
  const commentsOf = Map.groupBy(comments, ({ photoId }) => photoId);
  return photos.flatMap((photo) => {
    const [own, said] = [byPhoto.get(photo.id) ?? [], commentsOf.get(photo.id) ?? []];
    return own.length > 0 || said.length > 0 ? [{ photo, picks: own, comments: said }] : [];
  });
}

const hasState = ({ picks }: PickedPhoto, state: PickState) => picks.some((pick) => pick.state === state);
const isOpen = (comment: CommentRow) => comment.parentId === null && comment.resolvedAt === null;

/**
 * Returns whether a photo matches a filter.
 * @param people number of people who choose in the list: `both` is the pick of each of them
 */
function matches(one: PickedPhoto, filter: PickFilter, people: number): boolean {
  switch (filter) {
    case 'pick':
    case 'maybe':
    case 'reject':
      return hasState(one, filter);
    case 'both':
      return people > 1 && one.picks.filter(({ state }) => state === 'pick').length >= people;
    case 'commented':
      return one.comments.length > 0;
    case 'unresolved':
      return one.comments.some(isOpen);
    case 'all':
      return true;
  }
}

export const bestRating = ({ picks }: Pick<PickedPhoto, 'picks'>): number =>
  Math.max(0, ...picks.map(({ rating }) => rating));

/** Returns the label that most people gave, the first of Lightroom's order if several. */
export function commonLabel({ picks }: Pick<PickedPhoto, 'picks'>): PickLabel | null {
  const count = (label: PickLabel) => picks.filter((pick) => pick.label === label).length;
  const [best] = PICK_LABELS.toSorted((a, b) => count(b) - count(a));
  return best && count(best) > 0 ? best : null;
}

const latest = ({ picks }: PickedPhoto) => Math.max(0, ...picks.map(({ at }) => at));
const supporters = ({ picks }: PickedPhoto) => picks.filter(({ state }) => state === 'pick').length;
const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const ORDERS: Readonly<Record<PickSort, (a: PickedPhoto, b: PickedPhoto) => number>> = {
  gallery: () => 0,
  latest: (a, b) => latest(b) - latest(a),
  rating: (a, b) => bestRating(b) - bestRating(a),
  people: (a, b) => supporters(b) - supporters(a),
  filename: (a, b) => names.compare(sourceName(a.photo), sourceName(b.photo)),
};

/** Returns the photos of a view: filtered, sorted; equal ones keep the gallery's order. */
export function applyPickView(photos: readonly PickedPhoto[], view: PickView, people: number): PickedPhoto[] {
  return photos
    .filter(
      (one) =>
        matches(one, view.filter, people) &&
        (view.label === null || one.picks.some(({ label }) => label === view.label)) &&
        bestRating(one) >= view.rating,
    )
    .toSorted(ORDERS[view.sort]);
}

/** Returns the number of photos that each filter shows alone. */
export function countPickFilters(photos: readonly PickedPhoto[], people: number): Record<PickFilter, number> {
  const count = (filter: PickFilter) => photos.filter((one) => matches(one, filter, people)).length;
  return Object.fromEntries(PICK_FILTERS.map((filter) => [filter, count(filter)])) as Record<PickFilter, number>;
}
