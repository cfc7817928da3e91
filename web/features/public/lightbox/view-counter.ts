import { useEffect } from 'react';
import { browserTimer, type Schedule } from '#web/lib/browser/browser-timer.ts';
import { type PublicApi, useApi } from '../shell/public-api.ts';

interface ViewCounterOptions {
  send: (photoIds: string[]) => void;
  schedule?: Schedule;
}

/** Minimum view time, milliseconds. Shorter views are not counted. */
const MIN_VIEW_MS = 1000;
/** Views are sent in batches: after this delay, or at this number (the maximum of core/api/public.ts). */
const GATHER_MS = 15_000;
const MOST_AT_ONCE = 50;

/** Counts viewed photos, each once a visit, and sends them to the studio in batches. */
export class ViewCounter {
  readonly #options: ViewCounterOptions & { schedule: Schedule };
  readonly #counted = new Set<string>();
  #waiting: string[] = [];
  #cancelLook = () => {};
  #cancelSend = () => {};

  constructor(options: ViewCounterOptions) {
    this.#options = { schedule: browserTimer, ...options };
  }

  /** Reports the photo on the screen; null if none is. */
  shown(photoId: string | null): void {
    this.#cancelLook();
    if (photoId === null || this.#counted.has(photoId)) return;
    this.#cancelLook = this.#options.schedule(() => this.#count(photoId), MIN_VIEW_MS);
  }

  /** Sends immediately: the page may be closed in a moment. */
  flush = (): void => {
    this.#cancelSend();
    if (this.#waiting.length === 0) return;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#options.send(batch);
  };

  #count(photoId: string): void {
    this.#counted.add(photoId);
    this.#waiting.push(photoId);
    if (this.#waiting.length >= MOST_AT_ONCE) return this.flush();
    if (this.#waiting.length === 1) this.#cancelSend = this.#options.schedule(this.flush, GATHER_MS);
  }
}

/** One counter a gallery and visit: the lightbox mounts and unmounts. */
const counters = new Map<string, ViewCounter>();

function counterFor(galleryId: string, api: PublicApi): ViewCounter {
  const counter = counters.get(galleryId) ?? new ViewCounter({ send: (photoIds) => api.views(galleryId, photoIds) });
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
