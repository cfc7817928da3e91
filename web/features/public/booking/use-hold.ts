import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isFailure } from '../shell/failure.ts';
import type { BookingApi } from './booking-api.ts';
import { clearHold, type Hold, readHold, storeHold, toHold } from './booking-storage.ts';

export interface HoldControl {
  hold: Hold | null;
  /** The one before, which was given back. */
  given: Hold | null;
  /**
   * Keeps a slot for this visitor, and gives back the one before; null where the step was left meanwhile, and the slot
   * given back with it. @throws Failure
   */
  take: (sessionTypeId: string, start: number) => Promise<Hold | null>;
  /** Books what is kept: meanwhile, and where no answer comes, it is not given back. @throws what `book` does */
  use: <T>(book: () => Promise<T>) => Promise<T>;
  /** It is over, or has become a booking. */
  forget: () => void;
}

/**
 * The one slot that is kept for this visitor while they fill in who they are. Whoever goes back or leaves the page
 * gives it back at once, so that another can have it; after a reload it is asked for anew.
 * @param step the step that is shown; a slot is kept for `details`
 */
export function useHold(api: BookingApi, slug: string, step: 'type' | 'time' | 'details'): HoldControl {
  const [kept, setKept] = useState(() => readHold(slug));
  /** The same, for what is answered when other things are shown. */
  const latest = useRef(kept);
  const isUsed = useRef(false);
  const visit = useVisit(step);
  /** Slots are taken one after another: each takes the place of the one before. */
  const taking = useRef<Promise<unknown>>(Promise.resolve());
  const isWanted = step === 'details';
  const put = useCallback(
    (next: Hold | null) => {
      latest.current = next;
      if (next) storeHold(slug, next);
      else clearHold(slug);
      setKept(next);
    },
    [slug],
  );
  const forget = useCallback(() => put(null), [put]);
  const giveBack = useCallback(() => {
    const hold = latest.current;
    if (!hold || isGiven(hold) || isUsed.current) return;
    api.release(hold.token);
    put({ ...hold, givenAt: Date.now() });
  }, [api, put]);
  const take = useCallback(
    (sessionTypeId: string, start: number) => {
      const asked = visit.current;
      const takeNow = async () => {
        if (visit.current !== asked) return null;
        const before = latest.current;
        if (before && isStill(before, sessionTypeId, start)) return before;
        const wish = { sessionTypeId, start, ...(before && { instead: before.token }) };
        const taken = toHold(await api.hold(wish), sessionTypeId, Date.now());
        isUsed.current = false;
        put(taken);
        if (visit.current === asked) return taken;
        giveBack();
        return null;
      };
      const taken = taking.current.then(takeNow);
      taking.current = taken.catch(() => {});
      return taken;
    },
    [api, visit, put, giveBack],
  );
  const use = useCallback(
    async <T>(book: () => Promise<T>) => {
      const asked = visit.current;
      isUsed.current = true;
      return book().catch((error: unknown) => {
        // Without an answer it may be booked: then the same token leads to the booking.
        isUsed.current = isFailure(error, 'network') || isFailure(error, 'unavailable');
        if (visit.current !== asked) giveBack();
        throw error;
      });
    },
    [visit, giveBack],
  );
  // A browser may keep the page as it was, and show it again.
  const takeAgain = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && isWanted && kept && isGiven(kept)) take(kept.sessionTypeId, kept.slot.start).catch(() => {});
  });
  useEffect(() => (isWanted ? giveBack : undefined), [isWanted, giveBack]);
  useEffect(() => {
    const come = (event: PageTransitionEvent) => takeAgain(event);
    window.addEventListener('pagehide', giveBack);
    window.addEventListener('pageshow', come);
    return () => {
      window.removeEventListener('pagehide', giveBack);
      window.removeEventListener('pageshow', come);
    };
  }, [giveBack]);
  const given = kept && isGiven(kept) ? kept : null;
  return { hold: given ? null : kept, given, take, use, forget };
}

/** Counts the steps that were gone to: whether the one that asked for something is still shown. */
function useVisit(step: string): { readonly current: number } {
  const visit = useRef(0);
  const shown = useRef(step);
  // Before the effects of the step itself, which may ask at once.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    visit.current += 1;
  }, [step]);
  return visit;
}

const isGiven = ({ givenAt }: Hold) => givenAt !== undefined;

/** Whether the slot that is asked for is kept already: after a lost answer, it may even be booked. */
function isStill(hold: Hold, sessionTypeId: string, start: number): boolean {
  return !isGiven(hold) && hold.sessionTypeId === sessionTypeId && hold.slot.start === start && hold.until > Date.now();
}
