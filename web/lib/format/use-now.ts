import { useSyncExternalStore } from 'react';

const TICK_MS = 60_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Somebody may have looked away for hours.
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The time, epoch milliseconds, moving on once a minute: what is derived from the clock stays true on an open screen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
