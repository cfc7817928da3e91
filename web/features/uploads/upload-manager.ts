import type { ApiClient } from '#web/lib/api/api-client.ts';
import { newId } from '#web/lib/ids.ts';
import { checkFile, isSystemFile } from './file-check.ts';
import { GalleryLocks } from './gallery-locks.ts';
import { type ResumableUpload, ResumeMatcher } from './resumable-uploads.ts';
import { cancelUploads, findMissingUploads } from './upload-api.ts';
import {
  type DuplicateChoice,
  isDuplicate,
  isFailed,
  isFinished,
  isPaused,
  isPending,
  type UploadItem,
} from './upload-item.ts';
import { TRANSIENT_CODE, UploadPipeline } from './upload-pipeline.ts';
import { UploadStore } from './upload-store.ts';

/** Uploads of this window across all galleries: their actions, and one list of items for the screen. */
export class UploadManager {
  readonly list = new UploadStore();
  readonly #api: ApiClient;
  readonly #sender: UploadPipeline;
  /** Answer for the duplicates of this batch; the next batch asks again. */
  #answer: DuplicateChoice | null = null;
  /** Photos registered before this window had them. The server knows them even if this window drops them. */
  readonly #continued = new Set<string>();
  readonly #locks = new GalleryLocks();

  constructor(api: ApiClient) {
    this.#api = api;
    this.#sender = new UploadPipeline(api, {
      list: this.list,
      onDuplicates: () => {
        if (this.#answer) this.answerDuplicates(this.#answer);
      },
      onAnother: (photoId, file) => this.#startAnew(photoId, file),
    });
    this.list.subscribe(() => this.#holdLocks());
  }

  add(galleryId: string, files: readonly File[], unfinished: readonly ResumableUpload[] = []): void {
    const continuation = new ResumeMatcher(unfinished);
    const userFiles = files.filter((file) => !isSystemFile(file));
    this.#take(galleryId, userFiles, (file) => {
      const continued = continuation.take(file);
      if (continued) this.#continued.add(continued);
      return { photoId: continued ?? newId() };
    });
  }

  /** Replaces a photo's original. Drops a pending replacement of the same photo. */
  replace(galleryId: string, photoId: string, file: File): void {
    this.#sender.release([photoId]);
    this.#take(galleryId, [file], () => ({ photoId, replaces: true }));
  }

  /**
   * Continues uploads with the same files or folder after a reload or a crash. Skips files that the gallery has by now
   * without asking. Photos whose files are not among them stay unfinished.
   */
  async resumeFrom(galleryId: string, files: readonly File[], unfinished: readonly ResumableUpload[]): Promise<void> {
    const missing = await findMissingUploads(this.#api, galleryId, unfinished);
    this.add(galleryId, files, missing);
    this.#answer = 'skip';
  }

  /** Deletes the photos and their stored parts on the server. */
  forget(galleryId: string, unfinished: readonly ResumableUpload[]): void {
    const photoIds = unfinished.map(({ id }) => id);
    void cancelUploads(this.#api, galleryId, photoIds);
  }

  pause(photoIds: readonly string[]): void {
    this.#sender.pause(photoIds);
  }

  resume(photoIds: readonly string[]): void {
    this.#sender.send(this.list.those(photoIds, isPaused));
  }

  retry(photoIds: readonly string[]): void {
    this.#sender.send(this.list.those(photoIds, isFailed));
  }

  retryAll(): void {
    const failed = this.list.idsOf(isFailed);
    this.#sender.forgetRetries(failed);
    this.retry(failed);
  }

  /** Retries uploads that failed by the network, with as many retries as a new file. */
  readonly reconnected = (): void => {
    const affected = this.list.idsOf((item) => isFailed(item) && item.code === TRANSIENT_CODE);
    this.#sender.forgetRetries(affected);
    this.retry(affected);
  };

  cancel(photoIds: readonly string[]): void {
    const affected = this.list.those(photoIds, (item) => !isFinished(item));
    this.#forgetOnServer(affected);
    this.#sender.release(affected);
    this.list.remove(affected);
  }

  cancelAll(): void {
    this.cancel(this.list.idsOf((item) => isPending(item) || isPaused(item) || isDuplicate(item)));
  }

  answerDuplicates(answer: DuplicateChoice): void {
    this.#answer = answer;
    const affected = this.list.idsOf(isDuplicate);
    if (answer === 'keep') return this.#sender.keep(affected);
    this.#forgetOnServer(affected);
    this.#sender.release(affected);
    this.list.change(affected, { state: 'skipped' });
  }

  /** Removes finished and refused items from the list. */
  clear(): void {
    this.list.remove(this.list.idsOf(isFinished));
  }

  /** Stops all transfers; files that are not stored yet are dropped. */
  stop(): void {
    this.#sender.stop();
    this.#locks.hold(new Set());
  }

  #take(galleryId: string, files: readonly File[], identify: (file: File) => Pick<UploadItem, 'photoId' | 'replaces'>) {
    if (this.list.idsOf((item) => !isFinished(item)).length === 0) this.#answer = null;
    const started = new Map<string, File>();
    const items = files.map((file): UploadItem => {
      const check = checkFile(file);
      const item = { ...identify(file), galleryId, filename: file.name, size: file.size, sent: 0 };
      if (!check.ok) return { ...item, state: 'refused', code: check.code };
      started.set(item.photoId, file);
      return { ...item, state: 'waiting', code: null };
    });
    this.list.add(items);
    this.#sender.take(started);
  }

  /** Uploads the file as a new photo. */
  #startAnew(photoId: string, file: File): void {
    const item = this.list.get(photoId);
    this.#sender.release([photoId]);
    this.#continued.delete(photoId);
    this.list.remove([photoId]);
    if (item) this.add(item.galleryId, [file]);
  }

  #holdLocks(): void {
    const unfinished = [...this.list.all().values()].filter((item) => !isFinished(item));
    this.#locks.hold(new Set(unfinished.map(({ galleryId }) => galleryId)));
  }

  /**
   * Deletes photos that the server knows: registered by this window or before, or stored and then found to be
   * duplicates.
   */
  #forgetOnServer(photoIds: readonly string[]): void {
    const groups = new Map<string, string[]>();
    for (const photoId of photoIds) {
      const { galleryId, sameAs } = this.list.get(photoId)!;
      if (!this.#sender.knows(photoId) && !this.#continued.has(photoId) && sameAs === undefined) continue;
      groups.set(galleryId, [...(groups.get(galleryId) ?? []), photoId]);
      this.#continued.delete(photoId);
    }
    for (const [galleryId, ids] of groups) void cancelUploads(this.#api, galleryId, ids);
  }
}
