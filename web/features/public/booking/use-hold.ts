import { useCallback, useState } from 'react';
import type { BookingApi } from './booking-api.ts';
import { forgetHold, holdOf, keepHold, readHold, type Hold } from './kept.ts';

export interface HoldControl {
  hold: Hold | null;
  /** Keeps a slot for this visitor, and gives back the one before. @throws Failure */
  take: (sessionTypeId: string, start: number) => Promise<Hold>;
  /** Gives it back. */
  release: () => void;
  /** It is over, or has become a booking. */
  forget: () => void;
}

/** The one slot that is kept for this visitor, over reloads. */
export function useHold(api: BookingApi, slug: string): HoldControl {
  const [hold, setHold] = useState(() => readHold(slug));
  const token = hold?.token;
  const forget = useCallback(() => {
    forgetHold(slug);
    setHold(null);
  }, [slug]);
  const take = useCallback(
    async (sessionTypeId: string, start: number) => {
      const wish = { sessionTypeId, start, ...(token && { instead: token }) };
      const taken = holdOf(await api.hold(wish), sessionTypeId, Date.now());
      keepHold(slug, taken);
      setHold(taken);
      return taken;
    },
    [api, slug, token],
  );
  const release = useCallback(() => {
    if (token) api.release(token);
    forget();
  }, [api, token, forget]);
  return { hold, take, release, forget };
}
