import type { UploadItem } from './upload-item.ts';
import type { Upload } from './upload-state.ts';

/** Minimum interval between two notifications, milliseconds: 500 files report progress many times a second. */
const NOTIFY_MS = 100;

/**
 * The uploads of this window, in the order they were added. Tells the queue each change immediately, the screen later.
 */
export class UploadList {
  readonly #onChange: () => void;
  readonly #listeners = new Set<() => void>();
  /** Replaced with each change, so that React detects it. */
  #uploads: ReadonlyMap<string, Upload> = new Map();
  #isNotifying = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  readonly items = (): ReadonlyMap<string, UploadItem> => this.#uploads;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(photoId: string): Upload | undefined {
    return this.#uploads.get(photoId);
  }

  /** Returns the matching uploads; with `photoIds` only those of them. */
  filter(fits: (upload: Upload) => boolean, photoIds: Iterable<string> = this.#uploads.keys()): Upload[] {
    return [...photoIds].flatMap((photoId) => this.#uploads.get(photoId) ?? []).filter(fits);
  }

  /** Adds uploads; one of the same photo is replaced. */
  add(uploads: readonly Upload[]): void {
    this.#set(new Map([...this.#uploads, ...uploads.map((upload) => [upload.photoId, upload] as const)]));
  }

  /** Applies a transition to those uploads that are still listed with the same file. */
  change(uploads: readonly Upload[], transition: (current: Upload) => Upload): void {
    const next = new Map(this.#uploads);
    for (const { photoId, file } of uploads) {
      const current = next.get(photoId);
      if (current?.file === file) next.set(photoId, transition(current));
    }
    this.#set(next);
  }

  remove(uploads: readonly Upload[]): void {
    const next = new Map(this.#uploads);
    for (const { photoId } of uploads) next.delete(photoId);
    this.#set(next);
  }

  #set(uploads: ReadonlyMap<string, Upload>): void {
    this.#uploads = uploads;
    this.#onChange();
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    setTimeout(() => {
      this.#isNotifying = false;
      for (const listener of this.#listeners) listener();
    }, NOTIFY_MS);
  }
}
