/** Held by the window that has a draft's form open; the browser lets go when a window dies. */
const lockName = (key: string) => `albumen-draft ${key}`;

/** One thing after the other in this window: a form that is opened finds free what the one before it has let go of. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const turn = last.then(act);
  // One that fails keeps nobody waiting.
  last = turn.catch(() => undefined);
  return turn;
}

type Release = () => Promise<unknown>;
const NOTHING: Release = () => Promise.resolve();

/** The draft that a form has open. Another form, in whatever window, is not given it until it is let go. */
export class DraftLock {
  #key: string | null = null;
  #release = NOTHING;

  /** Takes the first of these drafts that nobody has open, instead of the one before; null where there is none. */
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

/** Null where somebody has it, or where the browser refuses to say. */
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
