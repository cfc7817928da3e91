import { SHARE_BATCH } from '#core/domain/archives.ts';

/** A photo as the share sheet takes it. */
export interface ShareFile {
  blob: Blob;
  filename: string;
}

export type ShareBatchesState =
  /** `done` of `total` photos have been handed over; `fetched` of the next batch are here. */
  | { step: 'fetching'; done: number; total: number; fetched: number }
  /** A tap shares them: the sheet opens for nothing less. */
  | { step: 'batch'; done: number; total: number; count: number }
  | { step: 'sharing'; done: number; total: number; count: number }
  | { step: 'saved'; total: number }
  /** What came is kept; `retry` goes on where it stopped. */
  | { step: 'stopped'; done: number; total: number; failure: unknown };

interface ShareBatchesOptions<P> {
  photos: readonly P[];
  fetch: (photo: P, signal: AbortSignal) => Promise<ShareFile>;
  /** Opens the system's sheet. Rejects with an AbortError when somebody closes it. */
  share: (files: File[]) => Promise<void>;
  limits?: { files: number; bytes: number };
}

export type ShareBatches = ReturnType<typeof createShareBatches>;

/**
 * Hands photos to the system's share sheet, which saves them among a phone's photos: one batch after another, since
 * browsers take only so many files and bytes at once, and since a phone's memory holds no more than one batch.
 */
export function createShareBatches<P>({ photos, fetch, share, limits = SHARE_BATCH }: ShareBatchesOptions<P>) {
  const total = photos.length;
  let state: ShareBatchesState = { step: 'fetching', done: 0, total, fetched: 0 };
  let done = 0;
  let batch: File[] = [];
  let bytes = 0;
  /** Came last and did not fit: the next batch begins with it. */
  let spare: File | null = null;
  const abort = new AbortController();
  const listeners = new Set<() => void>();

  function publish(next: ShareBatchesState) {
    if (abort.signal.aborted) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function add(file: File): boolean {
    // A file that is larger than a batch may be is one by itself; whether it is taken, the browser says.
    if (batch.length > 0 && (batch.length >= limits.files || bytes + file.size > limits.bytes)) return false;
    batch.push(file);
    bytes += file.size;
    return true;
  }

  async function gather() {
    if (spare && add(spare)) spare = null;
    const wanted = () => photos[done + batch.length];
    publish({ step: 'fetching', done, total, fetched: batch.length });
    try {
      for (let photo = wanted(); photo && !spare && batch.length < limits.files; photo = wanted()) {
        const { blob, filename } = await fetch(photo, abort.signal);
        const file = new File([blob], filename, { type: blob.type || 'image/jpeg' });
        if (!add(file)) spare = file;
        publish({ step: 'fetching', done, total, fetched: batch.length });
      }
    } catch (failure) {
      return publish({ step: 'stopped', done, total, failure });
    }
    publish({ step: 'batch', done, total, count: batch.length });
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    begin: gather,
    /** Has to be called from a tap. */
    async shareBatch() {
      if (state.step !== 'batch') return;
      const count = batch.length;
      publish({ step: 'sharing', done, total, count });
      try {
        await share(batch);
      } catch (failure) {
        // Closed without saving: the batch is still here, and another tap offers it again.
        if (failure instanceof DOMException && failure.name === 'AbortError') {
          return publish({ step: 'batch', done, total, count });
        }
        return publish({ step: 'stopped', done, total, failure });
      }
      done += count;
      batch = [];
      bytes = 0;
      if (done >= total) publish({ step: 'saved', total });
      else await gather();
    },
    retry: gather,
    stop() {
      abort.abort();
      batch = [];
      spare = null;
    },
  };
}
