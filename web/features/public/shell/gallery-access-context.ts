import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { AccessState, GalleryAccessClient } from './gallery-access.ts';

/** Access of the gallery whose images are rendered below. */
export const GalleryAccessContext = createContext<GalleryAccessClient | null>(null);

export function useGalleryAccess(): GalleryAccessClient {
  const galleryAccess = use(GalleryAccessContext);
  if (!galleryAccess) throw new Error('useGalleryAccess needs its context');
  return galleryAccess;
}

export function useAccessState(galleryAccess: GalleryAccessClient): AccessState {
  return useSyncExternalStore(galleryAccess.subscribe, galleryAccess.state, galleryAccess.initialState);
}

/** Returns the number of image tokens received; 0 before the first one. */
export function useTokenVersion(): number {
  const galleryAccess = useGalleryAccess();
  return useSyncExternalStore(galleryAccess.subscribe, galleryAccess.tokens, galleryAccess.initialTokens);
}

/** True once the server has answered for this visitor: the rights are known then. */
export function useIsAccessChecked(): boolean {
  return useTokenVersion() > useGalleryAccess().initialTokens();
}

/**
 * Renews the token when the page resumes: phones stop a page's timers while it sleeps, so the token may have expired
 * unnoticed.
 */
export function useRenewOnResume(galleryAccess: GalleryAccessClient): void {
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === 'visible') galleryAccess.wake();
    };
    document.addEventListener('visibilitychange', wake);
    for (const event of ['focus', 'pageshow', 'online']) window.addEventListener(event, wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      for (const event of ['focus', 'pageshow', 'online']) window.removeEventListener(event, wake);
    };
  }, [galleryAccess]);
}
