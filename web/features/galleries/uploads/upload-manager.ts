import type { ApiClient } from '#web/lib/api-client.ts';
import { errorCode } from '#web/lib/error-code.ts';
import { newId } from '#web/lib/ids.ts';
import { galleryConfirmed } from '../unconfirmed.ts';
import { Announcer, type Duplicate } from './announcer.ts';
import { Completer } from './completer.ts';
import { checkFile, isHidden } from './file-check.ts';
import { GalleryLocks } from './gallery-locks.ts';
import { Hasher } from './hasher.ts';
import { Retries } from './retries.ts';
import { BatchSigner, UploadRefused } from './signer.ts';
import { finalCode, forgetUploads, notArrived } from './upload-requests.ts';
import { Transfer } from './transfer.ts';
import { Continuation, type Unfinished } from './unfinished.ts';
import { isDuplicate, isFailed, isOver, isPaused, isPending, isSending } from './upload-item.ts';
import type { DuplicateAnswer, UploadItem } from './upload-item.ts';
import { UploadList } from './upload-list.ts';

/** The code of a failure of the network or the storage: it passes by itself. */
const PASSING = 'upload_failed';

/**
 * Uploads of this window, over all galleries: checks, signing in batches, sending, completion, and one list of items
 * for the screen.
 */
export class UploadManager {
  readonly list = new UploadList();
  readonly #api: ApiClient;
  readonly #hasher = new Hasher();
  readonly #announcer: Announcer;
  readonly #signer: BatchSigner;
  readonly #completer: Completer;
  readonly #transfer: Transfer;
  readonly #retries = new Retries((photoId) => this.retry([photoId]));
  /** What may still be sent; a `File` is a name for bytes on the disk, it does not hold them. */
  readonly #files = new Map<string, File>();
  /** What was said of this batch's duplicates; of the next batch's it is asked again. */
  #answer: DuplicateAnswer | null = null;
  readonly #locks = new GalleryLocks();

  constructor(api: ApiClient) {
    this.#api = api;
    this.#announcer = new Announcer({
      presign: async (galleryId, files) => {
        await galleryConfirmed(galleryId);
        return api.uploads.presign({ body: { galleryId, files: [...files] } });
      },
      hash: async (photoId) => {
        const file = this.#files.get(photoId);
        return file ? this.#hasher.hash(file) : null;
      },
      isListed: (photoId) => this.list.get(photoId) !== undefined,
      onDuplicates: (duplicates) => this.#found(duplicates),
    });
    this.#signer = new BatchSigner((galleryId, files) => this.#announcer.announce(galleryId, files));
    this.#completer = new Completer({
      complete: (galleryId, photoIds) => api.uploads.complete({ body: { galleryId, photoIds: [...photoIds] } }),
      refusalOf: finalCode,
      onResult: (photoId, code) => this.list.change([photoId], code ? { state: 'refused', code } : { state: 'done' }),
    });
    this.#transfer = new Transfer({
      sign: (photoId) => this.#signer.sign(photoId),
      onProgress: (photoId, sent) => this.#progressed(photoId, sent),
      onStored: (photoId) => this.#stored(photoId),
      onFailed: (photoId, error) => this.#failed(photoId, error),
    });
    this.list.subscribe(() => this.#holdLocks());
  }

  add(galleryId: string, files: readonly File[], unfinished: readonly Unfinished[] = []): void {
    const continuation = new Continuation(unfinished);
    if (this.list.idsOf((item) => !isOver(item)).length === 0) this.#answer = null;
    const taken: string[] = [];
    const items = files
      .filter((candidate) => !isHidden(candidate))
      .map((file): UploadItem => {
        const check = checkFile(file);
        const photoId = continuation.take(file) ?? newId();
        const item = { photoId, galleryId, filename: file.name, size: file.size, sent: 0 };
        if (!check.ok) return { ...item, state: 'refused', code: check.code };
        taken.push(item.photoId);
        this.#files.set(item.photoId, file);
        return { ...item, state: 'waiting', code: null };
      });
    this.list.add(items);
    for (const photoId of taken) this.#announce(photoId);
    this.#send(taken);
  }

  /**
   * The same files or folder again, after a reload or a crash: what the gallery has by now is left out unasked, and
   * what is not in the files stays unfinished.
   */
  async resumeFrom(galleryId: string, files: readonly File[], unfinished: readonly Unfinished[]): Promise<void> {
    const missing = await notArrived(this.#api, galleryId, unfinished);
    this.add(galleryId, files, missing);
    this.#answer = 'skip';
  }

  /** The server forgets them, and whatever of them has arrived. */
  forget(galleryId: string, unfinished: readonly Unfinished[]): void {
    const photoIds = unfinished.map(({ id }) => id);
    void forgetUploads(this.#api, galleryId, photoIds);
  }

  /** Stops at once, to leave the line to others; whoever only waits for its next try is paused too. */
  pause(photoIds: readonly string[]): void {
    const affected = this.#those(photoIds, (item) => isSending(item) || this.#retries.awaits(item.photoId));
    for (const photoId of affected) this.#retries.forget(photoId);
    this.#transfer.stop(affected);
    this.list.change(affected, { state: 'paused', sent: 0, code: null });
  }

  resume(photoIds: readonly string[]): void {
    this.#send(this.#those(photoIds, isPaused));
  }

  retry(photoIds: readonly string[]): void {
    this.#send(this.#those(photoIds, isFailed));
  }

  retryAll(): void {
    this.#retries.clear();
    this.retry(this.list.idsOf(isFailed));
  }

  /** The network is back: what it failed goes on, with as many tries as a new file. */
  readonly reconnected = (): void => {
    const affected = this.list.idsOf((item) => isFailed(item) && item.code === PASSING);
    for (const photoId of affected) this.#retries.forget(photoId);
    this.retry(affected);
  };

  cancel(photoIds: readonly string[]): void {
    const affected = this.#those(photoIds, (item) => !isOver(item));
    const announced = this.#byGallery(affected.filter((photoId) => this.#signer.knows(photoId)));
    this.#release(affected);
    this.list.remove(affected);
    for (const [galleryId, ids] of announced) void forgetUploads(this.#api, galleryId, ids);
  }

  cancelAll(): void {
    this.cancel(this.list.idsOf((item) => isPending(item) || isPaused(item) || isDuplicate(item)));
  }

  answerDuplicates(answer: DuplicateAnswer): void {
    this.#answer = answer;
    const affected = this.list.idsOf(isDuplicate);
    if (answer === 'keep') return this.#keep(affected);
    this.#release(affected);
    this.list.change(affected, { state: 'skipped' });
  }

  /** Takes the finished and the refused off the list. */
  clear(): void {
    this.list.remove(this.list.idsOf(isOver));
  }

  /** Sends nothing more; what is not stored yet is given up. */
  stop(): void {
    this.#retries.clear();
    this.#transfer.stopAll();
    this.#hasher.close();
    this.#locks.hold(new Set());
  }

  #holdLocks(): void {
    const unfinished = [...this.list.all().values()].filter((item) => !isOver(item));
    this.#locks.hold(new Set(unfinished.map(({ galleryId }) => galleryId)));
  }

  /** The photo it seemed to continue was another picture of the same name and size: it is a photo of its own. */
  #startAnew(photoId: string): void {
    const [item, file] = [this.list.get(photoId), this.#files.get(photoId)];
    this.#release([photoId]);
    this.list.remove([photoId]);
    if (item && file) this.add(item.galleryId, [file]);
  }

  #found(duplicates: readonly Duplicate[]): void {
    for (const { photoId, sameAs } of duplicates) {
      this.#signer.forget(photoId);
      this.list.change([photoId], { state: 'duplicate', sent: 0, sameAs });
    }
    this.#transfer.stop(duplicates.map(({ photoId }) => photoId));
    if (this.#answer) this.answerDuplicates(this.#answer);
  }

  #keep(photoIds: readonly string[]): void {
    for (const photoId of photoIds) {
      this.#announcer.keep(photoId);
      this.#announce(photoId);
    }
    this.#send(photoIds);
  }

  #announce(photoId: string): void {
    const item = this.list.get(photoId);
    const check = checkFile(this.#files.get(photoId)!);
    if (item && check.ok) this.#signer.announce([{ ...item, type: check.type }]);
  }

  #send(photoIds: readonly string[]): void {
    this.list.change(photoIds, { state: 'waiting', sent: 0, code: null });
    for (const photoId of photoIds) this.#transfer.start(photoId, this.#files.get(photoId)!);
  }

  #those(photoIds: readonly string[], fits: (item: UploadItem) => boolean): string[] {
    return photoIds.filter((photoId) => {
      const item = this.list.get(photoId);
      return item && fits(item);
    });
  }

  #byGallery(photoIds: readonly string[]): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const photoId of photoIds) {
      const { galleryId } = this.list.get(photoId)!;
      groups.set(galleryId, [...(groups.get(galleryId) ?? []), photoId]);
    }
    return groups;
  }

  #progressed(photoId: string, sent: number): void {
    // A last word of a PUT that was just paused changes nothing.
    this.list.change(this.#those([photoId], isSending), { state: 'uploading', sent });
  }

  #stored(photoId: string): void {
    const item = this.list.get(photoId);
    if (!item) return;
    this.list.change([photoId], { state: 'completing', code: null });
    this.#release([photoId]);
    this.#completer.add(item.galleryId, photoId);
  }

  #failed(photoId: string, error: Error & { status?: number }): void {
    // `If-None-Match` says that an earlier try arrived, though its answer was lost.
    if (error.status === 412) return this.#stored(photoId);
    // Found out while its turn came: `#found` has taken care of it.
    if (!this.#those([photoId], isSending).includes(photoId)) return;
    if (error instanceof UploadRefused && error.code === 'content_differs') return this.#startAnew(photoId);
    if (error instanceof UploadRefused) {
      this.#release([photoId]);
      return this.list.change([photoId], { state: 'refused', code: error.code });
    }
    const fromApi = errorCode(error);
    const code = fromApi === 'unknown' ? PASSING : fromApi;
    this.list.change([photoId], { state: 'failed', code });
    this.#retries.later(photoId);
  }

  /** Everybody lets go of their files; the items stay. */
  #release(photoIds: readonly string[]): void {
    for (const photoId of photoIds) {
      this.#files.delete(photoId);
      this.#retries.forget(photoId);
      this.#signer.forget(photoId);
      this.#announcer.forget(photoId);
    }
    this.#transfer.stop(photoIds);
  }
}
