import type { FileHashes } from './file-hash.ts';
import { type PresignResponse, type RegisteredFile, type SigningResponse, toSignedUploads } from './presigned-urls.ts';

/** A file that the gallery, or this window's list for it, already has under the name `sameAs`. */
export interface Duplicate {
  photoId: string;
  sameAs: string;
}

export type PresignFile = {
  photoId: string;
  filename: string;
  size: number;
  type: RegisteredFile['type'];
  keepDuplicate?: true;
  replaces?: true;
} & Partial<FileHashes>;

const NOTHING: PresignResponse = { uploads: [], multipart: [], arrived: [], refused: [] };

interface UploadRegistrarOptions {
  presign: (galleryId: string, files: readonly PresignFile[]) => Promise<PresignResponse>;
  /** Returns the hashes of a file's content; null if hashing fails. */
  hash: (photoId: string) => Promise<FileHashes | null>;
  /** Returns true while the photo is on the list: only then can another file duplicate it. */
  isListed: (photoId: string) => boolean;
  onDuplicates: (duplicates: readonly Duplicate[]) => void;
}

/** Registers files with the hashes of their content and finds duplicates. */
export class UploadRegistrar {
  readonly #options: UploadRegistrarOptions;
  readonly #hashes = new Map<string, Promise<FileHashes | null>>();
  /** First file of this window by gallery and content. */
  readonly #first = new Map<string, RegisteredFile>();
  readonly #kept = new Set<string>();

  constructor(options: UploadRegistrarOptions) {
    this.#options = options;
  }

  /** Uploads the photo although it is a duplicate. */
  keep(photoId: string): void {
    this.#kept.add(photoId);
  }

  forget(photoId: string): void {
    this.#hashes.delete(photoId);
    this.#kept.delete(photoId);
  }

  /** Hashes files that are registered soon. */
  prepare(files: readonly RegisteredFile[]): void {
    // Registering them reports the failure.
    for (const { photoId } of files) this.#hash(photoId).catch(() => undefined);
  }

  async announce(galleryId: string, files: readonly RegisteredFile[]): Promise<SigningResponse> {
    const hashes = await Promise.all(files.map(({ photoId }) => this.#hash(photoId)));
    const doubled: Duplicate[] = [];
    const fresh: PresignFile[] = [];
    files.forEach((file, index) => {
      const hash = hashes[index] ?? null;
      const earlier = hash && !file.replaces && this.#findEarlier(`${galleryId} ${hash.sha256}`, file);
      if (earlier) doubled.push({ photoId: file.photoId, sameAs: earlier.filename });
      else fresh.push(this.#presignFile(file, hash));
    });
    const answer = fresh.length > 0 ? await this.#options.presign(galleryId, fresh) : NOTHING;
    for (const { photoId, code, sameAs } of answer.refused) {
      if (code === 'duplicate') doubled.push({ photoId, sameAs: sameAs ?? '' });
    }
    if (doubled.length > 0) this.#options.onDuplicates(doubled);
    return {
      uploads: toSignedUploads(answer),
      refused: [...answer.refused, ...doubled.map(({ photoId }) => ({ photoId, code: 'duplicate' }))],
    };
  }

  #hash(photoId: string): Promise<FileHashes | null> {
    const hash = this.#hashes.get(photoId) ?? this.#options.hash(photoId);
    this.#hashes.set(photoId, hash);
    return hash;
  }

  /** Returns an earlier file of this window with the same content. The server knows stored files only. */
  #findEarlier(content: string, file: RegisteredFile): RegisteredFile | null {
    const first = this.#first.get(content);
    const other = first && first.photoId !== file.photoId && this.#options.isListed(first.photoId);
    if (!other) this.#first.set(content, file);
    return other && !this.#kept.has(file.photoId) ? first : null;
  }

  #presignFile({ photoId, filename, size, type, replaces }: RegisteredFile, hashes: FileHashes | null): PresignFile {
    const file = { photoId, filename, size, type, ...hashes, ...(replaces && { replaces }) };
    return this.#kept.has(photoId) ? { ...file, keepDuplicate: true } : file;
  }
}
