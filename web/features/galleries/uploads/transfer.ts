import AwsS3, { type AwsBody } from '@uppy/aws-s3';
import Uppy, { type Meta } from '@uppy/core';
import type { SignedUpload } from './signer.ts';

interface PhotoMeta extends Meta {
  photoId: string;
}

export interface TransferOptions {
  sign: (photoId: string) => Promise<SignedUpload>;
  /** `sent` in bytes. */
  onProgress: (photoId: string, sent: number) => void;
  onStored: (photoId: string) => void;
  onFailed: (photoId: string, error: Error & { status?: number }) => void;
}

/** Files on their way at the same time (quality.md bar 10). */
const PARALLEL = 4;

const nothing = () => undefined;
/** What fails is told in the list, with what can be done; a file that is not wanted after all is no error. */
const QUIET = { debug: nothing, warn: nothing, error: nothing };

/** Sends files to storage, some at a time, each as one PUT; Uppy does it. No file is ever read into memory. */
export class Transfer {
  readonly #uppy = new Uppy<PhotoMeta, AwsBody>({
    autoProceed: true,
    allowMultipleUploadBatches: true,
    logger: QUIET,
  });
  readonly #fileIds = new Map<string, string>();

  constructor({ sign, onProgress, onStored, onFailed }: TransferOptions) {
    this.#uppy.use(AwsS3<PhotoMeta, AwsBody>, {
      limit: PARALLEL,
      shouldUseMultipart: false,
      // Only names the file between Uppy and the signer; the server chooses where it is stored.
      generateObjectKey: (file) => file.meta.photoId,
      signRequest: ({ key }) => sign(key),
    });
    this.#uppy.on('upload-progress', (file, { bytesUploaded }) => {
      if (file) onProgress(file.meta.photoId, Number(bytesUploaded));
    });
    this.#uppy.on('upload-success', (file) => file && onStored(file.meta.photoId));
    this.#uppy.on('upload-error', (file, error) => file && onFailed(file.meta.photoId, error));
  }

  /** Sends it from the beginning, behind those that wait; what was sent of it before is dropped. */
  start(photoId: string, file: File): void {
    this.stop([photoId]);
    // The path is part of Uppy's own id: the same file may go into two galleries, or be there twice.
    const meta = { photoId, relativePath: photoId };
    this.#fileIds.set(photoId, this.#uppy.addFile({ name: file.name, type: file.type, data: file, meta }));
  }

  /** Lets go of them, also in the middle of one. */
  stop(photoIds: readonly string[]): void {
    const fileIds = photoIds.flatMap((photoId) => this.#fileIds.get(photoId) ?? []);
    for (const photoId of photoIds) this.#fileIds.delete(photoId);
    const known = fileIds.filter((fileId) => this.#uppy.getFile(fileId));
    if (known.length > 0) this.#uppy.removeFiles(known);
  }

  stopAll(): void {
    this.#fileIds.clear();
    this.#uppy.cancelAll();
  }
}
