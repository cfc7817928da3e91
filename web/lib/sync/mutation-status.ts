import { useCallback, useId, useSyncExternalStore } from 'react';
import { useIsSynced, useStudioId } from './store.tsx';

/**
 * Result of a mutation. Only errors of the application reject it; `code` is their `errors:` code, `reference` what a person may
 * quote after an unexpected one, `byMail` true if only a mailed code counts as a recent sign-in. After other errors it
 * is interrupted: Zero sends it again with its next connection, silently.
 */
export type MutationOutcome =
  | { state: 'confirmed' }
  | { state: 'rejected'; code: string; reference?: string; byMail?: true }
  | { state: 'interrupted' };

/** Number of mutations without a result, by studio and by draft. */
const pending = new Map<string, number>();
/** Studios whose latest result is an interruption: the mutations are in the studio's replica and are sent again. */
const interruptedStudios = new Set<string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changeCount(key: string, by: 1 | -1): void {
  const count = (pending.get(key) ?? 0) + by;
  if (count > 0) pending.set(key, count);
  else pending.delete(key);
  for (const listener of listeners) listener();
}

/** Counts a mutation of a studio as pending until its result. Mutations of a studio run in order. */
export function trackMutation(studioId: string, outcome: Promise<MutationOutcome>): void {
  void outcome.then(({ state }) => {
    if (state === 'interrupted') interruptedStudios.add(studioId);
    // A result means that the earlier mutations are done too.
    else interruptedStudios.delete(studioId);
  });
  trackDraft(studioId, outcome);
}

function trackDraft(key: string, outcome: Promise<MutationOutcome>): void {
  changeCount(key, 1);
  void outcome.then(() => changeCount(key, -1));
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
  return pending.size > 0 || [...interruptedStudios].some((id) => id !== studioId || !isConnected);
}

/**
 * Tells whether the stored values are confirmed by the server, for a form whose draft may have been submitted by
 * another component of this page, or by a page that closed before the result.
 * @param draftKey null without a stored draft
 */
export function useMutationStatus(draftKey: string | null) {
  const fallbackKey = useId();
  const key = draftKey ?? fallbackKey;
  const studioId = useStudioId();
  const isSynced = useIsSynced();
  const isPending = useSyncExternalStore(subscribe, () => pending.has(key));
  const isInterrupted = useSyncExternalStore(subscribe, () => interruptedStudios.has(studioId ?? ''));
  return {
    /** This page has submitted it without a result yet: the stored values are optimistic and may be reverted. */
    isAwaited: isPending,
    /**
     * The stored values are the server's. After a lost result this is false until another result or a reload: the first
     * sync of a new connection may be from before the mutation was sent again.
     */
    isConfirmed: !isPending && !isInterrupted && isSynced,
    trackResult: useCallback((outcome: Promise<MutationOutcome>) => trackDraft(key, outcome), [key]),
  };
}
