/** A photo that was begun and has not arrived. */
export interface ResumableUpload {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
}

/**
 * Finds the photos that files continue: by name and size, each for one file. Whether the content is the same is the
 * server's word, which knows the hash.
 */
export class ResumeMatcher {
  readonly #waiting: ResumableUpload[];

  constructor(unfinished: readonly ResumableUpload[]) {
    this.#waiting = [...unfinished];
  }

  /** The photo's id; null for a file that continues none. */
  take(file: { name: string; size: number }): string | null {
    const at = this.#waiting.findIndex(({ filename, size }) => filename === file.name && size === file.size);
    return at < 0 ? null : this.#waiting.splice(at, 1)[0]!.id;
  }
}
