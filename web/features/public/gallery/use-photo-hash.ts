import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * A photo's own address is the gallery's with `#photo={id}`: a fragment, so that all photos of a gallery are one page
 * to the server and to the cache, and so that opening one reloads nothing.
 */
export const photoHash = (photoId: string) => `#photo=${encodeURIComponent(photoId)}`;

/** The photo that a fragment names; null for every other fragment. */
export function photoFromHash(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('photo') || null;
}

/** Marks history entries that opening a photo added: closing it goes back over them, so that no stale one is left. */
const OPENED_HERE = { lightbox: true };

/** Safari refuses more than 100 changes of the address in 30 s, which holding an arrow key easily makes. */
const SETTLE_MS = 300;

export interface OpenPhoto {
  photoId: string | null;
  open: (photoId: string) => void;
  /** The next or previous photo: the same history entry. */
  show: (photoId: string) => void;
  close: () => void;
}

/** The open photo, kept in the address: it can be shared, opened directly, and the back button closes it. */
export function usePhotoHash(photos: readonly { id: string }[]): OpenPhoto {
  const [named, setPhotoId] = useState(() => photoFromHash(location.hash));
  // An old link may name a photo that is not in the gallery any more: then the gallery itself is shown.
  const photoId = photos.some((photo) => photo.id === named) ? named : null;
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const read = () => {
      clearTimeout(settling.current);
      setPhotoId(photoFromHash(location.hash));
      // Only now: this entry was told not to scroll back when the photo was opened.
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
    // On the way back the grid shows the photo that was looked at last, not where the page stood before.
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
    const state: unknown = history.state;
    if (typeof state === 'object' && state !== null && 'lightbox' in state) return history.back();
    history.replaceState(null, '', location.pathname + location.search);
  }, []);
  return { photoId, open, show, close };
}
