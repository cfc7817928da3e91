import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { DoorState, GalleryDoor } from './gallery-access.ts';

/** The door of the gallery whose pictures stand below. */
export const DoorContext = createContext<GalleryDoor | null>(null);

export function useDoor(): GalleryDoor {
  const door = use(DoorContext);
  if (!door) throw new Error('useDoor needs a DoorContext above it');
  return door;
}

export function useDoorState(door: GalleryDoor): DoorState {
  return useSyncExternalStore(door.subscribe, door.state);
}

/** How many image tokens there have been: 0 is none yet. */
export function useTokens(): number {
  const door = useDoor();
  return useSyncExternalStore(door.subscribe, door.tokens);
}

/**
 * Phones stop a page's timers while it sleeps, so the token may have ended unnoticed: asks again whenever somebody
 * looks at the page again, however it came back.
 */
export function useWakingUp(door: GalleryDoor): void {
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
