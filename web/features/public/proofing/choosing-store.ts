import type { PublicPhoto } from '#core/api/public.ts';
import type { ProofingList, ProofingPick, ProofingView } from '#core/api/proofing.ts';
import type { PickValue } from '#core/domain/galleries/proofing.ts';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';
import { ALL_PHOTOS, byPhoto, filterPhotos, type PhotoFilter } from './photo-filters.ts';
import { FAVOURITES, ownId } from './project-view.ts';
import type { Proofing, ProofingState } from './proofing-store.ts';

/** People's opinions of a photo in the list that is being filled. */
export interface PhotoChoice {
  /** The caller's own opinion. */
  mine: ProofingPick | null;
  /** Everybody's opinions, the caller's included. */
  all: readonly ProofingPick[];
}

/** State of a visitor's choosing. */
export interface ChoosingState extends ProofingState {
  /** Id of the list that hearts fill; `favourites` for the default one. */
  listId: string;
  /** That list; null before the first heart. */
  list: ProofingList | null;
  filter: PhotoFilter;
  /** Ids of the photos to show; null shows all. */
  kept: ReadonlySet<string> | null;
  /** True while the lightbox shows the panel with all opinions. */
  panel: boolean;
}

/** The store of a gallery with what only this window knows: the list that is filled, and the filter of the grid. */
export interface Choosing {
  galleryId: string;
  proofing: Proofing;
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => ChoosingState;
  /** Returns the same object until an opinion about the photo changes. */
  photo: (photoId: string) => PhotoChoice;
  /** Tells the photos that are loaded. */
  setPhotos: (photos: readonly PublicPhoto[]) => void;
  chooseList: (listId: string) => void;
  /** Shows photos that match now; those that match later are added, and none leaves under the visitor's finger. */
  show: (filter: PhotoFilter) => void;
  openPanel: (open: boolean) => void;
  /** Adds a photo to the list, or takes it out. */
  toggle: (photoId: string) => void;
  /** Changes the caller's opinion; an undecided photo becomes a "maybe". */
  change: (photoId: string, value: Partial<PickValue>) => void;
}

const NONE: PhotoChoice = { mine: null, all: [] };

/** Creates the choosing of a gallery upon its store. */
export function createChoosing(proofing: Proofing, galleryId: string): Choosing {
  const storageKey = `choosing-list:${galleryId}`;
  const listeners = new Set<() => void>();
  const stored = readStored(storageKey, 'window');
  let wanted = typeof stored === 'string' ? stored : null;
  let photos: readonly PublicPhoto[] = [];
  let filter: PhotoFilter = ALL_PHOTOS;
  let kept: ReadonlySet<string> | null = null;
  let panel = false;
  let choices = new Map<string, PhotoChoice>();
  let derivedFrom: { view: ProofingView | null; listId: string } | null = null;
  let snapshot = derive();
  let unsubscribe = () => {};

  function derive(): ChoosingState {
    const state = proofing.getSnapshot();
    const lists = state.view?.lists ?? [];
    const list = activeList(lists, wanted);
    const listId = !list || list.isDefault ? FAVOURITES : list.id;
    if (derivedFrom?.view !== state.view || derivedFrom.listId !== listId) {
      choices = choicesOf(state.view, list, choices);
      derivedFrom = { view: state.view, listId };
    }
    const matching = state.view && filterPhotos(state.view, list, photos, filter);
    kept = matching && new Set([...(kept ?? []), ...matching]);
    return { ...state, listId, list, filter, kept, panel };
  }

  function publish(): void {
    snapshot = derive();
    for (const listener of listeners) listener();
  }

  function save(photoId: string, value: PickValue | null): void {
    proofing.setPick(snapshot.listId, photoId, value);
  }

  return {
    galleryId,
    proofing,
    subscribe(listener) {
      if (listeners.size === 0) {
        unsubscribe = proofing.subscribe(publish);
        snapshot = derive();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) unsubscribe();
      };
    },
    getSnapshot: () => snapshot,
    photo: (photoId) => choices.get(photoId) ?? NONE,
    setPhotos(loaded) {
      photos = loaded;
      publish();
    },
    chooseList(listId) {
      wanted = listId;
      writeStored(storageKey, listId, 'window');
      publish();
    },
    show(next) {
      filter = next;
      kept = null;
      publish();
    },
    openPanel(open) {
      panel = open;
      publish();
    },
    toggle(photoId) {
      const { mine } = choices.get(photoId) ?? NONE;
      const { rating = 0, label = null } = mine ?? {};
      save(photoId, mine?.state === 'pick' ? null : { state: 'pick', rating, label });
    },
    change(photoId, value) {
      const { state, rating = 0, label = null } = choices.get(photoId)?.mine ?? {};
      save(photoId, { state: state ?? 'maybe', rating, label, ...value });
    },
  };
}

/** Returns the list that hearts fill: the one that was chosen, else the first open selection, else the default list. */
function activeList(lists: readonly ProofingList[], wanted: string | null): ProofingList | null {
  const favourites = lists.find(({ isDefault }) => isDefault) ?? null;
  if (wanted === FAVOURITES) return favourites;
  return (
    lists.find(({ id }) => id === wanted) ??
    lists.find(({ kind, closed }) => kind === 'selection' && closed === null) ??
    lists.find(({ kind }) => kind === 'selection') ??
    favourites
  );
}

/** Returns the opinions of a list by photo. Those that have not changed are the same objects as before. */
function choicesOf(
  view: ProofingView | null,
  list: ProofingList | null,
  before: ReadonlyMap<string, PhotoChoice>,
): Map<string, PhotoChoice> {
  const picks = view && list ? view.picks.filter(({ listId }) => listId === list.id) : [];
  const you = view && ownId(view);
  return new Map(
    [...byPhoto(picks)].map(([photoId, all]) => {
      const known = before.get(photoId);
      const isSame = known?.all.length === all.length && all.every((pick, index) => known.all[index] === pick);
      return [photoId, isSame ? known : { mine: all.find(({ personId }) => personId === you) ?? null, all }];
    }),
  );
}
