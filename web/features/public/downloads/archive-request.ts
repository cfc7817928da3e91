import type { Archive } from '#core/api/archives.ts';
import { retryDelay } from '#web/lib/backoff.ts';
import { browserTimer, type Schedule } from '#web/lib/browser/browser-timer.ts';
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
  /** `fresh`: the visitor has waited for it, so a download may start automatically. */
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
  schedule?: Schedule;
  random?: () => number;
}

/** Delays between two polls, milliseconds. Short at first, because most archives take seconds. */
const FIRST_LOOK_MS = 300;
const MAX_LOOK_MS = 15_000;
const SLOWER = 1.4;
/** Share of a delay that passes at least, even if the progress announces an earlier end. */
const MIN_SHARE = 1 / 3;
/** Time for which a visitor waits for an archive that they have ordered, milliseconds. After it they may be elsewhere. */
const WAITING_MS = 10_000;

/** Failures that do not stop the polling. */
const TRANSIENT_CODES: readonly FailureCode[] = ['network', 'unavailable', 'internal', 'rate_limited'];

/** One download of several photos, from order to files. */
export class ArchiveRequest {
  readonly #options: ArchiveRequestOptions & { schedule: Schedule; random: () => number };
  readonly #listeners = new Set<() => void>();
  #state: ArchiveState = { step: 'choosing' };
  #order: DownloadOptions | null = null;
  #cancelTimer = () => {};
  #delay = FIRST_LOOK_MS;
  /** Milliseconds between the polls until now. */
  #waited = 0;
  /** Number of the current request; answers to earlier ones are ignored. */
  #currentRequest = 0;

  constructor(options: ArchiveRequestOptions) {
    this.#options = { schedule: browserTimer, random: Math.random, ...options };
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): ArchiveState => this.#state;

  async ask(wanted: DownloadOptions): Promise<void> {
    const { api, galleryId } = this.#options;
    this.#order = wanted;
    const request = this.#begin();
    this.#publish({ step: 'asking' });
    try {
      const archive = await api.createArchive(galleryId, archiveRequestBody(wanted));
      if (request === this.#currentRequest) this.#take(archive);
    } catch (error) {
      if (request !== this.#currentRequest) return;
      if (isFailure(error, 'pin_required')) this.#publish({ step: 'pin', busy: false });
      else this.#publish({ step: 'choosing', failure: error });
    }
  }

  /** Continues a download ordered before a reload, or linked from a mail. */
  resume(archiveId: string): Promise<void> {
    this.#begin();
    // Known from before: nobody waits for a download to start.
    this.#waited = WAITING_MS;
    this.#publish({ step: 'asking' });
    this.#options.storage.write(archiveId);
    return this.#look(archiveId);
  }

  async enterPin(pin: string): Promise<void> {
    const { api, galleryId, storage } = this.#options;
    const request = this.#begin();
    this.#publish({ step: 'pin', busy: true });
    try {
      await api.unlock(galleryId, pin);
    } catch (failure) {
      if (request === this.#currentRequest) this.#publish({ step: 'pin', busy: false, failure });
      return;
    }
    if (request !== this.#currentRequest) return;
    const known = storage.read();
    if (this.#order) await this.ask(this.#order);
    else if (known !== null) await this.resume(known);
    else this.#publish({ step: 'choosing' });
  }

  /** Orders the same photos again; returns to the form if the order is unknown. */
  async again(): Promise<void> {
    if (this.#order) return this.ask(this.#order);
    this.#begin();
    this.#publish({ step: 'choosing' });
  }

  /** Returns to the form. The server goes on preparing the archive, and the same order finds it again. */
  back(): void {
    this.#begin();
    this.#options.storage.write(null);
    this.#publish({ step: 'choosing' });
  }

  stop(): void {
    this.#begin();
  }

  #publish(next: ArchiveState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  #begin(): number {
    this.#cancelTimer();
    this.#delay = FIRST_LOOK_MS;
    this.#waited = 0;
    this.#currentRequest += 1;
    return this.#currentRequest;
  }

  #end(code: FailureCode): void {
    this.#options.storage.write(null);
    this.#publish({ step: 'over', code });
  }

  #take(archive: Archive): void {
    const { id, status, failure, doneBytes, totalBytes } = archive;
    if (status === 'failed') return this.#end(failure === 'archive_outdated' ? failure : 'archive_failed');
    if (status === 'expired') return this.#end('archive_expired');
    this.#options.storage.write(id);
    if (status === 'ready') return this.#publish({ step: 'ready', archive, fresh: this.#waited < WAITING_MS });
    this.#publish({ step: 'preparing', archive, offline: false });
    // At this pace; a resumed one began before, so it ends later than that.
    const remaining = doneBytes > 0 ? (this.#waited * (totalBytes - doneBytes)) / doneBytes : this.#delay;
    this.#plan(id, { remaining });
  }

  /**
   * Looks again soon, at the end that the progress announces.
   * @param error of the last look: the server may have asked for a longer pause
   */
  #plan(archiveId: string, { remaining = this.#delay, error }: { remaining?: number; error?: unknown }): void {
    const { schedule, random } = this.#options;
    const delay = this.#delay;
    this.#cancelTimer();
    const shortest = Math.max(FIRST_LOOK_MS, delay * MIN_SHARE);
    const pause =
      error === undefined
        ? Math.min(delay, Math.max(shortest, remaining))
        : retryDelay(error, 0, { first: delay, max: delay }, random);
    this.#cancelTimer = schedule(() => void this.#look(archiveId), pause);
    this.#waited += pause;
    this.#delay = Math.min(MAX_LOOK_MS, delay * SLOWER);
  }

  async #look(archiveId: string): Promise<void> {
    const { api, galleryId } = this.#options;
    const request = this.#currentRequest;
    try {
      const archive = await api.archive(galleryId, archiveId);
      if (request === this.#currentRequest) this.#take(archive);
    } catch (error) {
      if (request !== this.#currentRequest) return;
      if (isFailure(error, 'pin_required')) return this.#publish({ step: 'pin', busy: false });
      if (isFailure(error) && !TRANSIENT_CODES.includes(error.code)) {
        return this.#end(error.code === 'not_found' ? 'archive_expired' : error.code);
      }
      if (this.#state.step === 'preparing') this.#publish({ ...this.#state, offline: true });
      this.#plan(archiveId, { error });
    }
  }
}
