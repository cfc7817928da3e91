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

/** The code of a failure of the network or the storage: it passes by itself. */
export const TRANSIENT_CODE = 'upload_failed';

interface UploadPipelineOptions {
  list: UploadStore;
  /** The gallery has them already: nothing more is sent of them until somebody has answered. */
  onDuplicates: (duplicates: readonly Duplicate[]) => void;
  /** The photo it seemed to continue was another picture of the same name and size. */
  onAnother: (photoId: string, file: File) => void;
}

/** The way of a listed file: announcing, signing in batches, sending, completion. The list's items tell where it is. */
export class UploadPipeline {
  readonly #options: UploadPipelineOptions;
  readonly #list: UploadStore;
  readonly #hasher = new Hasher();
  readonly #announcer: UploadRegistrar;
  readonly #signer: BatchSigner;
  readonly #completer: CompletionQueue;
  readonly #transfer: UppyUploader;
  readonly #retries = new RetrySchedule((photoId) => this.send(this.#list.those([photoId], isFailed)));
  /** What may still be sent; a `File` is a name for bytes on the disk, it does not hold them. */
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

  /** Listed items with their files: announced all at once, so that they are signed in batches, and sent in order. */
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

  /** Although the gallery has it. */
  keep(photoIds: readonly string[]): void {
    for (const photoId of photoIds) {
      this.#announcer.keep(photoId);
      this.#announce(photoId);
    }
    this.send(photoIds);
  }

  /** Stops at once, to leave the line to others; whoever only waits for its next try is paused too. */
  pause(photoIds: readonly string[]): void {
    const affected = this.#list.those(photoIds, (item) => isSending(item) || this.#retries.awaits(item.photoId));
    this.forgetRetries(affected);
    this.#transfer.stop(affected);
    for (const photoId of affected) {
      this.#list.change([photoId], { state: 'paused', sent: this.#transfer.arrived(photoId), code: null });
    }
  }

  /** Then their next failure has as many tries before it as a new file's. */
  forgetRetries(photoIds: readonly string[]): void {
    for (const photoId of photoIds) this.#retries.forget(photoId);
  }

  /** Whether the server has heard of this photo. */
  knows(photoId: string): boolean {
    return this.#signer.knows(photoId);
  }

  /** Everybody lets go of their files; the items stay. */
  release(photoIds: readonly string[]): void {
    for (const photoId of photoIds) {
      this.#files.delete(photoId);
      this.#signer.forget(photoId);
      this.#announcer.forget(photoId);
    }
    this.forgetRetries(photoIds);
    this.#transfer.forget(photoIds);
  }

  /** Sends nothing more; what is not stored yet is given up. */
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
    // What was sent of them is not taken as said: whoever keeps them has to ask the server anew.
    this.#transfer.forget(duplicates.map(({ photoId }) => photoId));
    this.#options.onDuplicates(duplicates);
  }

  #progressed(photoId: string, sent: number): void {
    // A last word of a PUT that was just paused changes nothing.
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
    // Another window was faster with the same content, and this one waits for an answer.
    if (code === 'duplicate') return this.#found([{ photoId, sameAs }]);
    if (code === 'upload_missing' && this.#files.has(photoId)) return this.#lost(photoId);
    this.release([photoId]);
    this.#list.change([photoId], code ? { state: 'refused', code } : { state: 'done' });
  }

  /** What was sent is not there, or not all of it: it is asked what is missing, and that is sent. */
  #lost(photoId: string): void {
    this.#transfer.forget([photoId]);
    this.#signer.renew(photoId);
    this.#list.change([photoId], { state: 'failed', code: TRANSIENT_CODE, sent: 0 });
    this.#retries.later(photoId);
  }

  #failed(photoId: string, error: Error): void {
    // Found out while its turn came: `#found` has taken care of it.
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
