import { useEffect, useRef } from 'react';

/** Pauses before connecting again after a failure, in milliseconds; the last one repeats. */
const PAUSES_MS = [500, 2000, 10_000, 60_000] as const;

/**
 * Connects again by itself after the store gave up. Zero 1.9 takes every unexpected answer of the server for final, also
 * those that pass: a zero-cache that is at work on a page's queries when its socket breaks refuses the next socket once
 * ("no validated connection is available"). Nobody should have to press a button for that.
 */
export function useReconnect(failed: boolean, connected: boolean, reconnect: () => void): void {
  const attempts = useRef(0);
  useEffect(() => {
    if (connected) attempts.current = 0;
  }, [connected]);
  useEffect(() => {
    if (!failed) return;
    const pause = PAUSES_MS[Math.min(attempts.current, PAUSES_MS.length - 1)];
    const timer = setTimeout(() => {
      attempts.current++;
      reconnect();
    }, pause);
    return () => clearTimeout(timer);
  }, [failed, reconnect]);
}
