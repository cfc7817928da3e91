import AwsS3, { type AwsBody } from '@uppy/aws-s3';
import Uppy, { type Meta, type UppyFile } from '@uppy/core';
import { ApiError, type ApiClient } from '#web/lib/api-client.ts';
import { errorCode } from '#web/lib/error-code.ts';
import { newId } from '#web/lib/ids.ts';
import { MAX_FILES_PER_SIGNING } from '#core/domain/photos.ts';
import { galleryConfirmed } from '../unconfirmed.ts';
import { Completer } from './completer.ts';
import { checkFile, isHidden } from './file-check.ts';
import { BatchSigner, UploadRefused } from './signer.ts';
import { isPending, type UploadItem } from './upload-item.ts';

interface PhotoMeta extends Meta {
  photoId: string;
  galleryId: string;
}
type PhotoFile = UppyFile<PhotoMeta, AwsBody>;

/** Files on their way at the same time (quality.md bar 10). */
const PARALLEL = 4;
/** Milliseconds before a file is tried again after the network failed; afterwards the person decides. */
const RETRY_MS = [2000, 5000, 15_000, 30_000];
/** Progress is told this often at the most, in milliseconds: 500 files tell of theirs many times a second. */
const TELL_MS = 100;

/**
 * Uploads of this window, over all galleries. Uppy queues and sends; here is what surrounds it: checks, signing in
 * batches, completion, and one list of items for the screen. No file is ever read into memory.
 */
export class UploadManager {
  readonly #api: ApiClient;
  readonly #uppy = new Uppy<PhotoMeta, AwsBody>({ autoProceed: true, allowMultipleUploadBatches: true });
  readonly #signer: BatchSigner;
  readonly #completer: Completer;
  readonly #fileIds = new Map<string, string>();
  readonly #attempts = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #items: ReadonlyMap<string, UploadItem> = new Map();
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(api: ApiClient) {
    this.#api = api;
    this.#signer = new BatchSigner(async (galleryId, files) => {
      await galleryConfirmed(galleryId);
      const announced = files.map(({ photoId, filename, size, type }) => ({ photoId, filename, size, type }));
      return api.uploads.presign({ body: { galleryId, files: announced } });
    });
    this.#completer = new Completer({
      complete: (galleryId, photoIds) => api.uploads.complete({ body: { galleryId, photoIds: [...photoIds] } }),
      refusalOf: finalCode,
      onResult: (photoId, code) => this.#change(photoId, code ? { state: 'refused', code } : { state: 'done' }),
    });
    this.#uppy.use(AwsS3<PhotoMeta, AwsBody>, {
      limit: PARALLEL,
      shouldUseMultipart: false,
      // Only names the file between Uppy and the signer; the server chooses where it is stored.
      generateObjectKey: (file) => file.meta.photoId,
      signRequest: ({ key }) => this.#signer.sign(key),
    });
    this.#uppy.on('upload-progress', (file, { bytesUploaded }) => {
      if (file) this.#change(file.meta.photoId, { state: 'uploading', sent: Number(bytesUploaded) });
    });
    this.#uppy.on('upload-success', (file) => file && this.#stored(file));
    this.#uppy.on('upload-error', (file, error) => file && this.#failed(file, error));
  }

  readonly items = (): ReadonlyMap<string, UploadItem> => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(galleryId: string, files: readonly File[]): void {
    const items = new Map(this.#items);
    const taken: { photoId: string; file: File }[] = [];
    for (const file of files.filter((candidate) => !isHidden(candidate))) {
      const photoId = newId();
      const check = checkFile(file);
      const shared = { photoId, galleryId, filename: file.name, size: file.size, sent: 0 };
      if (check.ok) {
        taken.push({ photoId, file });
        this.#signer.announce([{ ...shared, type: check.type }]);
      }
      items.set(photoId, { ...shared, state: check.ok ? 'waiting' : 'refused', code: check.ok ? null : check.code });
    }
    this.#items = items;
    this.#tell();
    for (const { photoId, file } of taken) {
      // The path is part of Uppy's own id: the same file may go into two galleries, or be there twice.
      const meta = { photoId, galleryId, relativePath: photoId };
      this.#fileIds.set(photoId, this.#uppy.addFile({ name: file.name, type: file.type, data: file, meta }));
    }
  }

  retry(photoId: string): void {
    const fileId = this.#fileIds.get(photoId);
    if (!fileId || this.#items.get(photoId)?.state !== 'failed') return;
    this.#change(photoId, { state: 'waiting', code: null });
    void this.#uppy.retryUpload(fileId).catch(() => undefined);
  }

  retryAll(): void {
    this.#attempts.clear();
    for (const { photoId } of this.#items.values()) this.retry(photoId);
  }

  cancel(photoIds: readonly string[]): void {
    const items = new Map(this.#items);
    const announced = new Map<string, string[]>();
    for (const photoId of photoIds) {
      const item = items.get(photoId);
      if (!item || item.state === 'done') continue;
      if (this.#signer.knows(photoId)) {
        announced.set(item.galleryId, [...(announced.get(item.galleryId) ?? []), photoId]);
      }
      this.#release(photoId);
      items.delete(photoId);
    }
    this.#items = items;
    this.#tell();
    for (const [galleryId, ids] of announced) void this.#forget(galleryId, ids);
  }

  cancelAll(): void {
    this.cancel([...this.#items.values()].filter(isPending).map(({ photoId }) => photoId));
  }

  /** Takes the finished and the refused off the list. */
  clear(): void {
    this.#items = new Map([...this.#items].filter(([, item]) => isPending(item) || item.state === 'failed'));
    this.#tell();
  }

  /** Sends nothing more; what is not stored yet is given up. */
  stop(): void {
    this.#uppy.cancelAll();
  }

  #stored(file: PhotoFile): void {
    const { photoId, galleryId } = file.meta;
    this.#change(photoId, { state: 'completing', code: null });
    this.#release(photoId);
    this.#completer.add(galleryId, photoId);
  }

  #failed(file: PhotoFile, error: Error & { status?: number }): void {
    const { photoId } = file.meta;
    // `If-None-Match` says that an earlier try arrived, though its answer was lost.
    if (error.status === 412) return this.#stored(file);
    if (error instanceof UploadRefused) {
      this.#release(photoId);
      return this.#change(photoId, { state: 'refused', code: error.code });
    }
    const attempt = this.#attempts.get(photoId) ?? 0;
    const wait = RETRY_MS[attempt];
    const fromApi = errorCode(error);
    this.#change(photoId, { state: 'failed', code: fromApi === 'unknown' ? 'upload_failed' : fromApi });
    if (wait === undefined) return;
    this.#attempts.set(photoId, attempt + 1);
    setTimeout(() => this.retry(photoId), wait);
  }

  /** Uppy and the signer let go of it; the item stays. */
  #release(photoId: string): void {
    const fileId = this.#fileIds.get(photoId);
    this.#fileIds.delete(photoId);
    this.#attempts.delete(photoId);
    this.#signer.forget(photoId);
    if (fileId && this.#uppy.getFile(fileId)) this.#uppy.removeFile(fileId);
  }

  /** What cannot be told now is swept by the server's own job (rows that stay `uploading`). */
  async #forget(galleryId: string, photoIds: readonly string[]): Promise<void> {
    for (let at = 0; at < photoIds.length; at += MAX_FILES_PER_SIGNING) {
      const batch = photoIds.slice(at, at + MAX_FILES_PER_SIGNING);
      await this.#api.uploads.cancel({ body: { galleryId, photoIds: batch } }).catch(() => undefined);
    }
  }

  #change(photoId: string, change: Partial<UploadItem>): void {
    const item = this.#items.get(photoId);
    if (!item) return;
    this.#items = new Map(this.#items).set(photoId, { ...item, ...change });
    this.#tell();
  }

  #tell(): void {
    if (this.#telling !== undefined) return;
    this.#telling = setTimeout(() => {
      this.#telling = undefined;
      for (const listener of this.#listeners) listener();
    }, TELL_MS);
  }
}

/** What the server will answer again, however often it is asked; signing in and too many requests pass. */
function finalCode(error: unknown): string | null {
  const final = error instanceof ApiError && [400, 403, 404].includes(error.status);
  return final ? error.code : null;
}
