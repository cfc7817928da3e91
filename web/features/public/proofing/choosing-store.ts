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

const NONE: PhotoChoice = { mine: null, all: [] };

/** The store of a gallery with what only this window knows: the list that is filled, and the filter of the grid. */
export class Choosing {
  readonly proofing: Proofing;
  readonly galleryId: string;
  readonly #storageKey: string;
  readonly #listeners = new Set<() => void>();
  #wanted: string | null;
  #photos: readonly PublicPhoto[] = [];
  #filter: PhotoFilter = ALL_PHOTOS;
  #kept: ReadonlySet<string> | null = null;
  #hasPanel = false;
  #choices = new Map<string, PhotoChoice>();
  #derivedFrom: { view: ProofingView | null; listId: string } | null = null;
  #snapshot: ChoosingState;
  #unsubscribe = () => {};

  constructor(proofing: Proofing, galleryId: string) {
    this.proofing = proofing;
    this.galleryId = galleryId;
    this.#storageKey = `choosing-list:${galleryId}`;
    const stored = readStored(this.#storageKey, 'window');
    this.#wanted = typeof stored === 'string' ? stored : null;
    this.#snapshot = this.#derive();
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      this.#unsubscribe = this.proofing.subscribe(() => this.#publish());
      this.#snapshot = this.#derive();
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#unsubscribe();
    };
  };

  /** Returns the state; the same object until it changes. */
  getSnapshot = (): ChoosingState => this.#snapshot;

  /** Returns the same object until an opinion about the photo changes. */
  photo(photoId: string): PhotoChoice {
    return this.#choices.get(photoId) ?? NONE;
  }

  /** Tells the photos that are loaded. */
  setPhotos(photos: readonly PublicPhoto[]): void {
    this.#photos = photos;
    this.#publish();
  }

  chooseList(listId: string): void {
    this.#wanted = listId;
    writeStored(this.#storageKey, listId, 'window');
    this.#publish();
  }

  /** Shows photos that match now; those that match later are added, and none leaves under the visitor's finger. */
  show(filter: PhotoFilter): void {
    this.#filter = filter;
    this.#kept = null;
    this.#publish();
  }

  openPanel(open: boolean): void {
    this.#hasPanel = open;
    this.#publish();
  }

  /** Adds a photo to the list, or takes it out. */
  toggle(photoId: string): void {
    const { state, rating = 0, label = null } = this.photo(photoId).mine ?? {};
    this.#save(photoId, state === 'pick' ? null : { state: 'pick', rating, label });
  }

  /** Changes the caller's opinion; an undecided photo becomes a "maybe". */
  change(photoId: string, value: Partial<PickValue>): void {
    const { state, rating = 0, label = null } = this.photo(photoId).mine ?? {};
    this.#save(photoId, { state: state ?? 'maybe', rating, label, ...value });
  }

  #save(photoId: string, value: PickValue | null): void {
    this.proofing.setPick(this.#snapshot.listId, photoId, value);
  }

  #publish(): void {
    this.#snapshot = this.#derive();
    for (const listener of this.#listeners) listener();
  }

  #derive(): ChoosingState {
    const state = this.proofing.getSnapshot();
    const list = activeList(state.view?.lists ?? [], this.#wanted);
    const listId = !list || list.isDefault ? FAVOURITES : list.id;
    if (this.#derivedFrom?.view !== state.view || this.#derivedFrom.listId !== listId) {
      this.#choices = choicesOf(state.view, list, this.#choices);
      this.#derivedFrom = { view: state.view, listId };
    }
    const matching = state.view && filterPhotos(state.view, list, this.#photos, this.#filter);
    this.#kept = matching && new Set([...(this.#kept ?? []), ...matching]);
    return { ...state, listId, list, filter: this.#filter, kept: this.#kept, panel: this.#hasPanel };
  }
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
