import type { AnnouncedFile, SignedUpload, SigningAnswer } from './signer.ts';

/** A file that the gallery, or this window's list for it, has already under the name `sameAs`. */
export interface Duplicate {
  photoId: string;
  sameAs: string;
}

export type PresignFile = {
  photoId: string;
  filename: string;
  size: number;
  type: AnnouncedFile['type'];
  sha256?: string;
  keepDuplicate?: true;
};

interface PresignAnswer {
  uploads: readonly SignedUpload[];
  refused: readonly { photoId: string; code: string; sameAs?: string | undefined }[];
}

interface AnnouncerOptions {
  presign: (galleryId: string, files: readonly PresignFile[]) => Promise<PresignAnswer>;
  /** Of a file's content; null when it cannot be told. */
  hash: (photoId: string) => Promise<string | null>;
  /** Whether it is still on the list: only then is another one its duplicate. */
  isListed: (photoId: string) => boolean;
  onDuplicates: (duplicates: readonly Duplicate[]) => void;
}

/** Announces files with their contents' hashes, and finds those that are there already. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #hashes = new Map<string, Promise<string | null>>();
  /** By gallery and content, the file of this window that came first. */
  readonly #first = new Map<string, AnnouncedFile>();
  readonly #kept = new Set<string>();

  constructor(options: AnnouncerOptions) {
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

  async announce(galleryId: string, files: readonly AnnouncedFile[]): Promise<SigningAnswer> {
    const hashes = await Promise.all(files.map(({ photoId }) => this.#hash(photoId)));
    const doubled: Duplicate[] = [];
    const fresh: PresignFile[] = [];
    files.forEach((file, index) => {
      const sha256 = hashes[index] ?? null;
      const twin = sha256 && this.#twin(`${galleryId} ${sha256}`, file);
      if (twin) doubled.push({ photoId: file.photoId, sameAs: twin.filename });
      else fresh.push(this.#presignFile(file, sha256));
    });
    const answer = fresh.length > 0 ? await this.#options.presign(galleryId, fresh) : { uploads: [], refused: [] };
    for (const { photoId, code, sameAs } of answer.refused) {
      if (code === 'duplicate') doubled.push({ photoId, sameAs: sameAs ?? '' });
    }
    if (doubled.length > 0) this.#options.onDuplicates(doubled);
    return {
      uploads: answer.uploads,
      refused: [...answer.refused, ...doubled.map(({ photoId }) => ({ photoId, code: 'duplicate' }))],
    };
  }

  #hash(photoId: string): Promise<string | null> {
    const hash = this.#hashes.get(photoId) ?? this.#options.hash(photoId);
    this.#hashes.set(photoId, hash);
    return hash;
  }

  /** The server knows of what has arrived; what is still on its way from this window is known only here. */
  #twin(content: string, file: AnnouncedFile): AnnouncedFile | null {
    const first = this.#first.get(content);
    const other = first && first.photoId !== file.photoId && this.#options.isListed(first.photoId);
    if (!other) this.#first.set(content, file);
    return other && !this.#kept.has(file.photoId) ? first : null;
  }

  #presignFile({ photoId, filename, size, type }: AnnouncedFile, sha256: string | null): PresignFile {
    const file = { photoId, filename, size, type, ...(sha256 && { sha256 }) };
    return this.#kept.has(photoId) ? { ...file, keepDuplicate: true } : file;
  }
}
