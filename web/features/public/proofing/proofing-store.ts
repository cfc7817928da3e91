import type { ProofingView } from '#core/api/proofing.ts';
import type { ErrorCode } from '#core/domain/values/errors.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/make-id.ts';
import { pickedIds } from '#core/domain/galleries/pick-rules.ts';
import type { PickValue } from '#core/domain/galleries/proofing.ts';
import { type BackoffBounds, retryDelay } from '#web/lib/backoff.ts';
import { Failure, isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { projectView, sendId, withList } from './project-view.ts';
import { type Confirmation, createProofingRequests, isClosed, isPassing } from './proofing-requests.ts';
import { type Change, type CommentInput, enqueue, isOfList, keyOf, queueStorage, type Send } from './send-queue.ts';
import { BROWSER, type StoreEnvironment } from './store-environment.ts';

/** State of choosing in a gallery, with what is still waiting to be sent. */
export interface ProofingState {
  /** `off`: this visitor cannot choose here. */
  phase: 'loading' | 'ready' | 'off';
  view: ProofingView | null;
  /** Number of sends not yet confirmed. */
  waiting: number;
  /** Last refusal by the server; null after it was dismissed. */
  problem: { code: ErrorCode; listId?: string; photoId?: string } | null;
}

/** Choosing in a gallery. Changes show at once and are sent in the background, also after a reload. */
export interface Proofing {
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => ProofingState;
  load: () => Promise<boolean>;
  /** Loads the server's view again. What is waiting stays. Never rejects; false: the view could not be loaded. */
  refresh: () => Promise<boolean>;
  /** @param listId also `favourites`, the caller's default list */
  setPick: (listId: string, photoId: string, value: PickValue | null) => void;
  /** Creates or renames a list, or brings back a removed one. */
  saveList: (listId: string, name: string) => void;
  removeList: (listId: string) => void;
  /** Rejects with a `Failure`: `network` while changes of the list are waiting. */
  submit: (listId: string, version: number, note: string) => Promise<{ extraCount: number; extraAmount: number }>;
  saveComment: (id: string, comment: CommentInput) => void;
  removeComment: (id: string) => void;
  saveDetails: (details: { name: string; email: string }) => Promise<void>;
  adopt: (token: string) => Promise<void>;
  recover: (email: string) => Promise<void>;
  dismissProblem: () => void;
  dispose: () => void;
}

interface ProofingOptions extends Partial<StoreEnvironment> {
  api: Pick<PublicApi, 'call'>;
  galleryId: string;
}

const RETRY: BackoffBounds = { first: 2000, max: 60_000 };
/** Age in milliseconds from which on the view is loaded again when the visitor returns. */
const STALE_MS = 15_000;

/** Creates the store of a gallery. The caller disposes it. */
export function createProofing({ api, galleryId, ...given }: ProofingOptions): Proofing {
  const { storage, clock, schedule, random, onWake, exclusively } = {
    ...BROWSER,
    storage: queueStorage(galleryId),
    ...given,
  };
  const requests = createProofingRequests(api, galleryId);
  const listeners = new Set<() => void>();
  /** The server's view. */
  let base: ProofingView | null = null;
  let phase: ProofingState['phase'] = 'loading';
  let problem: ProofingState['problem'] = null;
  let queue = storage.read();
  /** Changes that another tab has sent, until the server's view is loaded again. */
  let settling: readonly Send[] = [];
  let snapshot: ProofingState = { phase, view: null, waiting: queue.length, problem };
  /** Number of answers to changes and reasons to read: a view requested before one of them is outdated. */
  let answers = 0;
  /** True if an answer shows that somebody else has changed a list. */
  let isOutrun = false;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  /** The server has asked for a pause until then. */
  let quietUntil = 0;
  let sending: Promise<void> | null = null;
  let refreshing: Promise<boolean> | null = null;
  let stopped = false;
  let cancelTimer = () => {};

  function publish(): void {
    const view = base && projectView(base, [...settling, ...queue]);
    snapshot = { phase, view, waiting: queue.length, problem };
    for (const listener of listeners) listener();
  }

  function write(next: readonly Send[]): void {
    queue = next;
    storage.write(next);
  }

  function add(change: Change): void {
    const id = makeId((bytes) => crypto.getRandomValues(bytes));
    write(enqueue(storage.read(), { ...change, id, at: clock() }));
    publish();
    void flush();
  }

  function merge(confirm: Confirmation): void {
    answers += 1;
    const before = base;
    if (!before) return;
    base = confirm(before);
    isOutrun ||= base.lists.some(({ id, version, isDefault }) => {
      const known = before.lists.find((list) => list.id === id);
      // A list that was removed before comes back with its picks.
      return version > (known?.version ?? 0) + (known || isDefault ? 1 : 0);
    });
  }

  function planRetry(error: unknown): void {
    cancelTimer();
    const delay = retryDelay(error, failures, RETRY, random);
    failures += 1;
    if (!stopped) cancelTimer = schedule(wake, delay);
  }

  /** Notes when the server wants the next request. */
  function noteFailure({ params }: Failure): void {
    if (params.retryAfter !== undefined) quietUntil = clock() + Number(params.retryAfter) * SECOND_MS;
  }

  function wake(): void {
    if (clock() < quietUntil) return;
    if (queue.length > 0) void flush();
    if (phase === 'loading' || clock() - loadedAt > STALE_MS) void refresh();
  }

  function flush(): Promise<void> {
    cancelTimer();
    sending ??= exclusively(`choosing:${galleryId}`, sendAll).finally(() => {
      sending = null;
      if (isOutrun) void refresh();
    });
    return sending;
  }

  /** Sends the queue in order. A lost connection ends it; a failure of the server only puts off the one change. */
  async function sendAll(): Promise<void> {
    const deferred = new Set<string>();
    let last: unknown;
    for (;;) {
      const next = storage.read().find(({ id }) => !deferred.has(id));
      if (!next || stopped) break;
      try {
        merge(await requests.send(next));
        failures = 0;
        write(storage.read().filter(({ id }) => id !== next.id));
        publish();
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (isClosed(error)) return turnOff();
        if (!isPassing(error)) {
          refuse(next, error.code as ErrorCode);
          continue;
        }
        deferred.add(next.id);
        last = error;
        noteFailure(error);
        if (error.code !== 'internal') break;
      }
    }
    queue = storage.read();
    publish();
    if (queue.length > 0) planRetry(last);
  }

  /** Takes a refused change back. */
  function refuse(send: Send, code: ErrorCode): void {
    answers += 1;
    const isNewList = send.kind === 'list' && !base?.lists.some(({ id }) => id === send.listId);
    write(storage.read().filter((one) => one.id !== send.id && !(isNewList && isOfList(one, send.listId))));
    tell(code, send);
    void refresh();
  }

  function tell(code: ErrorCode, about: Change): void {
    const listId = about.kind === 'comment' ? about.comment?.listId : about.listId;
    const photoId = about.kind === 'list' ? undefined : about.kind === 'pick' ? about.photoId : about.comment?.photoId;
    problem = { code, ...(listId && { listId }), ...(photoId && { photoId }) };
    publish();
  }

  function turnOff(): void {
    phase = 'off';
    publish();
  }

  /** Reads the server's view, once more if one is being read: that one may be from before the reason of this call. */
  function refresh(): Promise<boolean> {
    isOutrun = false;
    if (refreshing) answers += 1;
    refreshing ??= readView().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function readView(): Promise<boolean> {
    for (;;) {
      const before = { answers, settling };
      try {
        const view = await requests.view();
        if (before.answers !== answers) {
          await sending;
          continue;
        }
        accept(view);
        settling = settling.filter((send) => !before.settling.includes(send));
        publish();
        return true;
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (!isPassing(error)) phase = 'off';
        else if (phase === 'loading') planRetry(error);
        noteFailure(error);
        publish();
        return false;
      }
    }
  }

  function accept(view: ProofingView): void {
    base = view;
    loadedAt = clock();
    phase = view.canSelect || view.canComment ? 'ready' : 'off';
    if (queue.length > 0 && phase === 'ready') void flush();
  }

  /** Another tab has changed the queue. What is gone from it was sent, or refused. */
  function onOtherTab(): void {
    const now = storage.read();
    const gone = queue.filter((one) => !now.some((other) => keyOf(other) === keyOf(one)));
    queue = now;
    settling = [...settling, ...gone];
    publish();
    if (gone.length > 0) void refresh();
  }

  /** Returns true for a pick that would exceed the limit, which the server refuses. */
  function isTooMany(listId: string, photoId: string): boolean {
    const { lists = [], picks = [] } = snapshot.view ?? {};
    const max = lists.find(({ id }) => id === listId)?.maxCount ?? null;
    if (max === null) return false;
    const picked = pickedIds(picks.filter((pick) => pick.listId === listId));
    return !picked.has(photoId) && picked.size >= max;
  }

  const endWake = onWake(wake);
  const endStorage = storage.subscribe(onOtherTab);
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    load: refresh,
    refresh: () => (clock() < quietUntil ? Promise.resolve(false) : refresh()),
    setPick(listId, photoId, value) {
      const change = { kind: 'pick', listId: sendId(base, listId), photoId, value } as const;
      if (value?.state !== 'pick' || !isTooMany(listId, photoId)) return add(change);
      tell('selection_full', change);
      // The partner may have taken a photo out.
      void refresh();
    },
    saveList: (listId, name) => add({ kind: 'list', listId, name }),
    removeList(listId) {
      write(storage.read().filter((one) => !isOfList(one, listId)));
      add({ kind: 'list', listId, name: null });
    },
    async submit(listId, version, note) {
      await flush();
      if (storage.read().some((one) => isOfList(one, listId))) throw new Failure('network');
      try {
        const { list, ...extras } = await requests.submit(listId, version, note);
        merge((view) => withList(view, list));
        publish();
        return extras;
      } catch (error) {
        if (isFailure(error) && !isPassing(error)) void refresh();
        throw error;
      }
    },
    saveComment: (commentId, comment) => add({ kind: 'comment', commentId, comment }),
    removeComment: (commentId) => add({ kind: 'comment', commentId, comment: null }),
    async saveDetails(details) {
      const { person } = await requests.details(details);
      merge((view) => ({ ...view, person }));
      publish();
    },
    async adopt(token) {
      const view = await requests.adopt(token);
      answers += 1;
      accept(view);
      publish();
    },
    recover: requests.recover,
    dismissProblem() {
      problem = null;
      publish();
    },
    dispose() {
      stopped = true;
      cancelTimer();
      endWake();
      endStorage();
    },
  };
}
