import { useSyncExternalStore } from 'react';

/** What the server said of a mutation; `zero` is no word of its own: the mutation is sent again. */
type Answer = Promise<{ type: string; error?: { type: string } }>;

let awaited = 0;
/** Studios with mutations that were cut short: they are in the studio's replica, and go out with its next connection. */
const cut = new Set<string>();
const listeners = new Set<() => void>();

/** Counts a change that stands on this device until the server has taken or refused it. */
export function trackMutation(studioId: string, answer: Answer): void {
  change(1);
  void answer.then(
    ({ type, error }) => {
      // A studio's mutations are carried out in their order: what is answered came after what was cut short.
      if (type !== 'error' || error?.type === 'app') cut.delete(studioId);
      else cut.add(studioId);
      change(-1);
    },
    () => {
      cut.add(studioId);
      change(-1);
    },
  );
}

/**
 * Whether there are changes that the server may not have: whoever deletes the replicas deletes them.
 * @param studioId whose store is open
 * @param isConnected it is connected, and sends what was cut short of that studio
 */
export function useHasPendingMutations(studioId: string, isConnected: boolean): boolean {
  return useSyncExternalStore(subscribe, () => hasPendingMutations(studioId, isConnected));
}

/** See `useUnsentActs`. */
export function hasPendingMutations(studioId: string, isConnected: boolean): boolean {
  return awaited > 0 || [...cut].some((id) => id !== studioId || !isConnected);
}

function change(by: 1 | -1): void {
  awaited += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
