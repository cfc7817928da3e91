import type { ApiClient } from '#web/lib/api/api-client.ts';
import { errorCode } from '#web/lib/api/api-context.tsx';
import { waitForGallery } from '#web/lib/galleries/pending-galleries.ts';
import { CompletionQueue } from './completion-queue.ts';
import { checkFile } from './file-check.ts';
import { Hasher } from './hasher.ts';
import { BatchSigner, UploadRejected } from './presigned-urls.ts';
import { RetrySchedule } from './retry-schedule.ts';
import { permanentErrorCode } from './upload-api.ts';
import { isFailed, isSending } from './upload-item.ts';
import { type Duplicate, UploadRegistrar } from './upload-registrar.ts';
import type { UploadStore } from './upload-store.ts';
import { UppyUploader } from './uppy-uploader.ts';

/** Code of a transient failure of the network or the storage. */
export const TRANSIENT_CODE = 'upload_failed';

interface UploadPipelineOptions {
  list: UploadStore;
  /** Called with files that the gallery has already. They are not sent until the user answers. */
  onDuplicates: (duplicates: readonly Duplicate[]) => void;
  /** Called if the photo to continue turns out to have other content with the same name and size. */
  onAnother: (photoId: string, file: File) => void;
}

/** Processes listed files: register, sign in batches, send, complete. Updates the state of the list's items. */
export class UploadPipeline {
  readonly #options: UploadPipelineOptions;
  readonly #list: UploadStore;
  readonly #hasher = new Hasher();
  readonly #announcer: UploadRegistrar;
  readonly #signer: BatchSigner;
  readonly #completer: CompletionQueue;
  readonly #transfer: UppyUploader;
  readonly #retries = new RetrySchedule((photoId) => this.send(this.#list.those([photoId], isFailed)));
  /** Files that may still be sent. A `File` refers to bytes on disk and does not hold them in memory. */
  readonly #files = new Map<string, File>();

  constructor(api: ApiClient, options: UploadPipelineOptions) {
    this.#options = options;
    this.#list = options.list;
    this.#announcer = new UploadRegistrar({
      presign: async (galleryId, files) => {
        await waitForGallery(galleryId);
        return api.uploads.presign({ body: { galleryId, files: [...files] } });
      },
      hash: async (photoId) => {
        const file = this.#files.get(photoId);
        return file ? this.#hasher.hash(file) : null;
      },
      isListed: (photoId) => this.#list.get(photoId) !== undefined,
      onDuplicates: (duplicates) => this.#found(duplicates),
    });
    this.#signer = new BatchSigner((galleryId, files) => this.#announcer.announce(galleryId, files), {
      prepare: (files) => this.#announcer.prepare(files),
    });
    this.#completer = new CompletionQueue({
      complete: (galleryId, photoIds) => api.uploads.complete({ body: { galleryId, photoIds: [...photoIds] } }),
      refusalOf: permanentErrorCode,
      onResult: (photoId, code, sameAs) => this.#completed(photoId, code, sameAs),
    });
    this.#transfer = new UppyUploader({
      sign: (photoId) => this.#signer.sign(photoId),
      renew: (photoId) => this.#signer.renew(photoId),
      onProgress: (photoId, sent) => this.#progressed(photoId, sent),
      onStored: (photoId) => this.#stored(photoId),
      onFailed: (photoId, error) => this.#failed(photoId, error),
    });
  }

  /** Starts listed items. Registers all at once, so that they are signed in batches, and sends them in order. */
  take(files: ReadonlyMap<string, File>): void {
    for (const [photoId, file] of files) {
      this.#files.set(photoId, file);
      this.#announce(photoId);
    }
    this.send([...files.keys()]);
  }

  send(photoIds: readonly string[]): void {
    for (const photoId of photoIds) {
      this.#list.change([photoId], { state: 'waiting', sent: this.#transfer.arrived(photoId), code: null });
      this.#transfer.start(photoId, this.#files.get(photoId)!);
    }
  }

  /** Uploads duplicates anyway. */
  keep(photoIds: readonly string[]): void {
    for (const photoId of photoIds) {
      this.#announcer.keep(photoId);
      this.#announce(photoId);
    }
    this.send(photoIds);
  }

  /** Pauses uploads at once, to free the connection. Also pauses files that wait for a retry. */
  pause(photoIds: readonly string[]): void {
    const affected = this.#list.those(photoIds, (item) => isSending(item) || this.#retries.awaits(item.photoId));
    this.forgetRetries(affected);
    this.#transfer.stop(affected);
    for (const photoId of affected) {
      this.#list.change([photoId], { state: 'paused', sent: this.#transfer.arrived(photoId), code: null });
    }
  }

  /** Resets the retries of these files to those of a new file. */
  forgetRetries(photoIds: readonly string[]): void {
    for (const photoId of photoIds) this.#retries.forget(photoId);
  }

  /** Returns true if the server knows this photo. */
  knows(photoId: string): boolean {
    return this.#signer.knows(photoId);
  }

  /** Drops the files and their transfers; the items stay. */
  release(photoIds: readonly string[]): void {
    for (const photoId of photoIds) {
      this.#files.delete(photoId);
      this.#signer.forget(photoId);
      this.#announcer.forget(photoId);
    }
    this.forgetRetries(photoIds);
    this.#transfer.forget(photoIds);
  }

  /** Stops all transfers; files that are not stored yet are dropped. */
  stop(): void {
    this.#retries.clear();
    this.#transfer.stopAll();
    this.#hasher.close();
  }

  #announce(photoId: string): void {
    const item = this.#list.get(photoId);
    const check = checkFile(this.#files.get(photoId)!);
    if (item && check.ok) this.#signer.announce([{ ...item, type: check.type }]);
  }

  #found(duplicates: readonly Duplicate[]): void {
    for (const { photoId, sameAs } of duplicates) {
      this.#signer.forget(photoId);
      this.#list.change([photoId], { state: 'duplicate', sent: 0, sameAs });
    }
    // Drop the transfer state: if the user keeps a duplicate, the server must list the missing parts again.
    this.#transfer.forget(duplicates.map(({ photoId }) => photoId));
    this.#options.onDuplicates(duplicates);
  }

  #progressed(photoId: string, sent: number): void {
    // Ignore late progress of a PUT that was just paused.
    this.#list.change(this.#list.those([photoId], isSending), { state: 'uploading', sent });
  }

  #stored(photoId: string): void {
    const item = this.#list.get(photoId);
    if (!item) return;
    this.#list.change([photoId], { state: 'completing', code: null });
    this.#retries.forget(photoId);
    this.#completer.add(item.galleryId, photoId);
  }

  #completed(photoId: string, code: string | null, sameAs = ''): void {
    if (!this.#list.get(photoId)) return;
    // Another window uploaded the same content first: ask the user.
    if (code === 'duplicate') return this.#found([{ photoId, sameAs }]);
    if (code === 'upload_missing' && this.#files.has(photoId)) return this.#lost(photoId);
    this.release([photoId]);
    this.#list.change([photoId], code ? { state: 'refused', code } : { state: 'done' });
  }

  /** The stored file is missing or incomplete: request the missing parts and send them. */
  #lost(photoId: string): void {
    this.#transfer.forget([photoId]);
    this.#signer.renew(photoId);
    this.#list.change([photoId], { state: 'failed', code: TRANSIENT_CODE, sent: 0 });
    this.#retries.later(photoId);
  }

  #failed(photoId: string, error: Error): void {
    // Found to be a duplicate meanwhile: `#found` has handled it.
    if (this.#list.those([photoId], isSending).length === 0) return;
    const file = this.#files.get(photoId);
    if (error instanceof UploadRejected && error.code === 'content_differs' && file) {
      return this.#options.onAnother(photoId, file);
    }
    if (error instanceof UploadRejected) {
      this.release([photoId]);
      return this.#list.change([photoId], { state: 'refused', code: error.code });
    }
    const fromApi = errorCode(error);
    const code = fromApi === 'unknown' ? TRANSIENT_CODE : fromApi;
    this.#list.change([photoId], { state: 'failed', code, sent: this.#transfer.arrived(photoId) });
    this.#retries.later(photoId);
  }
}
