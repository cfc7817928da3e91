import type { FileHashes } from './file-hash.ts';
import { type PresignResponse, type RegisteredFile, type SigningResponse, toSignedUploads } from './presigned-urls.ts';

/** A file that the gallery, or this window's list for it, has already under the name `sameAs`. */
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
  /** Of a file's content; null when it cannot be told. */
  hash: (photoId: string) => Promise<FileHashes | null>;
  /** Whether it is still on the list: only then is another one its duplicate. */
  isListed: (photoId: string) => boolean;
  onDuplicates: (duplicates: readonly Duplicate[]) => void;
}

/** Announces files with their contents' hashes, and finds those that are there already. */
export class UploadRegistrar {
  readonly #options: UploadRegistrarOptions;
  readonly #hashes = new Map<string, Promise<FileHashes | null>>();
  /** By gallery and content, the file of this window that came first. */
  readonly #first = new Map<string, RegisteredFile>();
  readonly #kept = new Set<string>();

  constructor(options: UploadRegistrarOptions) {
    this.#options = options;
  }

  /** The person wants it although it is there. */
  keep(photoId: string): void {
    this.#kept.add(photoId);
  }

  forget(photoId: string): void {
    this.#hashes.delete(photoId);
    this.#kept.delete(photoId);
  }

  /** They are announced soon. */
  prepare(files: readonly RegisteredFile[]): void {
    // A failure is told when they are.
    for (const { photoId } of files) this.#hash(photoId).catch(() => undefined);
  }

  async announce(galleryId: string, files: readonly RegisteredFile[]): Promise<SigningResponse> {
    const hashes = await Promise.all(files.map(({ photoId }) => this.#hash(photoId)));
    const doubled: Duplicate[] = [];
    const fresh: PresignFile[] = [];
    files.forEach((file, index) => {
      const hash = hashes[index] ?? null;
      const twin = hash && !file.replaces && this.#twin(`${galleryId} ${hash.sha256}`, file);
      if (twin) doubled.push({ photoId: file.photoId, sameAs: twin.filename });
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

  /** The server knows of what has arrived; what is still on its way from this window is known only here. */
  #twin(content: string, file: RegisteredFile): RegisteredFile | null {
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
