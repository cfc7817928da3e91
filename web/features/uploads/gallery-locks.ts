/** Name of the shared lock that every window of this browser holds while it has unfinished uploads for the gallery. */
const lockName = (galleryId: string) => `albumen-uploads ${galleryId}`;

/** Tells other windows which galleries this one uploads to. The browser releases the locks when a window closes. */
export class GalleryLocks {
  readonly #held = new Map<string, () => void>();

  /** @param galleryIds galleries for which this window has unfinished uploads */
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

/**
 * Resolves once no window of this browser uploads to the gallery.
 * @throws once `signal` is aborted
 */
export async function waitForOtherWindows(galleryId: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(lockName(galleryId), { mode: 'exclusive', signal }, () => undefined);
}
