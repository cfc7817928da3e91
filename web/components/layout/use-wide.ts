import { useSyncExternalStore } from 'react';

/** Room for a detail beside its list: Tailwind's `xl`, 1,280 px. */
const WIDE_QUERY = '(min-width: 80rem)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE_QUERY);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE_QUERY).matches);
}
