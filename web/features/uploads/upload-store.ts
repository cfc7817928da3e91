import type { UploadItem } from './upload-item.ts';

/** Minimum interval between two notifications, milliseconds: 500 files report progress many times a second. */
const TELL_MS = 100;

/** Items of this window for the screen. Each change creates a new map, so that React detects it. */
export class UploadStore {
  readonly #listeners = new Set<() => void>();
  #items: ReadonlyMap<string, UploadItem> = new Map();
  #telling: ReturnType<typeof setTimeout> | undefined;

  readonly all = (): ReadonlyMap<string, UploadItem> => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(photoId: string): UploadItem | undefined {
    return this.#items.get(photoId);
  }

  /** Returns the ids of matching items, in the order they were added. */
  idsOf(fits: (item: UploadItem) => boolean): string[] {
    return [...this.#items.values()].filter(fits).map(({ photoId }) => photoId);
  }

  /** Returns those of `photoIds` that are listed and match. */
  those(photoIds: readonly string[], fits: (item: UploadItem) => boolean): string[] {
    return photoIds.filter((photoId) => {
      const item = this.#items.get(photoId);
      return item && fits(item);
    });
  }

  add(items: readonly UploadItem[]): void {
    this.#put(new Map([...this.#items, ...items.map((item) => [item.photoId, item] as const)]));
  }

  change(photoIds: readonly string[], change: Partial<UploadItem>): void {
    const items = new Map(this.#items);
    for (const photoId of photoIds) {
      const item = items.get(photoId);
      if (item) items.set(photoId, { ...item, ...change });
    }
    this.#put(items);
  }

  remove(photoIds: readonly string[]): void {
    const items = new Map(this.#items);
    for (const photoId of photoIds) items.delete(photoId);
    this.#put(items);
  }

  #put(items: ReadonlyMap<string, UploadItem>): void {
    this.#items = items;
    if (this.#telling !== undefined) return;
    this.#telling = setTimeout(() => {
      this.#telling = undefined;
      for (const listener of this.#listeners) listener();
    }, TELL_MS);
  }
}
