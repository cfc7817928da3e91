import { MAX_FILES_PER_SIGNING } from '#core/domain/photos/uploads.ts';
import { isVideo } from '#core/domain/photos/videos.ts';
import { type ApiClient, ApiError } from '#web/lib/api/api-client.ts';
import { waitForGallery } from '#web/lib/galleries/pending-galleries.ts';
import { newId } from '#web/lib/ids.ts';
import { isSystemFile } from './file-check.ts';
import { GalleryLocks } from './gallery-locks.ts';
import { HashWorkers } from './hash/hash-workers.ts';
import { PARALLEL, putToStorage, Transfers } from './transfers.ts';
import {
  type DuplicateChoice,
  isDuplicate,
  isFailed,
  isFinished,
  isPaused,
  isPending,
  isSending,
  type ResumableUpload,
} from './upload-item.ts';
import { cancelOnServer, continueUploads, findUnstored } from './unfinished-uploads.ts';
import { UploadList } from './upload-list.ts';
import * as states from './upload-state.ts';
import { newUpload, nextStep, type PartRequest, TRANSIENT_CODE, type Upload } from './upload-state.ts';
import { readVideoFile } from './video-file.ts';

/** Number of files hashed at a time, of videos also drawn. More need more memory, and no more processors are free while photos are sorted. */
const HASHING = 2;
/**
 * Bytes hashed before the first files are presigned: all 50 of them can be gigabytes. A line of 100 Mbit/s sends these
 * in 1.3 seconds, in which two workers hash ten times as many.
 */
const FIRST_BYTES = 16 * 1024 * 1024;

type UploadApi = Pick<ApiClient['uploads'], 'presign' | 'complete' | 'cancel'>;

interface QueueOptions {
  put?: typeof putToStorage;
  hasher?: Pick<HashWorkers, 'hash' | 'close'>;
  readVideo?: typeof readVideoFile;
  delays?: states.Delays;
}

/**
 * Uploads the files of this window, across all galleries. Actions of the user and answers of the server only change the
 * states of `upload-state.ts`. After each change `#advance` compares the states with the requests in progress: it aborts
 * PUTs that are no longer wanted, and starts what the uploads need next, in the order they were added.
 */
export class UploadQueue {
  readonly list = new UploadList(() => this.#schedule());
  readonly #api: UploadApi;
  readonly #transfers: Transfers;
  readonly #hasher: Pick<HashWorkers, 'hash' | 'close'>;
  readonly #readVideo: typeof readVideoFile;
  readonly #delays: states.Delays;
  readonly #locks = new GalleryLocks();
  readonly #hashing = new Set<File>();
  /** Presign requests in progress, by gallery, and galleries with a completion request. */
  readonly #presigning = new Map<string, Promise<void>>();
  readonly #completing = new Set<string>();
  /** Answer for the duplicates of this batch; the next batch asks again. */
  #answer: DuplicateChoice | null = null;
  #isScheduled = false;
  #wake: ReturnType<typeof setTimeout> | undefined;

  constructor(api: UploadApi, options: QueueOptions = {}) {
    this.#api = api;
    this.#transfers = new Transfers(options.put ?? putToStorage);
    this.#hasher = options.hasher ?? new HashWorkers();
    this.#readVideo = options.readVideo ?? readVideoFile;
    this.#delays = options.delays ?? states.DELAYS;
  }

  /**
   * Uploads files as new photos; a file with the name and size of an unfinished upload continues it.
   * @param sectionOf returns the id of a photo's section
   */
  add(
    galleryId: string,
    files: readonly File[],
    unfinished: readonly ResumableUpload[] = [],
    sectionOf: (file: File) => string | undefined = () => undefined,
  ): void {
    const own = files.filter((file) => !isSystemFile(file));
    this.#add(continueUploads(galleryId, own, unfinished, sectionOf));
  }

  /** Replaces a photo's original. Drops an unfinished replacement of the same photo. */
  replace(galleryId: string, photoId: string, file: File): void {
    this.#add([newUpload(galleryId, file, { photoId, replaces: true })]);
  }

  /**
   * Continues uploads with the same files or folder after a reload or a crash. Skips files that the gallery has by now
   * without asking. Photos whose files are not among them stay unfinished.
   */
  async resumeFrom(galleryId: string, files: readonly File[], unfinished: readonly ResumableUpload[]): Promise<void> {
    const missing = await findUnstored(this.#api, galleryId, unfinished);
    this.add(galleryId, files, missing);
    this.#answer = 'skip';
  }

  /** Deletes unfinished photos and their stored parts on the server. */
  discard(galleryId: string, unfinished: readonly Pick<ResumableUpload, 'id'>[]): Promise<void> {
    return cancelOnServer(this.#api, galleryId, unfinished);
  }

  /** Pauses uploads immediately, to free the connection; also those that wait for a retry. Without ids, all. */
  pause(photoIds?: readonly string[]): void {
    const isRetried = (upload: Upload) => isFailed(upload) && upload.waitUntil !== Infinity;
    const affected = this.list.filter((upload) => isSending(upload) || isRetried(upload), photoIds);
    this.list.change(affected, states.paused);
  }

  /** Resumes paused uploads. Without ids, all. */
  resume(photoIds?: readonly string[]): void {
    this.list.change(this.list.filter(isPaused, photoIds), states.restarted);
  }

  /** Retries failed uploads. Without ids, all. */
  retry(photoIds?: readonly string[]): void {
    this.list.change(this.list.filter(isFailed, photoIds), states.restarted);
  }

  /** Retries uploads that failed by the network, and starts those that waited for it. */
  readonly reconnected = (): void => {
    const affected = this.list.filter((upload) => isFailed(upload) && upload.code === TRANSIENT_CODE);
    this.list.change(affected, states.restarted);
  };

  /** Cancels uploads. Without ids, all that have not failed. */
  cancel(photoIds?: readonly string[]): void {
    const isActive = (upload: Upload) => isPending(upload) || isPaused(upload) || isDuplicate(upload);
    const affected = photoIds
      ? this.list.filter((upload) => !isFinished(upload), photoIds)
      : this.list.filter(isActive);
    this.#deleteOnServer(affected);
    this.list.remove(affected);
  }

  answerDuplicates(answer: DuplicateChoice): void {
    this.#answer = answer;
    const affected = this.list.filter(isDuplicate);
    if (affected.length === 0) return;
    if (answer === 'skip') this.#deleteOnServer(affected);
    this.list.change(affected, answer === 'skip' ? states.skipped : states.kept);
  }

  /** Removes finished and refused items from the list. */
  clear(): void {
    this.list.remove(this.list.filter(isFinished));
  }

  /** Stops all transfers and drops the uploads. */
  stop(): void {
    this.list.remove(this.list.filter(() => true));
    this.#advance();
    this.#hasher.close();
  }

  #add(uploads: readonly Upload[]): void {
    if (this.list.filter((upload) => !isFinished(upload)).length === 0) this.#answer = null;
    this.list.add(uploads);
  }

  /** Deletes what the server may know of uploads: rows, and files found to be duplicates after they were stored. */
  #deleteOnServer(uploads: readonly Upload[]): void {
    const known = uploads.filter(({ isRegistered, sameAs }) => isRegistered || sameAs !== undefined);
    for (const [galleryId, all] of byGallery(known)) {
      const photos = all.map(({ photoId }) => ({ id: photoId }));
      const presign = this.#presigning.get(galleryId);
      // It may still insert their rows: a deletion that overtook it would find none.
      if (presign) void presign.then(() => this.discard(galleryId, photos));
      else void this.discard(galleryId, photos);
    }
  }

  /** Advances once after all changes of this moment. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => this.#advance());
  }

  #advance(): void {
    const now = Date.now();
    this.#isScheduled = false;
    if (this.#answer) this.answerDuplicates(this.#answer);
    const settled = (upload: Upload) => states.settled(upload, now, this.#delays);
    const due = this.list.filter((upload) => settled(upload) !== upload);
    if (due.length > 0) this.list.change(due, settled);
    this.#transfers.abort((upload) => this.#isUnwanted(upload));
    if (navigator.onLine !== false) this.#sendNext(now);
    for (const [galleryId, all] of byGallery(this.list.filter(({ state }) => state === 'completing'))) {
      // The first upload decides when; the request takes the others along.
      if (nextStep(all[0]!, now) === 'complete') void this.#complete(galleryId, firstBatch(all));
    }
    this.#locks.hold(new Set(byGallery(this.list.filter((upload) => !isFinished(upload))).keys()));
    this.#wakeUp(now);
  }

  #sendNext(now: number): void {
    let left = 0;
    for (const [upload, part] of states.unsentParts(this.list.filter((one) => nextStep(one, now) === 'send'))) {
      if (this.#transfers.has(upload, part)) continue;
      if (!this.#transfers.areAllBusy) this.#send(upload, part);
      else if (++left === PARALLEL) break;
    }
    const waiting = this.list.filter((upload) => nextStep(upload, now) === 'presign');
    for (const [galleryId, all] of byGallery(waiting)) this.#prepare(galleryId, firstBatch(all), left < PARALLEL);
  }

  /** Plans the next advance at the end of the shortest delay. */
  #wakeUp(now: number): void {
    clearTimeout(this.#wake);
    const next = Math.min(...this.list.filter(({ waitUntil }) => waitUntil > now).map(({ waitUntil }) => waitUntil));
    if (next !== Infinity) this.#wake = setTimeout(() => this.#advance(), next - now);
  }

  /** Returns true if an upload was paused, cancelled or replaced, or has failed: its PUTs are aborted. */
  #isUnwanted({ photoId, file }: Upload): boolean {
    const current = this.list.get(photoId);
    return current?.file !== file || !isSending(current);
  }

  #send(upload: Upload, part: PartRequest): void {
    void this.#transfers.send(upload, part, {
      onProgress: (inTransfer) => this.list.change([upload], (current) => states.progressed(current, inTransfer)),
      onEnd: (status) =>
        this.list.change([upload], (current) => states.partSent(current, part, status, Date.now(), this.#delays)),
    });
  }

  /**
   * Hashes the next files of a gallery while others are sent. Presigns them when few presigned ones are left, so that no
   * PUT waits for the answer. While nothing is sent, the first ones do not wait for the others.
   */
  #prepare(galleryId: string, batch: readonly Upload[], areFewLeft: boolean): void {
    const unread = batch.filter(({ hashes }) => hashes === undefined);
    for (const upload of unread) {
      if (this.#hashing.size < HASHING && !this.#hashing.has(upload.file)) void this.#hash(upload);
    }
    if (!areFewLeft || this.#presigning.has(galleryId)) return;
    const read = batch.filter(({ hashes }) => hashes !== undefined);
    const bytes = read.reduce((sum, { file }) => sum + file.size, 0);
    if (unread.length === 0 || (this.#transfers.isIdle && bytes >= FIRST_BYTES)) this.#presign(galleryId, read);
  }

  async #hash(upload: Upload): Promise<void> {
    this.#hashing.add(upload.file);
    const video = upload.type && isVideo({ mimeType: upload.type }) ? this.#readVideo(upload.file) : null;
    const hashes = await this.#hasher.hash(upload.file);
    const facts = await video;
    this.#hashing.delete(upload.file);
    this.list.change([upload], (current) => ({ ...current, hashes, ...facts }));
  }

  /** Registers files and requests their PUTs: one request for up to 50 files (docs/decisions/uploads.md). */
  #presign(galleryId: string, batch: readonly Upload[]): void {
    const uploads = batch.filter((upload) => this.#register(upload));
    if (uploads.length > 0) this.#presigning.set(galleryId, this.#requestPuts(galleryId, uploads));
  }

  async #requestPuts(galleryId: string, uploads: readonly Upload[]): Promise<void> {
    try {
      await waitForGallery(galleryId);
      const answer = await this.#api.presign({ body: { galleryId, files: uploads.map(states.toPresignFile) } });
      this.list.change(uploads, (current) => states.presigned(current, answer, Date.now()));
      this.#restartAsNew(this.list.filter(({ code }) => code === 'content_differs'));
    } catch (error) {
      const [code, pause] = [states.failureCode(error), states.askedPause(error)];
      this.list.change(uploads, (current) => states.failed(current, code, Date.now(), this.#delays, pause));
    } finally {
      this.#presigning.delete(galleryId);
    }
  }

  /** Returns false for the duplicate of another file of this window: the server knows the content of stored ones only. */
  #register(upload: Upload): boolean {
    const isChecked = upload.isRegistered || upload.keepDuplicate || upload.replaces;
    const [first] = isChecked ? [] : this.list.filter((other) => states.isSameContent(other, upload));
    this.list.change([upload], first ? (current) => states.foundDuplicate(current, first.filename) : states.presigning);
    return first === undefined;
  }

  /** Uploads files as new photos: those which they should continue have other content with the same name and size. */
  #restartAsNew(uploads: readonly Upload[]): void {
    this.list.remove(uploads);
    this.list.add(
      uploads.map(({ galleryId, file, hashes }) => ({ ...newUpload(galleryId, file, { photoId: newId() }), hashes })),
    );
  }

  async #complete(galleryId: string, batch: readonly Upload[]): Promise<void> {
    if (this.#completing.has(galleryId)) return;
    this.#completing.add(galleryId);
    try {
      const answer = await this.#api.complete({ body: { galleryId, photoIds: batch.map(({ photoId }) => photoId) } });
      this.list.change(batch, (current) => states.completed(current, answer, Date.now(), this.#delays));
    } catch (error) {
      // The gallery or the user's access is gone: a retry would get the same answer.
      const refusal = error instanceof ApiError && [400, 403, 404].includes(error.status) ? error.code : null;
      const pause = states.askedPause(error);
      this.list.change(batch, (current) =>
        refusal ? states.refused(current, refusal) : states.completionFailed(current, Date.now(), this.#delays, pause),
      );
    } finally {
      this.#completing.delete(galleryId);
    }
  }
}

const byGallery = (uploads: readonly Upload[]) => Map.groupBy(uploads, ({ galleryId }) => galleryId);

const firstBatch = (uploads: readonly Upload[]) => uploads.slice(0, MAX_FILES_PER_SIGNING);
