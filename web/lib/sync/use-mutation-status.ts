import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useId, useSyncExternalStore } from 'react';
import { queries } from '#core/zero/queries.ts';
import { useStore } from './store.tsx';

/** What this page has sent and nobody has answered: how much of it, by the draft that it was sent from. */
const unanswered = new Map<string, number>();
/** Drafts that this page has sent and whose answer was cut off: Zero sends them again, and tells nobody how it went. */
const cut = new Set<string>();
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
 * Whether what is stored is the server's word, for a form whose draft may have been sent before: by another part of
 * this page, or by one that was closed before the answer.
 * @param draftKey null where nothing is kept
 */
export function useMutationStatus(draftKey: string | null) {
  const here = useId();
  const key = draftKey ?? here;
  const { status } = useStore();
  // Any query that is always asked: it is complete once the first news since the page was opened is here.
  const [, { type }] = useQuery(queries.accounts.current());
  const isPending = useSyncExternalStore(listen, () => (unanswered.get(key) ?? 0) > 0);
  const isCut = useSyncExternalStore(listen, () => cut.has(key));
  return {
    /** This page has sent it, and has no answer yet: what is stored is its own, and may be taken back. */
    isAwaited: isPending,
    /**
     * What is stored is what the server has. Not so of what was cut off, until another answer or the next page: a
     * connection that is back stands before its news, and the query of before is complete all along.
     */
    isConfirmed: !isPending && !isCut && status === 'connected' && type === 'complete',
    /** `answer` never fails: Zero's promises tell of failures as values. */
    trackResult: useCallback(
      (answer: Promise<unknown>) => {
        count(key, 1);
        void answer.then((said) => (isAnswered(said) ? cut.delete(key) : cut.add(key))).finally(() => count(key, -1));
      },
      [key],
    ),
  };
}

/** Taken or refused; an error that is not the application's own says neither. */
function isAnswered(answer: unknown): boolean {
  return (answer as { type: string }).type !== 'error' || isRejection(answer);
}

/** Only the application's own refusal is definite: anything else is sent again after the next connection. */
export function isRejection(answer: unknown): boolean {
  const { type, error } = answer as { type: string; error?: { type: string } };
  return type === 'error' && error?.type === 'app';
}
