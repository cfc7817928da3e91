import type { DropPosition } from './drop-positions.ts';

/** Photos that are on their way to another place. */
export interface ReorderState {
  /** In the order they will lie in. */
  ids: readonly string[];
  slot: DropPosition;
  /** Where the pointer is, in the window's pixels; null while keys move them. */
  point: { x: number; y: number } | null;
}

/**
 * What is being moved, and where to. Apart from React's state: a pointer moves far more often than the grid should be
 * drawn, and only the line and the ghost follow it.
 */
export class ReorderStore {
  #now: ReorderState | null = null;
  #wasCancelled = false;
  readonly #listeners = new Set<() => void>();

  readonly get = (): ReorderState | null => this.#now;
  /** The same list as long as the same photos are moved. */
  readonly ids = (): readonly string[] | null => this.#now?.ids ?? null;

  /** Whether the last ones were put back. */
  get wasCancelled(): boolean {
    return this.#wasCancelled;
  }

  set(next: ReorderState): void {
    this.#change(next, false);
  }

  /** Answers what was moved, and ends it. */
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
