import { useCallback, useEffect, useState } from 'react';
import { useAuth } from '../auth/auth-session.tsx';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';
import { useStudioId } from '../sync/store.tsx';

/*
 * Where this device keeps drafts of unsent forms: `draft:{userId}:{accountId}:{name}`, with `-` for what belongs to no
 * studio. Several people may use one browser, and nobody comes upon another's words.
 */
const PREFIX = 'draft:';
const NONE = '-';

/** Before the keys of all that a person has not sent. */
export const userDraftPrefix = (userId: string) => `${PREFIX}${userId}:`;

/** The same in one studio, or outside of every studio. */
export const accountDraftPrefix = (userId: string | undefined, accountId: string | null) =>
  `${userDraftPrefix(userId ?? NONE)}${accountId ?? NONE}:`;

/** As they were kept once, when nobody wrote down whose they are. */
export const isLegacyDraft = (key: string) =>
  key.startsWith(PREFIX) && !/^[\da-f-]{36}:/.test(key.slice(PREFIX.length));

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
