import { useSyncExternalStore } from 'react';

/** Room for a detail beside its list: Tailwind's `xl`, 1,280 px. */
const WIDE = '(min-width: 80rem)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}
