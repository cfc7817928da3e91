import type { BodyInput } from '#core/api/endpoint.ts';
import type { proofing } from '#core/api/proofing.ts';
import type { PickValue } from '#core/domain/galleries/proofing.ts';
import { makeId } from '#core/domain/values/make-id.ts';
import { readStored, removeStored, writeStored } from '#web/lib/browser/storage.ts';

export type CommentInput = BodyInput<typeof proofing.saveComment>;

/** A change; null removes. */
export type Change =
  | { kind: 'pick'; listId: string; photoId: string; value: PickValue | null }
  | { kind: 'list'; listId: string; name: string | null }
  | { kind: 'comment'; commentId: string; comment: CommentInput | null };

/** A change that the server has not confirmed. `id` differs for each change, also of the same thing. */
export type Send = Change & { id: string; at: number };

/** Returns what a change is about: only the newest of one key is sent. */
function keyOf(send: Send): string {
  if (send.kind === 'pick') return `pick ${send.listId} ${send.photoId}`;
  return send.kind === 'list' ? `list ${send.listId}` : `comment ${send.commentId}`;
}

/** Returns true if a change is about a list or a photo in it. */
export const isOfList = (send: Send, listId: string): boolean => send.kind !== 'comment' && send.listId === listId;

/** Storage of a gallery's queue, shared by the browser's tabs. */
export interface QueueStorage {
  read: () => readonly Send[];
  write: (queue: readonly Send[]) => void;
  /** Calls back when another tab has written. Returns a function that ends it. */
  subscribe: (listener: () => void) => () => void;
}

/** Returns the stored queue; one in memory if the browser refuses storage, as in private windows. */
export function queueStorage(galleryId: string): QueueStorage {
  const key = `choosing:${galleryId}`;
  let memory: readonly Send[] = [];
  return {
    read() {
      const stored = readStored(key);
      return Array.isArray(stored) ? (stored as Send[]) : memory;
    },
    write(queue) {
      if (queue.length === 0) removeStored(key);
      else writeStored(key, queue);
      memory = queue.length > 0 && JSON.stringify(readStored(key)) !== JSON.stringify(queue) ? queue : [];
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/** The changes of a gallery that the server has not confirmed, in the order of sending. Other tabs change them too. */
export class SendQueue {
  readonly #storage: QueueStorage;
  #waiting: readonly Send[];
  #settling: readonly Send[] = [];

  constructor(storage: QueueStorage) {
    this.#storage = storage;
    this.#waiting = storage.read();
  }

  /** Number of changes that are not yet confirmed. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Changes that another tab has sent, until `settle`. */
  get settling(): readonly Send[] {
    return this.#settling;
  }

  /** Changes to show upon the server's view. */
  get pending(): readonly Send[] {
    return [...this.#settling, ...this.#waiting];
  }

  /** Adds a change, instead of an earlier one of the same key. */
  add(change: Change, at: number): void {
    const send: Send = { ...change, id: makeId((bytes) => crypto.getRandomValues(bytes)), at };
    const queue = this.#storage.read();
    const before = queue.findIndex((other) => keyOf(other) === keyOf(send));
    this.#write(before < 0 ? [...queue, send] : queue.with(before, send));
  }

  /** Returns the first change whose id is not among the deferred. */
  next(deferred: ReadonlySet<string>): Send | undefined {
    return this.#storage.read().find(({ id }) => !deferred.has(id));
  }

  /** Returns true if changes of a list are waiting. */
  hasList(listId: string): boolean {
    return this.#storage.read().some((send) => isOfList(send, listId));
  }

  remove(matches: (send: Send) => boolean): void {
    this.#write(this.#storage.read().filter((send) => !matches(send)));
  }

  /** Reads again what all tabs have written. */
  reread(): void {
    this.#waiting = this.#storage.read();
  }

  /**
   * Calls back when another tab has changed the queue. `isShorter`: changes are gone from it, sent or refused, and
   * settling from now on. Returns a function that ends it.
   */
  onOtherTab(listener: (isShorter: boolean) => void): () => void {
    return this.#storage.subscribe(() => {
      const now = this.#storage.read();
      const gone = this.#waiting.filter((one) => !now.some((other) => keyOf(other) === keyOf(one)));
      this.#waiting = now;
      this.#settling = [...this.#settling, ...gone];
      listener(gone.length > 0);
    });
  }

  /** Drops changes that the server's view has by now. */
  settle(sends: readonly Send[]): void {
    this.#settling = this.#settling.filter((send) => !sends.includes(send));
  }

  #write(next: readonly Send[]): void {
    this.#waiting = next;
    this.#storage.write(next);
  }
}
