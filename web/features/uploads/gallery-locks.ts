/** Held, shared, by every window of this browser that has unfinished uploads for the gallery. */
const lockName = (galleryId: string) => `albumen-uploads ${galleryId}`;

/** Lets the other windows know which galleries this one uploads to; the browser lets go when a window dies. */
export class GalleryLocks {
  readonly #held = new Map<string, () => void>();

  /** @param galleryIds all that this window has unfinished uploads for */
  hold(galleryIds: ReadonlySet<string>): void {
    for (const [galleryId, release] of this.#held) {
      if (galleryIds.has(galleryId)) continue;
      this.#held.delete(galleryId);
      release();
    }
    for (const galleryId of galleryIds) {
      if (this.#held.has(galleryId)) continue;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#held.set(galleryId, resolve);
      void navigator.locks.request(lockName(galleryId), { mode: 'shared' }, () => promise);
    }
  }
}

/** Resolves when no window of this browser uploads to the gallery. @throws once `signal` is aborted */
export async function waitForOtherWindows(galleryId: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(lockName(galleryId), { mode: 'exclusive', signal }, () => undefined);
}
