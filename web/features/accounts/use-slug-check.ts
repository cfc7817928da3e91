import { useEffect, useState } from 'react';
import { useApi } from '#web/lib/api.tsx';

export type SlugState =
  | { state: 'idle' | 'checking' | 'free' | 'unknown' }
  | { state: 'refused'; reason: 'slug_invalid' | 'slug_reserved' | 'slug_taken' };

/** A pause in typing, in milliseconds, after which the server is asked. */
const PAUSE_MS = 300;

/** Whether an address can be taken, asked while it is typed. `own` is free without asking. */
export function useSlugCheck(slug: string, own?: string): SlugState {
  const api = useApi();
  const [result, setResult] = useState<{ slug: string; state: SlugState } | null>(null);
  const asked = slug !== '' && slug !== own;
  useEffect(() => {
    if (!asked) return;
    let here = true;
    const timer = setTimeout(() => {
      api.accounts.slugAvailable({ query: { slug } }).then(
        ({ reason }) => here && setResult({ slug, state: reason ? { state: 'refused', reason } : { state: 'free' } }),
        // Unreachable: the server decides when the form is sent.
        () => here && setResult({ slug, state: { state: 'unknown' } }),
      );
    }, PAUSE_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [api, slug, asked]);
  if (!asked) return { state: 'idle' };
  return result?.slug === slug ? result.state : { state: 'checking' };
}
