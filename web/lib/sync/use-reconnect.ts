import { useEffect, useRef } from 'react';

/** Delays before reconnecting after a failure, in milliseconds; the last one, of spec §4, repeats. */
const PAUSES_MS = [500, 2000, 5000] as const;

/** Returns the delay before an attempt to reconnect, in milliseconds. */
export const reconnectPause = (attempts: number): number => PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)]!;

/**
 * Reconnects after the store gave up. Zero 1.9 treats every unexpected response of the server as final, even temporary
 * ones: a zero-cache that is processing a page's queries when the socket breaks rejects the next socket once ("no
 * validated connection is available"). Zero itself obeys the bounds that a busy server gives.
 */
export function useReconnect(failed: boolean, connected: boolean, reconnect: () => void): void {
  const attempts = useRef(0);
  useEffect(() => {
    if (connected) attempts.current = 0;
  }, [connected]);
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => {
      attempts.current++;
      reconnect();
    }, reconnectPause(attempts.current));
    return () => clearTimeout(timer);
  }, [failed, reconnect]);
}
