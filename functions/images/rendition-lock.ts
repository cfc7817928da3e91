import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { ErrorCode } from '#core/domain/errors.ts';
import type { Objects } from './objects.ts';

/*
 * Fifty first requests are fifty sandboxes, so the lock lies in storage: `{key}.lock`, made with If-None-Match.
 * A picture that cannot be decoded leaves its reason in the lock, so that those who wait fail at once and nobody
 * burns a processor on it again before the lock is stale.
 */
const WORKING = 'working';

/** ETags are digests: only a body of its own makes a holder's lock tell from another's. */
const newLockBody = () => `${WORKING} ${randomUUID()}`;

/** Longer than a decode may wait and take together (28 s): only a dead holder's lock gets this old. */
export const STALE_MS = 30_000;

export type LockState = { etag: string } | { failed: ErrorCode } | 'busy' | 'gone';

/** Tries once to become the one who computes `key`. `held` is the ETag to release with. */
export async function acquireLock(renditions: Objects, key: string): Promise<LockState> {
  const lock = lockKey(key);
  const made = await renditions.put(lock, newLockBody(), { contentType: 'text/plain', ifNoneMatch: '*' });
  if (made !== null) return { etag: made };
  const other = await renditions.get(lock);
  if (other === null || other === 'not_modified') return 'gone';
  const state = await text(other.body);
  if (other.ageMs < STALE_MS) return state.startsWith(WORKING) ? 'busy' : { failed: state as ErrorCode };
  // Of all who find it stale, the condition lets one through.
  const taken = await renditions.put(lock, newLockBody(), { contentType: 'text/plain', ifMatch: other.etag });
  return taken === null ? 'busy' : { etag: taken };
}

/** Ends the lock if it is still ours. */
export async function releaseLock(renditions: Objects, key: string, etag: string): Promise<void> {
  const current = await renditions.head(lockKey(key));
  if (current?.etag === etag) await renditions.remove(lockKey(key));
}

/** Leaves the reason for those who wait. */
export async function failLock(renditions: Objects, key: string, etag: string, code: ErrorCode): Promise<void> {
  await renditions.put(lockKey(key), code, { contentType: 'text/plain', ifMatch: etag });
}

function lockKey(key: string): string {
  return `${key}.lock`;
}
