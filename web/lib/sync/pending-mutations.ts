import { useSyncExternalStore } from 'react';

/** Server result; `zero` errors are retried, not final. */
type Answer = Promise<{ type: string; error?: { type: string } }>;

let pending = 0;
/** Studios with interrupted mutations: they stay in the studio's replica and are sent with its next connection. */
const interruptedStudios = new Set<string>();
const listeners = new Set<() => void>();

/** Counts a mutation as pending until confirmed or rejected. */
export function trackMutation(studioId: string, answer: Answer): void {
  change(1);
  void answer.then(
    ({ type, error }) => {
      // Mutations of a studio run in order: a result means that the earlier ones are done too.
      if (type !== 'error' || error?.type === 'app') interruptedStudios.delete(studioId);
      else interruptedStudios.add(studioId);
      change(-1);
    },
    () => {
      interruptedStudios.add(studioId);
      change(-1);
    },
  );
}

/**
 * True if there may be changes that the server does not have; deleting the replicas would lose them.
 * @param studioId studio of the open store
 * @param isConnected true if that store is connected and resends interrupted mutations
 */
export function useHasPendingMutations(studioId: string, isConnected: boolean): boolean {
  return useSyncExternalStore(subscribe, () => hasPendingMutations(studioId, isConnected));
}

/** See `useHasPendingMutations`. */
export function hasPendingMutations(studioId: string, isConnected: boolean): boolean {
  return pending > 0 || [...interruptedStudios].some((id) => id !== studioId || !isConnected);
}

function change(by: 1 | -1): void {
  pending += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
