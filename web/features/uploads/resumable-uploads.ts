/** A registered photo whose file is not completely uploaded. */
export interface ResumableUpload {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
}

/**
 * Matches files to unfinished uploads by name and size, each at most once. The server compares the content by its hash.
 */
export class ResumeMatcher {
  readonly #waiting: ResumableUpload[];

  constructor(unfinished: readonly ResumableUpload[]) {
    this.#waiting = [...unfinished];
  }

  /** Returns the photo's id; null if the file matches none. */
  take(file: { name: string; size: number }): string | null {
    const at = this.#waiting.findIndex(({ filename, size }) => filename === file.name && size === file.size);
    return at < 0 ? null : this.#waiting.splice(at, 1)[0]!.id;
  }
}
