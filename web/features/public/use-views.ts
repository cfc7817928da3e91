import { useEffect } from 'react';
import { useApi } from './api-context.ts';
import type { PublicApi } from './public-api.ts';
import { createViewCounter, type ViewCounter } from './views.ts';

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
