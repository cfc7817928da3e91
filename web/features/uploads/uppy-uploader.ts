import AwsS3, { type AwsBody } from '@uppy/aws-s3';
import Uppy, { type Meta, type UppyFile } from '@uppy/core';
import { FileTransfer } from './file-transfer.ts';
import { type SignedUpload, UploadRejected } from './presigned-urls.ts';
import { RetrySchedule } from './retry-schedule.ts';

interface PieceMeta extends Meta {
  photoId: string;
  /** Number of the part, from 1. */
  piece: number;
}
type Piece = UppyFile<PieceMeta, AwsBody>;
type Failure = Error & { status?: number };

export interface UppyUploaderOptions {
  sign: (photoId: string) => Promise<SignedUpload>;
  /** Called when storage refuses the presigned URL. */
  renew: (photoId: string) => void;
  /** `sent` in bytes. */
  onProgress: (photoId: string, sent: number) => void;
  onStored: (photoId: string) => void;
  onFailed: (photoId: string, error: Failure) => void;
}

/** Number of parallel transfers (quality.md bar 10). */
const PARALLEL = 4;

const nothing = () => undefined;
/** The list of uploads shows failures and their actions; a file removed on purpose is no error. */
const QUIET = { debug: nothing, warn: nothing, error: nothing };

/** The server has this part: nothing is sent. */
class UploadedPart extends Error {}

const pieceKey = (photoId: string, piece: number) => `${photoId}/${piece}`;

/**
 * Sends files to storage through Uppy, several at a time. Each is one PUT, and a large one several: every part is a
 * file to Uppy, because its own multipart upload sends the parts of a file one after another and forgets them on pause.
 * No file is read into memory as a whole.
 */
export class UppyUploader {
  readonly #options: UppyUploaderOptions;
  readonly #uppy = new Uppy<PieceMeta, AwsBody>({
    autoProceed: true,
    allowMultipleUploadBatches: true,
    logger: QUIET,
  });
  readonly #sendings = new Map<string, FileTransfer>();
  /** Uppy's file ids by part. */
  readonly #fileIds = new Map<string, string>();
  readonly #retries = new RetrySchedule((key) => this.#addAgain(key));

  constructor(options: UppyUploaderOptions) {
    this.#options = options;
    this.#uppy.use(AwsS3<PieceMeta, AwsBody>, {
      limit: PARALLEL,
      shouldUseMultipart: false,
      // Identifies the part between Uppy and the signer only; the server chooses the storage key.
      generateObjectKey: ({ meta }) => pieceKey(meta.photoId, meta.piece),
      signRequest: ({ key }) => this.#sign(key),
    });
    this.#uppy.on('upload-progress', (file, { bytesUploaded }) => {
      if (file) this.#progressed(file.meta as PieceMeta, Number(bytesUploaded));
    });
    this.#uppy.on('upload-success', (file) => file && this.#stored(file.meta));
    this.#uppy.on('upload-error', (file, error) => file && this.#failed(file as Piece, error));
  }

  /** Sends the missing parts of a file, after the waiting ones. */
  start(photoId: string, file: File): void {
    this.stop([photoId]);
    const sending = this.#sendings.get(photoId) ?? new FileTransfer(file);
    this.#sendings.set(photoId, sending);
    for (const { number } of sending.pieces) if (sending.isMissing(number)) this.#add(photoId, sending, number);
    if (sending.isStored) queueMicrotask(() => this.#options.onStored(photoId));
  }

  /** Returns the bytes of a file that need not be sent again. */
  arrived(photoId: string): number {
    return this.#sendings.get(photoId)?.sent ?? 0;
  }

  /** Stops transfers, also in progress; stored parts are not sent again. */
  stop(photoIds: readonly string[]): void {
    this.#drop(photoIds.flatMap((photoId) => this.#keysOf(photoId)));
  }

  /** Stops transfers and drops their state. */
  forget(photoIds: readonly string[]): void {
    this.stop(photoIds);
    for (const photoId of photoIds) this.#sendings.delete(photoId);
  }

  stopAll(): void {
    this.#retries.clear();
    this.#sendings.clear();
    this.#fileIds.clear();
    this.#uppy.cancelAll();
  }

  #keysOf(photoId: string): string[] {
    const pieces = this.#sendings.get(photoId)?.pieces ?? [];
    return pieces.map(({ number }) => pieceKey(photoId, number));
  }

  #add(photoId: string, sending: FileTransfer, piece: number): void {
    const key = pieceKey(photoId, piece);
    // The path is part of Uppy's file id: the same file may be added to two galleries, or twice.
    const meta = { photoId, piece, relativePath: key };
    const { name, type } = sending.file;
    this.#fileIds.set(key, this.#uppy.addFile({ name, type, data: sending.bytesOf(piece), meta }));
  }

  #addAgain(key: string): void {
    const [photoId = '', piece] = key.split('/');
    const sending = this.#sendings.get(photoId);
    if (sending?.isMissing(Number(piece))) this.#add(photoId, sending, Number(piece));
  }

  #drop(keys: readonly string[]): void {
    const fileIds = keys.flatMap((key) => this.#fileIds.get(key) ?? []);
    for (const key of keys) {
      const [photoId = '', piece] = key.split('/');
      this.#fileIds.delete(key);
      this.#retries.forget(key);
      this.#sendings.get(photoId)?.dropped(Number(piece));
    }
    const known = fileIds.filter((fileId) => this.#uppy.getFile(fileId));
    if (known.length > 0) this.#uppy.removeFiles(known);
  }

  async #sign(key: string) {
    const [photoId = '', piece] = key.split('/');
    const signed = await this.#options.sign(photoId);
    const sending = this.#sendings.get(photoId);
    for (const lost of sending?.heard(signed) ?? []) this.#addAgain(pieceKey(photoId, lost));
    const request = signed.missing.get(Number(piece));
    if (!request) throw new UploadedPart();
    return request;
  }

  #progressed({ photoId, piece }: PieceMeta, sent: number): void {
    const sending = this.#sendings.get(photoId);
    if (!sending?.isMissing(piece)) return;
    sending.progressed(piece, sent);
    this.#options.onProgress(photoId, sending.sent);
  }

  #stored({ photoId, piece }: PieceMeta): void {
    const sending = this.#sendings.get(photoId);
    sending?.stored(piece);
    this.#drop([pieceKey(photoId, piece)]);
    if (!sending) return;
    this.#options.onProgress(photoId, sending.sent);
    if (sending.isStored) this.#options.onStored(photoId);
  }

  #failed({ meta }: Piece, error: Failure): void {
    const { photoId, piece } = meta;
    const sending = this.#sendings.get(photoId);
    // 412 from `If-None-Match`: an earlier attempt was stored and its answer lost.
    if (error instanceof UploadedPart || error.status === 412) return this.#stored(meta);
    const key = pieceKey(photoId, piece);
    if (this.#fileIds.has(key)) this.#uppy.removeFiles([this.#fileIds.get(key)!]);
    this.#fileIds.delete(key);
    sending?.dropped(piece);
    // The URL or its multipart upload has expired: ask the server for the missing parts.
    if (error.status === 403 || error.status === 404) this.#options.renew(photoId);
    const isPart = (sending?.pieces.length ?? 0) > 1;
    if (isPart && !(error instanceof UploadRejected) && this.#retries.later(key)) return;
    this.stop([photoId]);
    this.#options.onFailed(photoId, error);
  }
}
