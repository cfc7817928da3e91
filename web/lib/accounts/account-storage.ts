import { Zero } from '@rocicorp/zero';
import { z } from 'zod';
import { account as accountSchema, type Account } from '#core/domain/accounts.ts';
import { schema } from '#core/zero/schema.ts';
import { readStored, removeStored, removeStoredWhere, writeStored } from '../browser/storage.ts';
import { accountDraftPrefix } from '../forms/draft-storage.ts';

/** Spec §3: the selected account, with its id, is kept under this key. */
const ACCOUNT_STORAGE_KEY = 'account-storage';

const stored = z.object({ userId: z.string(), account: accountSchema });

/** What this window was on before it was loaded anew, then what any window chose last. */
const SCOPES = ['window', 'browser'] as const;

/** The kept account of this person; somebody else's is not touched. */
export function storedAccount(userId: string | undefined): Account | null {
  for (const place of SCOPES) {
    const kept = stored.safeParse(readStored(ACCOUNT_STORAGE_KEY, place));
    if (kept.success && kept.data.userId === userId) return kept.data.account;
  }
  return null;
}

export function storeAccount(kept: { userId: string; account: Account }): void {
  for (const place of SCOPES) writeStored(ACCOUNT_STORAGE_KEY, kept, place);
}

/** This window's own: another window may be on another studio. */
export function clearWindowAccount(): void {
  removeStored(ACCOUNT_STORAGE_KEY, 'window');
}

/** Of whoever it is. */
export function clearStoredAccount(): void {
  for (const place of SCOPES) removeStored(ACCOUNT_STORAGE_KEY, place);
}

/**
 * Deletes what this device holds of a studio that a person does not belong to any more: its replica and unsent forms.
 * A replica's name follows from person and account alone, so one that connects nowhere finds it.
 */
export async function clearAccountData(userId: string, accountId: string): Promise<void> {
  const drafts = accountDraftPrefix(userId, accountId);
  removeStoredWhere((key) => key.startsWith(drafts));
  const nowhere = { cacheURL: null, context: undefined };
  await new Zero({ schema, userID: userId, storageKey: accountId, ...nowhere }).delete();
}
