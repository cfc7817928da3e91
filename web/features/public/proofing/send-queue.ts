import type { BodyInput } from '#core/api/endpoint.ts';
import type { proofing } from '#core/api/proofing.ts';
import type { PickValue } from '#core/domain/galleries/proofing.ts';
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
export function keyOf(send: Send): string {
  if (send.kind === 'pick') return `pick ${send.listId} ${send.photoId}`;
  return send.kind === 'list' ? `list ${send.listId}` : `comment ${send.commentId}`;
}

/** Returns true if a change is about a list or a photo in it. */
export const isOfList = (send: Send, listId: string): boolean => send.kind !== 'comment' && send.listId === listId;

/** Returns the queue with a change, in the place of an earlier one of the same key. */
export function enqueue(queue: readonly Send[], send: Send): Send[] {
  const before = queue.findIndex((other) => keyOf(other) === keyOf(send));
  return before < 0 ? [...queue, send] : queue.with(before, send);
}

/** The queue of a gallery, shared by the browser's tabs. */
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
