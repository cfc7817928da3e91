import { Zero } from '@rocicorp/zero';
import { z } from 'zod';
import { account as accountSchema, type Account } from '#core/domain/studio/accounts.ts';
import { schema } from '#core/zero/schema.ts';
import { readStored, removeStored, removeStoredWhere, writeStored } from '../browser/storage.ts';
import { accountDraftPrefix } from '../forms/draft-storage.ts';
import { replicaKeys, syncGroupsKey } from '../sync/sync-group.ts';

/** Storage key of the selected account with its id. */
const ACCOUNT_STORAGE_KEY = 'account-storage';

/** Storage key of the records that a person opened last in a studio; without `accountId` the prefix of all studios. */
export const recentRecordsKey = (userId: string, accountId = '') => `recent-records:${userId}:${accountId}`;

const stored = z.object({ userId: z.string(), account: accountSchema });

/** This window's own selection first, which survives a reload, then the latest of any window. */
const SCOPES = ['window', 'browser'] as const;

/** Returns this person's stored account, in any window's storage; null if another person's is stored. */
export function storedAccount(userId: string | undefined): Account | null {
  for (const scope of SCOPES) {
    const kept = stored.safeParse(readStored(ACCOUNT_STORAGE_KEY, scope));
    if (kept.success && kept.data.userId === userId) return kept.data.account;
  }
  return null;
}

export function storeAccount(kept: { userId: string; account: Account }): void {
  for (const scope of SCOPES) writeStored(ACCOUNT_STORAGE_KEY, kept, scope);
}

/** Clears this window's selection only: another window may have another account open. */
export function clearWindowAccount(): void {
  removeStored(ACCOUNT_STORAGE_KEY, 'window');
}

/** Clears the stored account of any person. */
export function clearStoredAccount(): void {
  for (const scope of SCOPES) removeStored(ACCOUNT_STORAGE_KEY, scope);
}

/**
 * Deletes the local data of an account that the person has left: its replica, drafts
 * and recent records. The name of a replica depends on person, account and group only, so a client without a server
 * can delete it.
 */
export async function clearAccountData(userId: string, accountId: string): Promise<void> {
  const drafts = accountDraftPrefix(userId, accountId);
  removeStoredWhere((key) => key.startsWith(drafts));
  removeStored(recentRecordsKey(userId, accountId));
  const nowhere = { cacheURL: null, context: undefined };
  const keys = replicaKeys(userId, accountId);
  removeStored(syncGroupsKey(userId, accountId));
  for (const storageKey of keys) await new Zero({ schema, userID: userId, storageKey, ...nowhere }).delete();
}
