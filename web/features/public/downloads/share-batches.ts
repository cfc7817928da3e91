import { SHARE_BATCH } from '#core/domain/galleries/archives.ts';

/** A photo as the share sheet accepts it. */
interface ShareFile {
  blob: Blob;
  filename: string;
}

export type ShareBatchesState =
  /** `done` of `total` photos are shared; `fetched` photos of the next batch are loaded. */
  | { step: 'fetching'; done: number; total: number; fetched: number }
  /** Waiting for a tap: the share sheet requires a user gesture. */
  | { step: 'batch'; done: number; total: number; count: number }
  | { step: 'sharing'; done: number; total: number; count: number }
  | { step: 'saved'; total: number }
  /** Loaded files are kept; `retry` continues after them. */
  | { step: 'stopped'; done: number; total: number; failure: unknown };

interface ShareBatchesOptions<P> {
  photos: readonly P[];
  fetch: (photo: P, signal: AbortSignal) => Promise<ShareFile>;
  /** Opens the system's share sheet. Rejects with an AbortError if it is closed. */
  share: (files: File[]) => Promise<void>;
  limits?: { files: number; bytes: number };
}

/**
 * Shares photos through the system's share sheet, which saves them to a phone's photos. Works in batches, because
 * browsers limit the number and bytes of files and a phone's memory holds only one batch.
 */
export class ShareBatches<P> {
  readonly #options: ShareBatchesOptions<P>;
  readonly #limits: { files: number; bytes: number };
  readonly #total: number;
  readonly #abort = new AbortController();
  readonly #listeners = new Set<() => void>();
  #state: ShareBatchesState;
  #done = 0;
  #batch: File[] = [];
  #bytes = 0;
  /** Loaded file that exceeded the batch; the next batch starts with it. */
  #spare: File | null = null;

  constructor(options: ShareBatchesOptions<P>) {
    this.#options = options;
    this.#limits = options.limits ?? SHARE_BATCH;
    this.#total = options.photos.length;
    this.#state = { step: 'fetching', ...this.#progress, fetched: 0 };
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): ShareBatchesState => this.#state;

  /** Loads the first batch; after a failure, what is missing of the batch. */
  async load(): Promise<void> {
    const { photos, fetch } = this.#options;
    if (this.#spare && this.#add(this.#spare)) this.#spare = null;
    const nextPhoto = () => photos[this.#done + this.#batch.length];
    this.#publish({ step: 'fetching', ...this.#progress, fetched: this.#batch.length });
    try {
      for (
        let photo = nextPhoto();
        photo && !this.#spare && this.#batch.length < this.#limits.files;
        photo = nextPhoto()
      ) {
        const { blob, filename } = await fetch(photo, this.#abort.signal);
        const file = new File([blob], filename, { type: blob.type || 'image/jpeg' });
        if (!this.#add(file)) this.#spare = file;
        this.#publish({ step: 'fetching', ...this.#progress, fetched: this.#batch.length });
      }
    } catch (failure) {
      return this.#publish({ step: 'stopped', ...this.#progress, failure });
    }
    this.#publish({ step: 'batch', ...this.#progress, count: this.#batch.length });
  }

  /** Shares the current batch. Call it from a user gesture. */
  async shareBatch(): Promise<void> {
    if (this.#state.step !== 'batch') return;
    const count = this.#batch.length;
    this.#publish({ step: 'sharing', ...this.#progress, count });
    try {
      await this.#options.share(this.#batch);
    } catch (failure) {
      // The sheet was closed without saving: keep the batch and offer it again.
      if (failure instanceof DOMException && failure.name === 'AbortError') {
        return this.#publish({ step: 'batch', ...this.#progress, count });
      }
      return this.#publish({ step: 'stopped', ...this.#progress, failure });
    }
    this.#done += count;
    this.#batch = [];
    this.#bytes = 0;
    if (this.#done >= this.#total) this.#publish({ step: 'saved', total: this.#total });
    else await this.load();
  }

  stop(): void {
    this.#abort.abort();
    this.#batch = [];
    this.#spare = null;
  }

  get #progress() {
    return { done: this.#done, total: this.#total };
  }

  #publish(next: ShareBatchesState): void {
    if (this.#abort.signal.aborted) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  #add(file: File): boolean {
    const { files, bytes } = this.#limits;
    // A file larger than the limit becomes a batch of its own; the browser decides whether it accepts it.
    if (this.#batch.length > 0 && (this.#batch.length >= files || this.#bytes + file.size > bytes)) return false;
    this.#batch.push(file);
    this.#bytes += file.size;
    return true;
  }
}
