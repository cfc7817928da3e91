import type { ProofingComment, ProofingList, ProofingPick, ProofingView } from '#core/api/proofing.ts';
import { pickedIds } from '#core/domain/galleries/pick-rules.ts';
import type { Send } from './send-queue.ts';

/** A comment; `isWaiting` until the server has confirmed what was written. */
export type ShownComment = ProofingComment & { isWaiting?: true };

/** Id of the caller's picks until the server has named the person. */
export const YOU = 'you';
/** Id of the caller's default list until the server has named it. */
export const FAVOURITES = 'favourites';

/** Returns the id of the caller's picks. */
export const ownId = ({ person }: ProofingView): string => person?.id ?? YOU;

/** Returns the id by which a list is sent: the default one has a fixed name, so that two changes of it are one. */
export function sendId(view: ProofingView | null, listId: string): string {
  return view?.lists.some(({ id, isDefault }) => isDefault && id === listId) ? FAVOURITES : listId;
}

/** Returns the view as it will be once the server has confirmed the changes. */
export function projectView(view: ProofingView, sends: readonly Send[]): ProofingView {
  return sends.reduce(project, view);
}

function project(view: ProofingView, send: Send): ProofingView {
  if (send.kind === 'pick') return projectPick(view, send);
  if (send.kind === 'comment') return projectComment(view, send);
  const { listId, name } = send;
  if (name === null) return withoutList(view, listId);
  return withList(view, { ...(view.lists.find(({ id }) => id === listId) ?? newList(listId)), name });
}

function projectPick(view: ProofingView, { listId, photoId, value, at }: Send & { kind: 'pick' }): ProofingView {
  const list = listId === FAVOURITES ? view.lists.find(({ isDefault }) => isDefault) : null;
  const pick = { listId: list?.id ?? listId, photoId, personId: ownId(view) };
  if (value === null) return withoutPick(view, pick);
  const { state, rating, label } = value;
  const listed = list === undefined ? withList(view, { ...newList(FAVOURITES), isDefault: true }) : view;
  return withPick(listed, { ...pick, state, rating, label, at });
}

function projectComment(view: ProofingView, { commentId, comment, at }: Send & { kind: 'comment' }): ProofingView {
  const known = view.comments.find(({ id }) => id === commentId);
  if (comment === null) return withoutComment(view, commentId);
  const { photoId, body, listId = null, parentId = null, pin = null, strokes = [] } = comment;
  const shown: ShownComment = {
    id: commentId,
    photoId,
    isCurrent: true,
    listId,
    parentId,
    author: view.person?.name ?? '',
    personId: ownId(view),
    isYou: true,
    isStudio: false,
    body,
    pin,
    strokes,
    resolvedAt: known?.resolvedAt ?? null,
    createdAt: known?.createdAt ?? at,
    isWaiting: true,
  };
  return withComment(view, shown);
}

const newList = (id: string): ProofingList => ({
  id,
  kind: 'favourites',
  name: '',
  isDefault: false,
  status: 'open',
  closed: null,
  minCount: null,
  maxCount: null,
  includedCount: null,
  extraPrice: null,
  dueAt: null,
  version: 0,
  round: 0,
  submittedAt: null,
  people: [],
});

/** Returns the items with one added, or instead of the one that it replaces. */
function put<Item>(items: readonly Item[], item: Item, isSame: (other: Item) => boolean): Item[] {
  const before = items.findIndex(isSame);
  return before < 0 ? [...items, item] : items.with(before, item);
}

/** Returns the view with a list; the default one first. */
export function withList(view: ProofingView, list: ProofingList): ProofingView {
  const lists = put(view.lists, list, ({ id }) => id === list.id);
  return { ...view, lists: lists.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)) };
}

export function withoutList(view: ProofingView, listId: string): ProofingView {
  return {
    ...view,
    lists: view.lists.filter(({ id }) => id !== listId),
    picks: view.picks.filter((pick) => pick.listId !== listId),
  };
}

type PickKey = Pick<ProofingPick, 'listId' | 'photoId' | 'personId'>;

const isPick = (key: PickKey) => (pick: ProofingPick) =>
  pick.photoId === key.photoId && pick.listId === key.listId && pick.personId === key.personId;

export function withPick(view: ProofingView, pick: ProofingPick): ProofingView {
  return { ...view, picks: put(view.picks, pick, isPick(pick)) };
}

export function withoutPick(view: ProofingView, key: PickKey): ProofingView {
  const isSame = isPick(key);
  return { ...view, picks: view.picks.filter((pick) => !isSame(pick)) };
}

export function withComment(view: ProofingView, comment: ProofingComment): ProofingView {
  return { ...view, comments: put(view.comments, comment, ({ id }) => id === comment.id) };
}

export function withoutComment(view: ProofingView, commentId: string): ProofingView {
  return { ...view, comments: view.comments.filter(({ id }) => id !== commentId) };
}

/** Returns true for a pick that would exceed the limit of its list, which the server refuses. */
export function isTooMany(view: ProofingView | null, listId: string, photoId: string): boolean {
  const { lists = [], picks = [] } = view ?? {};
  const max = lists.find(({ id }) => id === listId)?.maxCount ?? null;
  if (max === null) return false;
  const picked = pickedIds(picks.filter((pick) => pick.listId === listId));
  return !picked.has(photoId) && picked.size >= max;
}

/** Returns true if a view with the answer to one change of ours shows that another person has changed a list. */
export function hasOtherChanges(before: ProofingView, after: ProofingView): boolean {
  return after.lists.some(({ id, version, isDefault }) => {
    const known = before.lists.find((list) => list.id === id);
    // A list that was removed before comes back with its picks.
    return version > (known?.version ?? 0) + (known || isDefault ? 1 : 0);
  });
}
