import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '#core/domain/values/durations.ts';

const TICK_MS = MINUTE_MS;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Update immediately: the tab may have been hidden for hours.
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** On the server, too, which renders pages that name a month. */
const timeNow = () => now;

/**
 * Returns the time in epoch milliseconds, updated once a minute, so that values derived from the clock stay current.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, timeNow, timeNow);
}
