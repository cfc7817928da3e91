import { useSyncExternalStore } from 'react';
import type { Choosing, ChoosingState, PhotoChoice } from './choosing-store.ts';

export function useChoosing(choosing: Choosing): ChoosingState {
  return useSyncExternalStore(choosing.subscribe, choosing.getSnapshot);
}

/** Returns the opinions about a photo. Renders again only if they change. */
export function usePhotoChoice(choosing: Choosing, photoId: string): PhotoChoice {
  return useSyncExternalStore(choosing.subscribe, () => choosing.photo(photoId));
}
