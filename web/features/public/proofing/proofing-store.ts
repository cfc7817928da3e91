import type { ProofingView } from '#core/api/proofing.ts';
import type { ErrorCode } from '#core/domain/values/errors.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import type { PickValue } from '#core/domain/galleries/proofing.ts';
import { type BackoffBounds, retryDelay } from '#web/lib/backoff.ts';
import { Failure, isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { hasOtherChanges, isTooMany, projectView, sendId, withList } from './project-view.ts';
import {
  type Confirmation,
  createProofingRequests,
  isClosed,
  isPassing,
  type ProofingRequests,
} from './proofing-requests.ts';
import { type Change, type CommentInput, isOfList, queueStorage, type Send, SendQueue } from './send-queue.ts';
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

interface ProofingOptions extends Partial<StoreEnvironment> {
  api: Pick<PublicApi, 'call'>;
  galleryId: string;
}

const RETRY: BackoffBounds = { first: 2000, max: 60_000 };
/** Age in milliseconds from which on the view is loaded again when the visitor returns. */
const STALE_MS = 15_000;

/**
 * Choosing in a gallery. Changes show immediately and are sent in the background, also after a reload. The creator
 * disposes it.
 */
export class Proofing {
  readonly #environment: StoreEnvironment;
  readonly #queue: SendQueue;
  readonly #requests: ProofingRequests;
  readonly #galleryId: string;
  readonly #listeners = new Set<() => void>();
  /** The server's view. */
  #base: ProofingView | null = null;
  #phase: ProofingState['phase'] = 'loading';
  #problem: ProofingState['problem'] = null;
  #snapshot: ProofingState;
  /** Number of answers to changes and reasons to read: a view requested before one of them is outdated. */
  #answers = 0;
  /** True if an answer shows that another person has changed a list. */
  #isOutrun = false;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  /** The server has asked for a pause until then. */
  #quietUntil = 0;
  #sending: Promise<void> | null = null;
  #refreshing: Promise<boolean> | null = null;
  #isStopped = false;
  #cancelTimer = () => {};
  readonly #endWake: () => void;
  readonly #endStorage: () => void;

  constructor({ api, galleryId, ...given }: ProofingOptions) {
    this.#environment = { ...BROWSER, storage: queueStorage(galleryId), ...given };
    this.#requests = createProofingRequests(api, galleryId);
    this.#galleryId = galleryId;
    this.#queue = new SendQueue(this.#environment.storage);
    this.#snapshot = { phase: 'loading', view: null, waiting: this.#queue.length, problem: null };
    this.#endWake = this.#environment.onWake(() => this.#wake());
    this.#endStorage = this.#queue.onOtherTab((isShorter) => {
      this.#publish();
      if (isShorter) void this.#refresh();
    });
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the state; the same object until it changes. */
  getSnapshot = (): ProofingState => this.#snapshot;

  /** Loads the server's view. Never rejects; false: the view could not be loaded. */
  load(): Promise<boolean> {
    return this.#refresh();
  }

  /** Loads the server's view again, unless the server has asked for a pause. What is waiting stays. Never rejects. */
  refresh(): Promise<boolean> {
    return this.#environment.clock() < this.#quietUntil ? Promise.resolve(false) : this.#refresh();
  }

  /** @param listId also `favourites`, the caller's default list */
  setPick(listId: string, photoId: string, value: PickValue | null): void {
    const change = { kind: 'pick', listId: sendId(this.#base, listId), photoId, value } as const;
    if (value?.state !== 'pick' || !isTooMany(this.#snapshot.view, listId, photoId)) return this.#add(change);
    this.#tell('selection_full', change);
    // The partner may have taken a photo out.
    void this.#refresh();
  }

  /** Creates or renames a list, or brings back a removed one. */
  saveList(listId: string, name: string): void {
    this.#add({ kind: 'list', listId, name });
  }

  removeList(listId: string): void {
    this.#queue.remove((send) => isOfList(send, listId));
    this.#add({ kind: 'list', listId, name: null });
  }

  /** Rejects with a `Failure`: `network` while changes of the list are waiting. */
  async submit(listId: string, version: number, note: string): Promise<{ extraCount: number; extraAmount: number }> {
    await this.#flush();
    if (this.#queue.hasList(listId)) throw new Failure('network');
    try {
      const { list, ...extras } = await this.#requests.submit(listId, version, note);
      this.#merge((view) => withList(view, list));
      this.#publish();
      return extras;
    } catch (error) {
      if (isFailure(error) && !isPassing(error)) void this.#refresh();
      throw error;
    }
  }

  saveComment(commentId: string, comment: CommentInput): void {
    this.#add({ kind: 'comment', commentId, comment });
  }

  removeComment(commentId: string): void {
    this.#add({ kind: 'comment', commentId, comment: null });
  }

  async saveDetails(details: { name: string; email: string }): Promise<void> {
    const { person } = await this.#requests.details(details);
    this.#merge((view) => ({ ...view, person }));
    this.#publish();
  }

  async adopt(token: string): Promise<void> {
    const view = await this.#requests.adopt(token);
    this.#answers += 1;
    this.#accept(view);
    this.#publish();
  }

  recover(email: string): Promise<void> {
    return this.#requests.recover(email);
  }

  dismissProblem(): void {
    this.#problem = null;
    this.#publish();
  }

  dispose(): void {
    this.#isStopped = true;
    this.#cancelTimer();
    this.#endWake();
    this.#endStorage();
  }

  #publish(): void {
    const view = this.#base && projectView(this.#base, this.#queue.pending);
    this.#snapshot = { phase: this.#phase, view, waiting: this.#queue.length, problem: this.#problem };
    for (const listener of this.#listeners) listener();
  }

  #add(change: Change): void {
    this.#queue.add(change, this.#environment.clock());
    this.#publish();
    void this.#flush();
  }

  #merge(confirm: Confirmation): void {
    this.#answers += 1;
    const before = this.#base;
    if (!before) return;
    this.#base = confirm(before);
    this.#isOutrun ||= hasOtherChanges(before, this.#base);
  }

  #planRetry(error: unknown): void {
    this.#cancelTimer();
    const delay = retryDelay(error, this.#failures, RETRY, this.#environment.random);
    this.#failures += 1;
    if (!this.#isStopped) this.#cancelTimer = this.#environment.schedule(() => this.#wake(), delay);
  }

  /** Notes when the server wants the next request. */
  #noteFailure({ params }: Failure): void {
    if (params.retryAfter !== undefined)
      this.#quietUntil = this.#environment.clock() + Number(params.retryAfter) * SECOND_MS;
  }

  #wake(): void {
    if (this.#environment.clock() < this.#quietUntil) return;
    if (this.#queue.length > 0) void this.#flush();
    if (this.#phase === 'loading' || this.#environment.clock() - this.#loadedAt > STALE_MS) void this.#refresh();
  }

  #flush(): Promise<void> {
    this.#cancelTimer();
    this.#sending ??= this.#environment
      .exclusively(`choosing:${this.#galleryId}`, () => this.#sendAll())
      .finally(() => {
        this.#sending = null;
        if (this.#isOutrun) void this.#refresh();
      });
    return this.#sending;
  }

  /** Sends the queue in order. A lost connection ends it; a failure of the server only puts off the one change. */
  async #sendAll(): Promise<void> {
    const deferred = new Set<string>();
    let last: unknown;
    for (;;) {
      const next = this.#queue.next(deferred);
      if (!next || this.#isStopped) break;
      try {
        this.#merge(await this.#requests.send(next));
        this.#failures = 0;
        this.#queue.remove(({ id }) => id === next.id);
        this.#publish();
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (isClosed(error)) return this.#turnOff();
        if (!isPassing(error)) {
          this.#refuse(next, error.code as ErrorCode);
          continue;
        }
        deferred.add(next.id);
        last = error;
        this.#noteFailure(error);
        if (error.code !== 'internal') break;
      }
    }
    this.#queue.reread();
    this.#publish();
    if (this.#queue.length > 0) this.#planRetry(last);
  }

  /** Takes a refused change back. */
  #refuse(send: Send, code: ErrorCode): void {
    this.#answers += 1;
    const isNewList = send.kind === 'list' && !this.#base?.lists.some(({ id }) => id === send.listId);
    this.#queue.remove((one) => one.id === send.id || (isNewList && isOfList(one, send.listId)));
    this.#tell(code, send);
    void this.#refresh();
  }

  #tell(code: ErrorCode, about: Change): void {
    const listId = about.kind === 'comment' ? about.comment?.listId : about.listId;
    const photoId = about.kind === 'list' ? undefined : about.kind === 'pick' ? about.photoId : about.comment?.photoId;
    this.#problem = { code, ...(listId && { listId }), ...(photoId && { photoId }) };
    this.#publish();
  }

  #turnOff(): void {
    this.#phase = 'off';
    this.#publish();
  }

  /** Reads the server's view, once more if one is being read: that one may be from before the reason of this call. */
  #refresh(): Promise<boolean> {
    this.#isOutrun = false;
    if (this.#refreshing) this.#answers += 1;
    this.#refreshing ??= this.#readView().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #readView(): Promise<boolean> {
    for (;;) {
      const before = { answers: this.#answers, settling: this.#queue.settling };
      try {
        const view = await this.#requests.view();
        if (before.answers !== this.#answers) {
          await this.#sending;
          continue;
        }
        this.#accept(view);
        this.#queue.settle(before.settling);
        this.#publish();
        return true;
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (!isPassing(error)) this.#phase = 'off';
        else if (this.#phase === 'loading') this.#planRetry(error);
        this.#noteFailure(error);
        this.#publish();
        return false;
      }
    }
  }

  #accept(view: ProofingView): void {
    this.#base = view;
    this.#loadedAt = this.#environment.clock();
    this.#phase = view.canSelect || view.canComment ? 'ready' : 'off';
    if (this.#queue.length > 0 && this.#phase === 'ready') void this.#flush();
  }
}
