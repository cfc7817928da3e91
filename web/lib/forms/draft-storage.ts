import { useCallback, useEffect, useState } from 'react';
import { useAuth } from '../auth/auth-session.tsx';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';
import { useStudioId } from '../sync/store.tsx';

/*
 * Storage keys of drafts: `draft:{userId}:{accountId}:{name}`, with `-` instead of the account outside of studios.
 * Several people may use one browser and must not see each other's drafts.
 */
const PREFIX = 'draft:';
const NONE = '-';

/** Prefix of all drafts of a person. */
export const userDraftPrefix = (userId: string) => `${PREFIX}${userId}:`;

/** Prefix of a person's drafts in one studio, or outside of studios. */
export const accountDraftPrefix = (userId: string | undefined, accountId: string | null) =>
  `${userDraftPrefix(userId ?? NONE)}${accountId ?? NONE}:`;

/** True for a key of an earlier version, without a user id. */
export const isLegacyDraft = (key: string) =>
  key.startsWith(PREFIX) && !/^[\da-f-]{36}:/.test(key.slice(PREFIX.length));

/**
 * Returns the prefix of the signed-in person's drafts in the open studio. Forms remount for another person or studio,
 * so it is constant during a form's life.
 */
export function useDraftPrefix(): string {
  const { session } = useAuth();
  return accountDraftPrefix(session?.user.id, useStudioId());
}

/**
 * A draft that survives reloads, crashes and lost connections.
 * @param key form and record, such as `customer-notes:{customerId}`
 * @param empty initial values of the form; not stored
 */
export function useDraft<T extends object>(key: string, empty: T) {
  const storageKey = useDraftPrefix() + key;
  const [initial] = useState<T>(() => ({ ...empty, ...(readStored(storageKey) as Partial<T> | null) }));
  const keep = useCallback((value: T) => writeStored(storageKey, value), [storageKey]);
  const forget = useCallback(() => removeStored(storageKey), [storageKey]);
  /** Reads the draft as stored now, maybe by a form that is unmounted. */
  const read = useCallback(() => readStored(storageKey) as Partial<T> | null, [storageKey]);
  return { initial, keep, forget, read };
}

/** Stores a form's values as its draft while `dirty`. */
export function useSaveDraft<T extends object>(draft: { keep: (value: T) => void }, values: T, dirty: boolean): void {
  const { keep } = draft;
  useEffect(() => {
    if (dirty) keep(values);
  }, [keep, values, dirty]);
}
