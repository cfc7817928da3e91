import type { PublicGallery } from '#core/api/public.ts';
import { type BackoffBounds, retryDelay } from '#web/lib/backoff.ts';

interface PhotoLoaderOptions {
  fetch: () => Promise<PublicGallery>;
  take: (page: PublicGallery) => void;
  /** Calls back after `delay` milliseconds; returns a function that cancels it. */
  schedule?: (callback: () => void, delay: number) => () => void;
  random?: () => number;
}

/**
 * Delay before loading, milliseconds: on a slow connection the first images take precedence over photos further down.
 */
const AFTER_FIRST_MS = 600;
const RETRY: BackoffBounds = { first: 2000, max: 60_000 };

function browserTimer(callback: () => void, delay: number): () => void {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
}

/** Loads the photos that the page data lacks, and retries until it succeeds. */
export function createPhotoLoader({ fetch, take, schedule = browserTimer, random = Math.random }: PhotoLoaderOptions) {
  let cancelTimer = () => {};
  let failures = 0;
  let asking = false;
  let stopped = false;

  function ask() {
    cancelTimer();
    if (asking || stopped) return;
    asking = true;
    fetch()
      .then(
        // Count the photos of this answer: the page data may be a minute older.
        (page) => !stopped && take({ ...page, gallery: { ...page.gallery, photoCount: page.photos.length } }),
        (error: unknown) => {
          if (!stopped) cancelTimer = schedule(ask, retryDelay(error, failures, RETRY, random));
          failures += 1;
        },
      )
      .finally(() => {
        asking = false;
      });
  }

  return {
    begin(now: boolean) {
      if (now) ask();
      else cancelTimer = schedule(ask, AFTER_FIRST_MS);
    },
    retry: ask,
    stop() {
      stopped = true;
      cancelTimer();
    },
  };
}
