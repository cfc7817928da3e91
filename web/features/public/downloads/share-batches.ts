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

export type ShareBatches = ReturnType<typeof createShareBatches>;

/**
 * Shares photos through the system's share sheet, which saves them to a phone's photos. Works in batches, because
 * browsers limit the number and bytes of files and a phone's memory holds only one batch.
 */
export function createShareBatches<P>({ photos, fetch, share, limits = SHARE_BATCH }: ShareBatchesOptions<P>) {
  const total = photos.length;
  let state: ShareBatchesState = { step: 'fetching', done: 0, total, fetched: 0 };
  let done = 0;
  let batch: File[] = [];
  let bytes = 0;
  /** Loaded file that exceeded the batch; the next batch starts with it. */
  let spare: File | null = null;
  const abort = new AbortController();
  const listeners = new Set<() => void>();

  function publish(next: ShareBatchesState) {
    if (abort.signal.aborted) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function add(file: File): boolean {
    // A file larger than the limit becomes a batch of its own; the browser decides whether it accepts it.
    if (batch.length > 0 && (batch.length >= limits.files || bytes + file.size > limits.bytes)) return false;
    batch.push(file);
    bytes += file.size;
    return true;
  }

  async function gather() {
    if (spare && add(spare)) spare = null;
    const nextPhoto = () => photos[done + batch.length];
    publish({ step: 'fetching', done, total, fetched: batch.length });
    try {
      for (let photo = nextPhoto(); photo && !spare && batch.length < limits.files; photo = nextPhoto()) {
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
    /** Shares the current batch. Call it from a user gesture. */
    async shareBatch() {
      if (state.step !== 'batch') return;
      const count = batch.length;
      publish({ step: 'sharing', done, total, count });
      try {
        await share(batch);
      } catch (failure) {
        // The sheet was closed without saving: keep the batch and offer it again.
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
