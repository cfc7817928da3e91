import type { Archive } from '#core/api/archives.ts';
import { retryDelay } from '#web/lib/backoff.ts';
import { type FailureCode, isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { archiveRequestBody, type DownloadOptions } from './download-options.ts';

/** State of a download request. */
export type ArchiveState =
  | { step: 'choosing'; failure?: unknown }
  | { step: 'asking' }
  /** Waiting for the gallery's PIN. */
  | { step: 'pin'; busy: boolean; failure?: unknown }
  | { step: 'preparing'; archive: Archive; offline: boolean }
  /** `fresh`: ready in the first answer while the visitor waits, so a download may start automatically. */
  | { step: 'ready'; archive: Archive; fresh: boolean }
  /** Final failure; `code` names the reason. */
  | { step: 'over'; code: FailureCode };

/** Stores the id of the download, so that it survives a reload. */
export interface ArchiveStorage {
  read: () => string | null;
  write: (archiveId: string | null) => void;
}

interface ArchiveRequestOptions {
  api: Pick<PublicApi, 'createArchive' | 'archive' | 'unlock'>;
  galleryId: string;
  storage: ArchiveStorage;
  schedule?: (callback: () => void, delay: number) => () => void;
  random?: () => number;
}

/** Delays between two polls, milliseconds. Short at first, because most archives take seconds. */
const FIRST_LOOK_MS = 1000;
const MAX_LOOK_MS = 15_000;
const SLOWER = 1.4;

/** Failures that do not stop the polling. */
const TRANSIENT_CODES: readonly FailureCode[] = ['network', 'unavailable', 'internal', 'rate_limited'];

function browserTimer(callback: () => void, delay: number): () => void {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
}

export type ArchiveRequest = ReturnType<typeof createArchiveRequest>;

/** Creates the state of one download of several photos, from order to files. For `useSyncExternalStore`. */
export function createArchiveRequest({
  api,
  galleryId,
  storage,
  schedule = browserTimer,
  random = Math.random,
}: ArchiveRequestOptions) {
  let state: ArchiveState = { step: 'choosing' };
  let order: DownloadOptions | null = null;
  let cancelTimer = () => {};
  let delay = FIRST_LOOK_MS;
  /** Number of the current request; answers to earlier ones are ignored. */
  let currentRequest = 0;
  const listeners = new Set<() => void>();

  function publish(next: ArchiveState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function begin(): number {
    cancelTimer();
    currentRequest += 1;
    return currentRequest;
  }

  function over(code: FailureCode) {
    storage.write(null);
    publish({ step: 'over', code });
  }

  function take(archive: Archive, fresh: boolean) {
    const { id, status, failure } = archive;
    if (status === 'failed') return over(failure === 'archive_outdated' ? failure : 'archive_failed');
    if (status === 'expired') return over('archive_expired');
    storage.write(id);
    if (status === 'ready') return publish({ step: 'ready', archive, fresh });
    publish({ step: 'preparing', archive, offline: false });
    plan(id);
  }

  /** @param error of the last look: the server may have asked for a longer pause */
  function plan(archiveId: string, error?: unknown) {
    cancelTimer();
    const pause = error === undefined ? delay : retryDelay(error, 0, { first: delay, max: delay }, random);
    cancelTimer = schedule(() => void look(archiveId), pause);
    delay = Math.min(MAX_LOOK_MS, delay * SLOWER);
  }

  async function look(archiveId: string) {
    const request = currentRequest;
    try {
      const archive = await api.archive(galleryId, archiveId);
      if (request === currentRequest) take(archive, false);
    } catch (error) {
      if (request !== currentRequest) return;
      if (isFailure(error, 'pin_required')) return publish({ step: 'pin', busy: false });
      if (isFailure(error) && !TRANSIENT_CODES.includes(error.code)) {
        return over(error.code === 'not_found' ? 'archive_expired' : error.code);
      }
      if (state.step === 'preparing') publish({ ...state, offline: true });
      plan(archiveId, error);
    }
  }

  async function ask(wanted: DownloadOptions) {
    const request = begin();
    delay = FIRST_LOOK_MS;
    publish({ step: 'asking' });
    try {
      const archive = await api.createArchive(galleryId, archiveRequestBody(wanted));
      if (request === currentRequest) take(archive, archive.status === 'ready');
    } catch (error) {
      if (request !== currentRequest) return;
      if (isFailure(error, 'pin_required')) publish({ step: 'pin', busy: false });
      else publish({ step: 'choosing', failure: error });
    }
  }

  function resume(archiveId: string) {
    begin();
    delay = FIRST_LOOK_MS;
    publish({ step: 'asking' });
    storage.write(archiveId);
    return look(archiveId);
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    ask(wanted: DownloadOptions) {
      order = wanted;
      return ask(wanted);
    },
    /** Continues a download ordered before a reload, or linked from a mail. */
    resume,
    async enterPin(pin: string) {
      const request = begin();
      publish({ step: 'pin', busy: true });
      try {
        await api.unlock(galleryId, pin);
      } catch (failure) {
        if (request === currentRequest) publish({ step: 'pin', busy: false, failure });
        return;
      }
      if (request !== currentRequest) return;
      const known = storage.read();
      if (order) await ask(order);
      else if (known !== null) await resume(known);
      else publish({ step: 'choosing' });
    },
    /** Orders the same photos again; returns to the form if the order is unknown. */
    async again() {
      if (order) return ask(order);
      begin();
      publish({ step: 'choosing' });
    },
    /** Returns to the form. The server goes on preparing the archive, and the same order finds it again. */
    back: () => {
      begin();
      storage.write(null);
      publish({ step: 'choosing' });
    },
    stop: () => void begin(),
  };
}
