import { useCallback, useEffect, useState } from 'react';
import { readStored, removeStored, writeStored } from './storage.ts';

/** Drafts of unsent forms; sign-out removes them with everything else of this person. */
export const DRAFT_PREFIX = 'draft:';

/**
 * What a person typed and has not sent, kept over reloads, crashes and lost connections.
 * @param key names the form and what it is about, such as `gallery-new:{accountId}`.
 * @param empty what the form starts with; not kept.
 */
export function useDraft<T extends object>(key: string, empty: T) {
  const storageKey = DRAFT_PREFIX + key;
  const [initial] = useState<T>(() => ({ ...empty, ...(readStored(storageKey) as Partial<T> | null) }));
  const keep = useCallback((value: T) => writeStored(storageKey, value), [storageKey]);
  const forget = useCallback(() => removeStored(storageKey), [storageKey]);
  /** As it is kept by now, maybe by a form that is gone from the screen. */
  const read = useCallback(() => readStored(storageKey) as Partial<T> | null, [storageKey]);
  return { initial, keep, forget, read };
}

/** Keeps a form's values as its draft while `dirty`. */
export function useKeepDraft<T extends object>(draft: { keep: (value: T) => void }, values: T, dirty: boolean): void {
  const { keep } = draft;
  useEffect(() => {
    if (dirty) keep(values);
  }, [keep, values, dirty]);
}
