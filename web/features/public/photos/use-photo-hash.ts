import { useCallback, useEffect, useRef, useState } from 'react';
import { useHydrated } from '#web/lib/browser/use-hydrated.ts';

/**
 * Returns the URL fragment of a photo, `#photo={id}`. A fragment keeps all photos of a gallery one page for the server
 * and the cache, and opening one reloads nothing.
 */
export const photoHash = (photoId: string) => `#photo=${encodeURIComponent(photoId)}`;

/** Returns the photo id of a fragment; null for any other fragment. */
export function photoFromHash(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('photo') || null;
}

/** What a history entry says: added by opening a photo, and its number of layers (history-layer.ts). */
type EntryState = { lightbox?: true; layer?: number } | null;

/** State of history entries added by opening a photo. Closing the photo goes back over such an entry. */
const OPENED_HERE = { lightbox: true };

/** Delay of URL changes, milliseconds. Safari refuses more than 100 in 30 s, and holding an arrow key makes more. */
const SETTLE_MS = 300;

interface OpenPhoto {
  photoId: string | null;
  open: (photoId: string) => void;
  /** Shows the next or previous photo in the same history entry. */
  show: (photoId: string) => void;
  close: () => void;
}

/** Keeps the open photo in the URL: it can be shared and opened directly, and Back closes it. */
export function usePhotoHash(photos: readonly { id: string }[]): OpenPhoto {
  const hydrated = useHydrated();
  // The server does not know the fragment: it counts after the first render.
  const [named, setPhotoId] = useState<string | null>();
  if (hydrated && named === undefined) setPhotoId(photoFromHash(location.hash));
  // An old link may name a photo that was removed: show the gallery.
  const photoId = photos.some((photo) => photo.id === named) ? (named ?? null) : null;
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(photoId);
  useEffect(() => {
    shown.current = photoId;
  }, [photoId]);

  useEffect(() => {
    const read = () => {
      clearTimeout(settling.current);
      const named = photoFromHash(location.hash);
      // Back over a panel reaches the lightbox's entry, which names the photo shown when the panel was opened.
      if (named && shown.current && (history.state as EntryState)?.layer !== undefined)
        history.replaceState(history.state, '', photoHash(shown.current));
      else setPhotoId(named);
      // Defer: this history entry must not restore its scroll position after the photo was opened.
      setTimeout(() => {
        history.scrollRestoration = 'auto';
      });
    };
    window.addEventListener('popstate', read);
    return () => {
      clearTimeout(settling.current);
      window.removeEventListener('popstate', read);
    };
  }, []);

  const open = useCallback((id: string) => {
    // After Back, the grid scrolls to the last photo instead of the previous position.
    history.scrollRestoration = 'manual';
    history.pushState(OPENED_HERE, '', photoHash(id));
    setPhotoId(id);
  }, []);
  const show = useCallback((id: string) => {
    clearTimeout(settling.current);
    settling.current = setTimeout(() => history.replaceState(history.state, '', photoHash(id)), SETTLE_MS);
    setPhotoId(id);
  }, []);
  const close = useCallback(() => {
    clearTimeout(settling.current);
    setPhotoId(null);
    const state = history.state as EntryState;
    // Also over the entry of an open panel (history-layer.ts).
    if (state?.lightbox) return history.go(-1 - (state.layer ?? 0));
    history.replaceState(null, '', location.pathname + location.search);
  }, []);
  return { photoId, open, show, close };
}
