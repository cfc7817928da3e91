import type { PhotoMimeType } from '#core/domain/photos.ts';
import { type FilePart, MAX_FILES_PER_SIGNING, splitIntoParts } from '#core/domain/uploads.ts';

/** One presigned PUT request. */
export interface SignedRequest {
  url: string;
  headers: Record<string, string>;
}

/** Missing parts of an upload. */
export interface SignedUpload {
  photoId: string;
  /** PUT requests by part number; empty if everything is stored. */
  missing: ReadonlyMap<number, SignedRequest>;
}

/** Presigned requests: one PUT for a whole file, one per part of a large one, none for stored parts. */
export interface PresignResponse {
  uploads: readonly (SignedRequest & { photoId: string })[];
  multipart: readonly { photoId: string; parts: readonly (SignedRequest & { number: number })[] }[];
  arrived: readonly string[];
  refused: readonly { photoId: string; code: string; sameAs?: string | undefined }[];
}

/** Returns the parts of a file; a file sent as a whole is one part. */
export function fileParts(size: number): FilePart[] {
  const parts = splitIntoParts(size);
  return parts.length > 0 ? parts : [{ number: 1, from: 0, size }];
}

export function toSignedUploads({ uploads, multipart, arrived }: PresignResponse): SignedUpload[] {
  return [
    ...uploads.map(({ photoId, url, headers }) => ({ photoId, missing: new Map([[1, { url, headers }]]) })),
    ...multipart.map(({ photoId, parts }) => ({
      photoId,
      missing: new Map(parts.map(({ number, url, headers }) => [number, { url, headers }])),
    })),
    ...arrived.map((photoId) => ({ photoId, missing: new Map() })),
  ];
}

export interface RegisteredFile {
  photoId: string;
  galleryId: string;
  filename: string;
  size: number;
  type: PhotoMimeType;
  /** True if the file replaces the original of an existing photo. */
  replaces?: true;
}

export interface SigningResponse {
  uploads: readonly SignedUpload[];
  refused: readonly { photoId: string; code: string }[];
}

/** The server refuses this file permanently: a retry changes nothing. */
export class UploadRejected extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'UploadRejected';
    this.code = code;
  }
}

/**
 * Maximum age of a presigned URL, milliseconds: enough for 50 files on a slow connection. The server signs for longer.
 * Storage may refuse one earlier, when its signing keys expire; the uploader then discards it.
 */
export const SIGNATURE_MS = 45 * 60 * 1000;

interface SignerOptions {
  /** Called with the next batch as soon as one may be sent, to prepare its files meanwhile. */
  prepare?: (files: readonly RegisteredFile[]) => void;
  now?: () => number;
}

type Sign = (galleryId: string, files: readonly RegisteredFile[]) => Promise<SigningResponse>;

/**
 * Signs uploads in batches. A request for one file includes the files waiting behind it: one request for 50 files
 * instead of one for each (quality.md bar 10).
 */
export class BatchSigner {
  readonly #sign: Sign;
  readonly #prepare: (files: readonly RegisteredFile[]) => void;
  readonly #now: () => number;
  /** Files in upload order. */
  readonly #waiting = new Map<string, RegisteredFile>();
  readonly #signed = new Map<string, { at: number; answer: Promise<SignedUpload> }>();

  constructor(sign: Sign, { prepare = () => undefined, now = Date.now }: SignerOptions = {}) {
    this.#sign = sign;
    this.#prepare = prepare;
    this.#now = now;
  }

  announce(files: readonly RegisteredFile[]): void {
    for (const file of files) this.#waiting.set(file.photoId, file);
  }

  /** Returns true if the server knows this photo. */
  knows(photoId: string): boolean {
    return this.#signed.has(photoId);
  }

  /** Discards a signature: storage refused the URL, or the server must report the stored parts. */
  renew(photoId: string): void {
    this.#signed.delete(photoId);
  }

  forget(photoId: string): void {
    this.#waiting.delete(photoId);
    this.#signed.delete(photoId);
  }

  /**
   * Returns the signed upload.
   * @throws UploadRejected, or the error of the request; the next call then requests anew
   */
  sign(photoId: string): Promise<SignedUpload> {
    const known = this.#signed.get(photoId);
    if (known && this.#now() - known.at < SIGNATURE_MS) return known.answer;
    const batch = this.#batchFor(photoId);
    const request = this.#sign(batch[0]!.galleryId, batch);
    for (const file of batch) {
      const answer = request.then((all) => answerFor(file.photoId, all));
      // Avoids an unhandled rejection if nobody awaits it.
      answer.catch(() => undefined);
      this.#signed.set(file.photoId, { at: this.#now(), answer });
    }
    request.then(
      () => this.#prepareNext(batch[0]!.galleryId),
      () => batch.forEach((file) => this.#signed.delete(file.photoId)),
    );
    return this.#signed.get(photoId)!.answer;
  }

  #batchFor(photoId: string): RegisteredFile[] {
    const first = this.#waiting.get(photoId);
    if (!first) throw new UploadRejected('not_found');
    const others = this.#unsigned(first.galleryId).filter((file) => file !== first);
    return [first, ...others.slice(0, MAX_FILES_PER_SIGNING - 1)];
  }

  #prepareNext(galleryId: string): void {
    const next = this.#unsigned(galleryId).slice(0, MAX_FILES_PER_SIGNING);
    if (next.length > 0) this.#prepare(next);
  }

  #unsigned(galleryId: string): RegisteredFile[] {
    return [...this.#waiting.values()].filter(
      (file) => file.galleryId === galleryId && !this.#signed.has(file.photoId),
    );
  }
}

function answerFor(photoId: string, { uploads, refused }: SigningResponse): SignedUpload {
  const upload = uploads.find((candidate) => candidate.photoId === photoId);
  if (upload) return upload;
  throw new UploadRejected(refused.find((candidate) => candidate.photoId === photoId)?.code ?? 'internal');
}
