/** Web Lock held by the window that has the draft's form open; the browser releases it when the window dies. */
const lockName = (key: string) => `albumen-draft ${key}`;

/** Serializes requests of this window, so that a new form can acquire the draft that the previous one releases. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const turn = last.then(act);
  // A failure must not block the queue.
  last = turn.catch(() => undefined);
  return turn;
}

type Release = () => Promise<unknown>;
const NOTHING: Release = () => Promise.resolve();

/** Lock of the draft that a form has open. No other form, in any window, can acquire it until it is released. */
export class DraftLock {
  #key: string | null = null;
  #release = NOTHING;

  /** Acquires the first free draft of these and releases the previous one; null if none is free. */
  acquire(keys: readonly string[]): Promise<string | null> {
    return inTurn(async () => {
      for (const key of keys) {
        if (key === this.#key) return key;
        const release = await locked(key);
        if (!release) continue;
        await this.#release();
        [this.#key, this.#release] = [key, release];
        return key;
      }
      return null;
    });
  }

  releaseLock(): Promise<void> {
    return inTurn(async () => {
      await this.#release();
      [this.#key, this.#release] = [null, NOTHING];
    });
  }
}

/** Returns null if the lock is taken or the browser refuses Web Locks. */
function locked(key: string): Promise<Release | null> {
  const answer = Promise.withResolvers<Release | null>();
  const until = Promise.withResolvers<void>();
  const hold = async (): Promise<void> => {
    const ended: Promise<unknown> = navigator.locks.request(lockName(key), { ifAvailable: true }, (lock) => {
      const release = () => {
        until.resolve();
        return ended;
      };
      answer.resolve(lock && release);
      return lock ? until.promise : undefined;
    });
    await ended;
  };
  hold().catch(() => answer.resolve(null));
  return answer.promise;
}
