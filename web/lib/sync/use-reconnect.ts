import { useEffect, useRef } from 'react';
import { MINUTE_MS } from '#core/domain/durations.ts';

/** Delays before reconnecting after a failure, in milliseconds; the last one repeats. */
const PAUSES_MS = [500, 2000, 10_000, MINUTE_MS] as const;

/**
 * Reconnects after the store gave up. Zero 1.9 treats every unexpected response of the server as final, even temporary
 * ones: a zero-cache that is processing a page's queries when the socket breaks rejects the next socket once ("no
 * validated connection is available").
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
