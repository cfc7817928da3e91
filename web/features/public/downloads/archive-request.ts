import type { Archive } from '#core/api/archives.ts';
import { type FailureCode, isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { archiveRequestBody, type DownloadOptions } from './download-options.ts';

/** How far a download has come. */
export type ArchiveState =
  | { step: 'choosing'; failure?: unknown }
  | { step: 'asking' }
  /** The gallery's PIN is asked for. */
  | { step: 'pin'; busy: boolean; failure?: unknown }
  | { step: 'preparing'; archive: Archive; offline: boolean }
  /** `fresh`: ready in the answer to somebody who is waiting, so it may begin by itself. */
  | { step: 'ready'; archive: Archive; fresh: boolean }
  /** There is nothing more to wait for: `code` says why. */
  | { step: 'over'; code: FailureCode };

/** Where a download's id is kept, so that it survives a reload. */
export interface ArchiveStorage {
  read: () => string | null;
  write: (archiveId: string | null) => void;
}

interface ArchiveRequestOptions {
  api: Pick<PublicApi, 'createArchive' | 'archive' | 'unlock'>;
  galleryId: string;
  storage: ArchiveStorage;
  schedule?: (callback: () => void, delay: number) => () => void;
}

/** Between two looks at how far it is: soon at first, since most are done in seconds. */
const FIRST_LOOK_MS = 1000;
const MAX_LOOK_MS = 15_000;
const SLOWER = 1.4;

/** What a failed look leaves to be waited for. */
const TRANSIENT_CODES: readonly FailureCode[] = ['network', 'unavailable', 'internal', 'rate_limited'];

function browserTimer(callback: () => void, delay: number): () => void {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
}

export type ArchiveRequest = ReturnType<typeof createArchiveRequest>;

/** One download of many photos, from the order to the files. For `useSyncExternalStore`. */
export function createArchiveRequest({ api, galleryId, storage, schedule = browserTimer }: ArchiveRequestOptions) {
  let state: ArchiveState = { step: 'choosing' };
  let order: DownloadOptions | null = null;
  let callOff = () => {};
  let delay = FIRST_LOOK_MS;
  /** Answers to what is not wanted any more change nothing. */
  let turn = 0;
  const listeners = new Set<() => void>();

  function publish(next: ArchiveState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function begin(): number {
    callOff();
    turn += 1;
    return turn;
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

  function plan(archiveId: string) {
    callOff();
    callOff = schedule(() => void look(archiveId), delay);
    delay = Math.min(MAX_LOOK_MS, delay * SLOWER);
  }

  async function look(archiveId: string) {
    const mine = turn;
    try {
      const archive = await api.archive(galleryId, archiveId);
      if (mine === turn) take(archive, false);
    } catch (error) {
      if (mine !== turn) return;
      if (isFailure(error, 'pin_required')) return publish({ step: 'pin', busy: false });
      if (isFailure(error) && !TRANSIENT_CODES.includes(error.code)) {
        return over(error.code === 'not_found' ? 'archive_expired' : error.code);
      }
      if (state.step === 'preparing') publish({ ...state, offline: true });
      plan(archiveId);
    }
  }

  async function ask(wanted: DownloadOptions) {
    const mine = begin();
    delay = FIRST_LOOK_MS;
    publish({ step: 'asking' });
    try {
      const archive = await api.createArchive(galleryId, archiveRequestBody(wanted));
      if (mine === turn) take(archive, archive.status === 'ready');
    } catch (error) {
      if (mine !== turn) return;
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
    /** Goes on with a download that was asked for before: after a reload, from a mail. */
    resume,
    async enterPin(pin: string) {
      const mine = begin();
      publish({ step: 'pin', busy: true });
      try {
        await api.unlock(galleryId, pin);
      } catch (failure) {
        if (mine === turn) publish({ step: 'pin', busy: false, failure });
        return;
      }
      if (mine !== turn) return;
      const known = storage.read();
      if (order) await ask(order);
      else if (known !== null) await resume(known);
      else publish({ step: 'choosing' });
    },
    /** The same photos again; where it is not known which they were, the choice begins anew. */
    async again() {
      if (order) return ask(order);
      begin();
      publish({ step: 'choosing' });
    },
    /** Back to the choice. What is being prepared goes on being prepared, and is found again by the same choice. */
    back: () => {
      begin();
      storage.write(null);
      publish({ step: 'choosing' });
    },
    stop: () => void begin(),
  };
}
