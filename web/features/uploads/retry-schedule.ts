/** Delays between retries after a network failure, milliseconds. After the last one the user decides. */
const RETRY_MS = [2000, 5000, 15_000, 30_000];

/** Schedules retries of failed files. */
export class RetrySchedule {
  readonly #again: (photoId: string) => void;
  readonly #attempts = new Map<string, number>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(again: (photoId: string) => void) {
    this.#again = again;
  }

  awaits(photoId: string): boolean {
    return this.#timers.has(photoId);
  }

  /** Schedules a retry with a longer delay each time. Returns false once all retries are used up. */
  later(photoId: string): boolean {
    const attempt = this.#attempts.get(photoId) ?? 0;
    const wait = RETRY_MS[attempt];
    if (wait === undefined) return false;
    this.#attempts.set(photoId, attempt + 1);
    const again = () => {
      this.#timers.delete(photoId);
      this.#again(photoId);
    };
    clearTimeout(this.#timers.get(photoId));
    this.#timers.set(photoId, setTimeout(again, wait));
    return true;
  }

  forget(photoId: string): void {
    clearTimeout(this.#timers.get(photoId));
    this.#timers.delete(photoId);
    this.#attempts.delete(photoId);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#attempts.clear();
  }
}
