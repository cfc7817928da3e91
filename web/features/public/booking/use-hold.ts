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
  /** The server holds the slot longer: its payment is open. */
  extend: (until: number) => void;
  /** Drops the hold: it has expired or has become a booking. */
  forget: () => void;
}

/**
 * Holds one slot while the visitor enters their details. Releases it immediately on Back or page leave, so that another
 * visitor can book it. Requests it again after a reload.
 * @param step the step that is shown; a slot is held during `details`
 */
export function useHold(api: BookingApi, slug: string, step: 'type' | 'time' | 'details'): HoldControl {
  const [storedHold, setStoredHold] = useState(() => readHold(slug));
  /** Same value as a ref, for callbacks that run after a later render. */
  const latest = useRef(storedHold);
  const isUsed = useRef(false);
  const visit = useVisit(step);
  /** Serializes the requests: each hold replaces the previous one. */
  const taking = useRef<Promise<unknown>>(Promise.resolve());
  const isWanted = step === 'details';
  const updateHold = useCallback(
    (next: Hold | null) => {
      latest.current = next;
      if (next) storeHold(slug, next);
      else clearHold(slug);
      setStoredHold(next);
    },
    [slug],
  );
  const extend = useCallback(
    (until: number) => {
      if (latest.current) updateHold({ ...latest.current, until: Math.max(latest.current.until, until) });
    },
    [updateHold],
  );
  const forget = useCallback(() => updateHold(null), [updateHold]);
  const releaseHold = useCallback(() => {
    const hold = latest.current;
    if (!hold || isReleased(hold) || isUsed.current) return;
    api.release(hold.token);
    updateHold({ ...hold, givenAt: Date.now() });
  }, [api, updateHold]);
  const take = useCallback(
    (sessionTypeId: string, start: number) => {
      const visitAtStart = visit.current;
      const takeNow = async () => {
        if (visit.current !== visitAtStart) return null;
        const before = latest.current;
        if (before && isSameHold(before, sessionTypeId, start)) return before;
        const request = { sessionTypeId, start, ...(before && { instead: before.token }) };
        const newHold = toHold(await api.hold(request), sessionTypeId, Date.now());
        isUsed.current = false;
        updateHold(newHold);
        if (visit.current === visitAtStart) return newHold;
        releaseHold();
        return null;
      };
      const result = taking.current.then(takeNow);
      taking.current = result.catch(() => {});
      return result;
    },
    [api, visit, updateHold, releaseHold],
  );
  const use = useCallback(
    async <T>(book: () => Promise<T>) => {
      const visitAtStart = visit.current;
      isUsed.current = true;
      return book().catch((error: unknown) => {
        // Without an answer the slot may be booked: keep the hold, its token finds the booking.
        isUsed.current = isFailure(error, 'network') || isFailure(error, 'unavailable');
        if (visit.current !== visitAtStart) releaseHold();
        throw error;
      });
    },
    [visit, releaseHold],
  );
  // The browser may restore the page from the back/forward cache.
  const holdAgain = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    // It was booked meanwhile: the payment's page has cleared it.
    if (persisted && storedHold && !readHold(slug)) return forget();
    if (persisted && isWanted && storedHold && isReleased(storedHold))
      take(storedHold.sessionTypeId, storedHold.slot.start).catch(() => {});
  });
  useEffect(() => (isWanted ? releaseHold : undefined), [isWanted, releaseHold]);
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => holdAgain(event);
    window.addEventListener('pagehide', releaseHold);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      window.removeEventListener('pagehide', releaseHold);
      window.removeEventListener('pageshow', onPageShow);
    };
  }, [releaseHold]);
  const released = storedHold && isReleased(storedHold) ? storedHold : null;
  return { hold: released ? null : storedHold, given: released, take, use, extend, forget };
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

const isReleased = ({ givenAt }: Hold) => givenAt !== undefined;

/** Returns true if the requested slot is already held. After a lost answer it may even be booked. */
function isSameHold(hold: Hold, sessionTypeId: string, start: number): boolean {
  return (
    !isReleased(hold) && hold.sessionTypeId === sessionTypeId && hold.slot.start === start && hold.until > Date.now()
  );
}
