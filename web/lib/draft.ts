import { useCallback, useEffect, useState } from 'react';
import { useAuth } from './auth-session.tsx';
import { accountDraftPrefix } from './draft-keys.ts';
import { readStored, removeStored, writeStored } from './storage.ts';
import { useStudioId } from './store.tsx';

/**
 * Before the names of what the person who is signed in has not sent, in the studio that is open. With another person or
 * studio every form is made anew, so that it stays the same for as long as a form is there.
 */
export function useDraftPrefix(): string {
  const { session } = useAuth();
  return accountDraftPrefix(session?.user.id, useStudioId());
}

/**
 * What a person typed and has not sent, kept over reloads, crashes and lost connections.
 * @param key names the form and what it is about, such as `customer-notes:{customerId}`.
 * @param empty what the form starts with; not kept.
 */
export function useDraft<T extends object>(key: string, empty: T) {
  const storageKey = useDraftPrefix() + key;
  const [initial] = useState<T>(() => ({ ...empty, ...(readStored(storageKey) as Partial<T> | null) }));
  const keep = useCallback((value: T) => writeStored(storageKey, value), [storageKey]);
  const forget = useCallback(() => removeStored(storageKey), [storageKey]);
  /** As it is kept by now, maybe by a form that is gone from the screen. */
  const read = useCallback(() => readStored(storageKey) as Partial<T> | null, [storageKey]);
  return { initial, keep, forget, read };
}

/** Keeps a form's values as its draft while `dirty`. */
export function useSaveDraft<T extends object>(draft: { keep: (value: T) => void }, values: T, dirty: boolean): void {
  const { keep } = draft;
  useEffect(() => {
    if (dirty) keep(values);
  }, [keep, values, dirty]);
}
