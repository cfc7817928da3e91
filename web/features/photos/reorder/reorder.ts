import type { DropPosition } from './drop-positions.ts';

/** Photos that are being moved. */
export interface ReorderState {
  /** Photo ids in their new order. */
  ids: readonly string[];
  slot: DropPosition;
  /** Pointer position in the window, pixels; null while moving by keyboard. */
  point: { x: number; y: number } | null;
}

/**
 * State of a reorder, kept outside React: the pointer moves far more often than the grid should render, and only the
 * line and the preview follow it.
 */
export class ReorderStore {
  #now: ReorderState | null = null;
  #wasCancelled = false;
  readonly #listeners = new Set<() => void>();

  readonly get = (): ReorderState | null => this.#now;
  /** Photo ids; the same array while the same photos are moved. */
  readonly ids = (): readonly string[] | null => this.#now?.ids ?? null;

  /** True if the last reorder was cancelled. */
  get wasCancelled(): boolean {
    return this.#wasCancelled;
  }

  set(next: ReorderState): void {
    this.#change(next, false);
  }

  /** Ends the reorder and returns it. */
  take(): ReorderState | null {
    const now = this.#now;
    this.#change(null, false);
    return now;
  }

  cancel(): void {
    this.#change(null, true);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(next: ReorderState | null, cancelled: boolean): void {
    this.#now = next;
    this.#wasCancelled = cancelled;
    for (const listener of this.#listeners) listener();
  }
}
