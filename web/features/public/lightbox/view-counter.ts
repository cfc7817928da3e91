import { useEffect } from 'react';
import { type PublicApi, useApi } from '../shell/public-api.ts';

interface ViewCounterOptions {
  send: (photoIds: string[]) => void;
  /** Calls back after some milliseconds; answers how to call it off. */
  schedule?: (callback: () => void, delay: number) => () => void;
}

/** What was on the screen for less was leafed past. */
const MIN_VIEW_MS = 1000;
/** Views are sent together: after this long, or when there are so many (core/api/public.ts takes no more at once). */
const GATHER_MS = 15_000;
const MOST_AT_ONCE = 50;

function browserTimer(callback: () => void, delay: number): () => void {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
}

type ViewCounter = ReturnType<typeof createViewCounter>;

/** Notices which photos were looked at, each once a visit, and tells the studio in batches. */
export function createViewCounter({ send, schedule = browserTimer }: ViewCounterOptions) {
  const counted = new Set<string>();
  let waiting: string[] = [];
  let callOffLook = () => {};
  let callOffSend = () => {};

  function flush() {
    callOffSend();
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    send(batch);
  }

  function count(photoId: string) {
    counted.add(photoId);
    waiting.push(photoId);
    if (waiting.length >= MOST_AT_ONCE) return flush();
    if (waiting.length === 1) callOffSend = schedule(flush, GATHER_MS);
  }

  return {
    /** A photo is on the screen; null when none is any more. */
    shown(photoId: string | null) {
      callOffLook();
      if (photoId === null || counted.has(photoId)) return;
      callOffLook = schedule(() => count(photoId), MIN_VIEW_MS);
    },
    /** The page may be gone in a moment. */
    flush,
  };
}

/** One for the whole visit: the lightbox comes and goes. */
const counters = new Map<string, ViewCounter>();

function counterFor(galleryId: string, api: PublicApi): ViewCounter {
  const counter = counters.get(galleryId) ?? createViewCounter({ send: (photoIds) => api.views(galleryId, photoIds) });
  counters.set(galleryId, counter);
  return counter;
}

/** Tells the studio which photos were looked at one by one. */
export function useViewCounter(galleryId: string, photoId: string | null): void {
  const api = useApi();
  const views = counterFor(galleryId, api);
  useEffect(() => views.shown(photoId), [views, photoId]);
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') views.flush();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', views.flush);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', views.flush);
      views.shown(null);
      views.flush();
    };
  }, [views]);
}
