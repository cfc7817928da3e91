import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isFailure } from '../failure.ts';
import type { BookingApi } from './booking-api.ts';
import { forgetHold, holdOf, keepHold, readHold, type Hold } from './kept.ts';

export interface HoldControl {
  hold: Hold | null;
  /** The one before, which was given back. */
  given: Hold | null;
  /** Keeps a slot for this visitor, and gives back the one before. @throws Failure */
  take: (sessionTypeId: string, start: number) => Promise<Hold>;
  /** Books what is kept: meanwhile, and where no answer comes, it is not given back. @throws what `book` does */
  use: <T>(book: () => Promise<T>) => Promise<T>;
  /** It is over, or has become a booking. */
  forget: () => void;
}

/**
 * The one slot that is kept for this visitor while they fill in who they are. Whoever goes back or leaves the page
 * gives it back at once, so that another can have it; after a reload it is asked for anew.
 * @param isWanted whether the step is shown that it is kept for
 */
export function useHold(api: BookingApi, slug: string, isWanted: boolean): HoldControl {
  const [kept, setKept] = useState(() => readHold(slug));
  const isUsed = useRef(false);
  const hold = kept?.isGiven ? null : kept;
  const token = kept?.token;
  const forget = useCallback(() => {
    forgetHold(slug);
    setKept(null);
  }, [slug]);
  const take = useCallback(
    async (sessionTypeId: string, start: number) => {
      const wish = { sessionTypeId, start, ...(token && { instead: token }) };
      const taken = holdOf(await api.hold(wish), sessionTypeId, Date.now());
      isUsed.current = false;
      keepHold(slug, taken);
      setKept(taken);
      return taken;
    },
    [api, slug, token],
  );
  const use = useCallback(async <T>(book: () => Promise<T>) => {
    isUsed.current = true;
    return book().catch((error: unknown) => {
      // Without an answer it may be booked: then the same token leads to the booking.
      isUsed.current = isFailure(error, 'network') || isFailure(error, 'unavailable');
      throw error;
    });
  }, []);
  const giveBack = useEffectEvent(() => {
    if (!hold || isUsed.current) return;
    api.release(hold.token);
    const given = { ...hold, isGiven: true };
    keepHold(slug, given);
    setKept(given);
  });
  // A browser may keep the page as it was, and show it again.
  const takeAgain = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && isWanted && kept?.isGiven) take(kept.sessionTypeId, kept.slot.start).catch(() => {});
  });
  useEffect(() => (isWanted ? () => giveBack() : undefined), [isWanted]);
  useEffect(() => {
    const leave = () => giveBack();
    const come = (event: PageTransitionEvent) => takeAgain(event);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', come);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', come);
    };
  }, []);
  return { hold, given: kept?.isGiven ? kept : null, take, use, forget };
}
