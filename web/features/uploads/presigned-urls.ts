import type { PhotoMimeType } from '#core/domain/photos.ts';
import { type FilePart, MAX_FILES_PER_SIGNING, splitIntoParts } from '#core/domain/uploads.ts';

/** One PUT. */
export interface SignedRequest {
  url: string;
  headers: Record<string, string>;
}

/** What is still to be sent of a file. */
export interface SignedUpload {
  photoId: string;
  /** By the number of the piece; none when all has arrived. */
  missing: ReadonlyMap<number, SignedRequest>;
}

/** What the server signs: a PUT for a whole file, one a part of a large one, none for what is there. */
export interface PresignResponse {
  uploads: readonly (SignedRequest & { photoId: string })[];
  multipart: readonly { photoId: string; parts: readonly (SignedRequest & { number: number })[] }[];
  arrived: readonly string[];
  refused: readonly { photoId: string; code: string; sameAs?: string | undefined }[];
}

/** A file that goes as a whole is one piece. */
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
  /** A new original for a photo that is there. */
  replaces?: true;
}

export interface SigningResponse {
  uploads: readonly SignedUpload[];
  refused: readonly { photoId: string; code: string }[];
}

/** The server will not have this file: trying again changes nothing. */
export class UploadRejected extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'UploadRefused';
    this.code = code;
  }
}

/**
 * A signed address is used for this long, in milliseconds: 50 files over a slow line. The server signs for longer; one
 * that ends early, because the keys it was signed with did, is refused by storage, and forgotten.
 */
export const SIGNATURE_MS = 45 * 60 * 1000;

interface SignerOptions {
  /** Called with the batch that comes next, as soon as one may be sent: what it needs can be made ready meanwhile. */
  prepare?: (files: readonly RegisteredFile[]) => void;
  now?: () => number;
}

type Sign = (galleryId: string, files: readonly RegisteredFile[]) => Promise<SigningResponse>;

/**
 * Signs uploads in batches: whoever asks for one file takes along those that wait behind it, so that there is one
 * request for 50 files and not one for each (quality.md bar 10).
 */
export class BatchSigner {
  readonly #sign: Sign;
  readonly #prepare: (files: readonly RegisteredFile[]) => void;
  readonly #now: () => number;
  /** In the order of their upload. */
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

  /** Whether the server has heard of this photo. */
  knows(photoId: string): boolean {
    return this.#signed.has(photoId);
  }

  /** Storage takes its address no more, or the server must be asked what has arrived. */
  renew(photoId: string): void {
    this.#signed.delete(photoId);
  }

  forget(photoId: string): void {
    this.#waiting.delete(photoId);
    this.#signed.delete(photoId);
  }

  /** @throws UploadRefused, or whatever the request threw: then the next asking asks anew. */
  sign(photoId: string): Promise<SignedUpload> {
    const known = this.#signed.get(photoId);
    if (known && this.#now() - known.at < SIGNATURE_MS) return known.answer;
    const batch = this.#batchFor(photoId);
    const request = this.#sign(batch[0]!.galleryId, batch);
    for (const file of batch) {
      const answer = request.then((all) => answerFor(file.photoId, all));
      // Whoever asks for it hears of the failure; nobody may ever.
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
