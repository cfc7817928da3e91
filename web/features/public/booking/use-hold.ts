import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isFailure } from '../shell/failure.ts';
import type { BookingApi } from './booking-api.ts';
import { clearHold, type Hold, readHold, storeHold, toHold } from './booking-storage.ts';

export interface HoldControl {
  hold: Hold | null;
  /** The previous hold, already released. */
  given: Hold | null;
  /**
   * Holds a slot for this visitor and replaces the previous hold. Returns null if the visitor left the step meanwhile;
   * the slot is then released. @throws Failure
   */
  take: (sessionTypeId: string, start: number) => Promise<Hold | null>;
  /** Runs `book` and keeps the hold while it runs, and afterwards if no answer came. @throws errors of `book` */
  use: <T>(book: () => Promise<T>) => Promise<T>;
  /** Drops the hold: it has expired or has become a booking. */
  forget: () => void;
}

/**
 * Holds one slot while the visitor enters their details. Releases it at once on Back or page leave, so that another
 * visitor can book it. Requests it again after a reload.
 * @param step the step that is shown; a slot is held during `details`
 */
export function useHold(api: BookingApi, slug: string, step: 'type' | 'time' | 'details'): HoldControl {
  const [kept, setKept] = useState(() => readHold(slug));
  /** Same value as a ref, for callbacks that run after a later render. */
  const latest = useRef(kept);
  const isUsed = useRef(false);
  const visit = useVisit(step);
  /** Serializes the requests: each hold replaces the previous one. */
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
        // Without an answer the slot may be booked: keep the hold, its token leads to the booking.
        isUsed.current = isFailure(error, 'network') || isFailure(error, 'unavailable');
        if (visit.current !== asked) giveBack();
        throw error;
      });
    },
    [visit, giveBack],
  );
  // The browser may restore the page from the back/forward cache.
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

/** Counts navigations between steps, to tell whether the step that started a request is still shown. */
function useVisit(step: string): { readonly current: number } {
  const visit = useRef(0);
  const shown = useRef(step);
  // Run before the effects of the step itself, which may request a hold.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    visit.current += 1;
  }, [step]);
  return visit;
}

const isGiven = ({ givenAt }: Hold) => givenAt !== undefined;

/** Returns true if the requested slot is already held. After a lost answer it may even be booked. */
function isStill(hold: Hold, sessionTypeId: string, start: number): boolean {
  return !isGiven(hold) && hold.sessionTypeId === sessionTypeId && hold.slot.start === start && hold.until > Date.now();
}
