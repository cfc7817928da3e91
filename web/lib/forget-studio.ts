import { Zero } from '@rocicorp/zero';
import { schema } from '#core/zero/schema.ts';
import { accountDraftPrefix } from './draft-keys.ts';
import { removeStoredWhere } from './storage.ts';

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
