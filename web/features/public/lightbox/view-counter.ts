import { useEffect } from 'react';
import { type PublicApi, useApi } from '../shell/public-api.ts';

interface ViewCounterOptions {
  send: (photoIds: string[]) => void;
  /** Calls back after `delay` milliseconds; returns a function that cancels it. */
  schedule?: (callback: () => void, delay: number) => () => void;
}

/** Minimum view time, milliseconds. Shorter views are not counted. */
const MIN_VIEW_MS = 1000;
/** Views are sent in batches: after this delay, or at this number (the maximum of core/api/public.ts). */
const GATHER_MS = 15_000;
const MOST_AT_ONCE = 50;

function browserTimer(callback: () => void, delay: number): () => void {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
}

type ViewCounter = ReturnType<typeof createViewCounter>;

/** Counts viewed photos, each once a visit, and sends them to the studio in batches. */
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
    /** Reports the photo on the screen; null if none is. */
    shown(photoId: string | null) {
      callOffLook();
      if (photoId === null || counted.has(photoId)) return;
      callOffLook = schedule(() => count(photoId), MIN_VIEW_MS);
    },
    /** Sends immediately: the page may be closed in a moment. */
    flush,
  };
}

/** One counter a gallery and visit: the lightbox mounts and unmounts. */
const counters = new Map<string, ViewCounter>();

function counterFor(galleryId: string, api: PublicApi): ViewCounter {
  const counter = counters.get(galleryId) ?? createViewCounter({ send: (photoIds) => api.views(galleryId, photoIds) });
  counters.set(galleryId, counter);
  return counter;
}

/** Reports photos viewed in the lightbox to the studio. */
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
