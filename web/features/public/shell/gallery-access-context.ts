import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { AccessState, GalleryAccessClient } from './gallery-access.ts';

/** Access of the gallery whose images are rendered below. */
export const GalleryAccessContext = createContext<GalleryAccessClient | null>(null);

export function useGalleryAccess(): GalleryAccessClient {
  const door = use(GalleryAccessContext);
  if (!door) throw new Error('useDoor needs a DoorContext above it');
  return door;
}

export function useAccessState(door: GalleryAccessClient): AccessState {
  return useSyncExternalStore(door.subscribe, door.state);
}

/** Returns the number of image tokens received; 0 before the first one. */
export function useTokenVersion(): number {
  const door = useGalleryAccess();
  return useSyncExternalStore(door.subscribe, door.tokens);
}

/**
 * Renews the token when the page resumes: phones stop a page's timers while it sleeps, so the token may have expired
 * unnoticed.
 */
export function useRenewOnResume(door: GalleryAccessClient): void {
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === 'visible') door.wake();
    };
    document.addEventListener('visibilitychange', wake);
    for (const event of ['focus', 'pageshow', 'online']) window.addEventListener(event, wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      for (const event of ['focus', 'pageshow', 'online']) window.removeEventListener(event, wake);
    };
  }, [door]);
}
