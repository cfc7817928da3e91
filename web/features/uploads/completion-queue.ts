import { MAX_FILES_PER_SIGNING } from '#core/domain/uploads.ts';

export interface CompletionResponse {
  photos: readonly { photoId: string; failure: string | null }[];
  refused: readonly { photoId: string; code: string; sameAs?: string | undefined }[];
}

interface CompletionQueueOptions {
  complete: (galleryId: string, photoIds: readonly string[]) => Promise<CompletionResponse>;
  /** `code` is null on success; `sameAs` is the id of the photo that a duplicate repeats. */
  onResult: (photoId: string, code: string | null, sameAs?: string) => void;
  /** Returns the code of a final failure; null for a transient one. */
  refusalOf?: (error: unknown) => string | null;
  /** Milliseconds to wait for further files before a request. */
  debounceMs?: number;
}

/** Delays between retries, milliseconds. The last one repeats without limit, since the file is stored already. */
const BACKOFF_MS = [1000, 3000, 10_000, 30_000];

/** Reports stored files to the server in batches. Repeats a request whose answer was lost. */
export class CompletionQueue {
  readonly #options: Required<CompletionQueueOptions>;
  readonly #stored = new Map<string, Set<string>>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(options: CompletionQueueOptions) {
    this.#options = { debounceMs: 250, refusalOf: () => null, ...options };
  }

  add(galleryId: string, photoId: string): void {
    const stored = this.#stored.get(galleryId) ?? new Set();
    this.#stored.set(galleryId, stored.add(photoId));
    this.#schedule(galleryId, this.#options.debounceMs, 0);
  }

  #schedule(galleryId: string, wait: number, attempt: number): void {
    if (this.#timers.has(galleryId)) return;
    const run = () => void this.#flush(galleryId, attempt);
    this.#timers.set(galleryId, setTimeout(run, wait));
  }

  async #flush(galleryId: string, attempt: number): Promise<void> {
    const stored = this.#stored.get(galleryId) ?? new Set();
    const batch = [...stored].slice(0, MAX_FILES_PER_SIGNING);
    let next = 0;
    try {
      const { photos, refused } = await this.#options.complete(galleryId, batch);
      for (const photoId of batch) stored.delete(photoId);
      for (const { photoId, failure } of photos) this.#options.onResult(photoId, failure);
      for (const { photoId, code, sameAs } of refused) this.#options.onResult(photoId, code, sameAs);
    } catch (error) {
      const refusal = this.#options.refusalOf(error);
      // The gallery or the user's access is gone: a retry would get the same answer.
      if (refusal) for (const photoId of batch) this.#refuse(stored, photoId, refusal);
      else next = attempt + 1;
    }
    this.#timers.delete(galleryId);
    if (stored.size === 0) return;
    const wait = next === 0 ? 0 : (BACKOFF_MS[next - 1] ?? BACKOFF_MS.at(-1)!);
    this.#schedule(galleryId, wait, next);
  }

  #refuse(stored: Set<string>, photoId: string, code: string): void {
    stored.delete(photoId);
    this.#options.onResult(photoId, code);
  }
}
