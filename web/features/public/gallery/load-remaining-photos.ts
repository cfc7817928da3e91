import type { PublicGallery } from '#core/api/public.ts';

interface PhotoLoaderOptions {
  fetch: () => Promise<PublicGallery>;
  take: (page: PublicGallery) => void;
  /** Calls back after some milliseconds; answers how to call it off. */
  schedule?: (callback: () => void, delay: number) => () => void;
}

/** Long enough for the first pictures to be asked for: on a slow line these come before photos nobody has scrolled to. */
const AFTER_FIRST_MS = 600;
const MAX_RETRY_MS = 60_000;

function browserTimer(callback: () => void, delay: number): () => void {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
}

/** Fetches what the page did not carry, and keeps trying: what is on the screen stays either way. */
export function createPhotoLoader({ fetch, take, schedule = browserTimer }: PhotoLoaderOptions) {
  let callOff = () => {};
  let failures = 0;
  let asking = false;
  let stopped = false;

  function ask() {
    callOff();
    if (asking || stopped) return;
    asking = true;
    fetch()
      .then(
        // As many as there are now: the page may be a minute older.
        (page) => !stopped && take({ ...page, gallery: { ...page.gallery, photoCount: page.photos.length } }),
        () => {
          failures += 1;
          if (!stopped) callOff = schedule(ask, Math.min(MAX_RETRY_MS, 1000 * 2 ** failures));
        },
      )
      .finally(() => {
        asking = false;
      });
  }

  return {
    begin(now: boolean) {
      if (now) ask();
      else callOff = schedule(ask, AFTER_FIRST_MS);
    },
    retry: ask,
    stop() {
      stopped = true;
      callOff();
    },
  };
}
