import type { PublicGallery } from '#core/api/public.ts';
import { type BackoffBounds, retryDelay } from '#web/lib/backoff.ts';
import { browserTimer, type Schedule } from '#web/lib/browser/browser-timer.ts';

interface PhotoLoaderOptions {
  fetch: () => Promise<PublicGallery>;
  take: (page: PublicGallery) => void;
  schedule?: Schedule;
  random?: () => number;
}

/**
 * Delay before loading, milliseconds: on a slow connection the first images take precedence over photos further down.
 */
const AFTER_FIRST_MS = 600;
const RETRY: BackoffBounds = { first: 2000, max: 60_000 };

/** Loads the photos that the page data lacks, and retries until it succeeds. */
export class PhotoLoader {
  readonly #options: PhotoLoaderOptions & { schedule: Schedule; random: () => number };
  #cancelTimer = () => {};
  #failures = 0;
  #isAsking = false;
  #isStopped = false;

  constructor(options: PhotoLoaderOptions) {
    this.#options = { schedule: browserTimer, random: Math.random, ...options };
  }

  begin(now: boolean): void {
    if (now) this.retry();
    else this.#plan(AFTER_FIRST_MS);
  }

  /** Asks now, unless an answer is awaited. */
  retry(): void {
    this.#cancelTimer();
    if (this.#isAsking || this.#isStopped) return;
    this.#isAsking = true;
    const { fetch, take, random } = this.#options;
    fetch()
      .then(
        // Count the photos of this answer: the page data may be a minute older.
        (page) => !this.#isStopped && take({ ...page, gallery: { ...page.gallery, photoCount: page.photos.length } }),
        (error: unknown) => {
          if (!this.#isStopped) this.#plan(retryDelay(error, this.#failures, RETRY, random));
          this.#failures += 1;
        },
      )
      .finally(() => {
        this.#isAsking = false;
      });
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
  }

  #plan(delay: number): void {
    this.#cancelTimer = this.#options.schedule(() => this.retry(), delay);
  }
}
