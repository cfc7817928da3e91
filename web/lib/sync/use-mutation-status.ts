import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useId, useSyncExternalStore } from 'react';
import { queries } from '#core/zero/queries.ts';
import { useStore } from './store.tsx';

/** Pending mutations per draft key. */
const unanswered = new Map<string, number>();
/** Drafts whose result was lost; Zero resends them silently. */
const interrupted = new Set<string>();
const listeners = new Set<() => void>();

function count(key: string, by: 1 | -1): void {
  unanswered.set(key, (unanswered.get(key) ?? 0) + by);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Tells whether the stored values are confirmed by the server, for a form whose draft may have been submitted by
 * another component of this page, or by a page that closed before the result.
 * @param draftKey null without a stored draft
 */
export function useMutationStatus(draftKey: string | null) {
  const fallbackKey = useId();
  const key = draftKey ?? fallbackKey;
  const { status } = useStore();
  // A query that is always active: complete after the first sync of this page.
  const [, { type }] = useQuery(queries.accounts.current());
  const isPending = useSyncExternalStore(listen, () => (unanswered.get(key) ?? 0) > 0);
  const isInterrupted = useSyncExternalStore(listen, () => interrupted.has(key));
  return {
    /** This page has submitted it without a result yet: the stored values are optimistic and may be reverted. */
    isAwaited: isPending,
    /**
     * The stored values are the server's. After a lost result this is false until another result or a reload: a new
     * connection is up before its data arrives, and the earlier query result stays complete.
     */
    isConfirmed: !isPending && !isInterrupted && status === 'connected' && type === 'complete',
    /** `answer` never rejects: Zero's promises resolve with errors as values. */
    trackResult: useCallback(
      (answer: Promise<unknown>) => {
        count(key, 1);
        void answer
          .then((result) => (isAnswered(result) ? interrupted.delete(key) : interrupted.add(key)))
          .finally(() => count(key, -1));
      },
      [key],
    ),
  };
}

/** True if confirmed or rejected; other errors are not final. */
function isAnswered(answer: unknown): boolean {
  return (answer as { type: string }).type !== 'error' || isRejection(answer);
}

/** Only errors of the application are final; Zero sends the mutation again after other errors. */
export function isRejection(answer: unknown): boolean {
  const { type, error } = answer as { type: string; error?: { type: string } };
  return type === 'error' && error?.type === 'app';
}
