import { dropAllDatabases } from '@rocicorp/zero';
import { useZero } from '@rocicorp/zero/react';
import { useCallback } from 'react';
import { ACCOUNT_STORAGE_KEY } from '#web/lib/accounts.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import { DRAFT_PREFIX } from '#web/lib/draft.ts';
import { removeStored, removeStoredUnder } from '#web/lib/storage.ts';

/** Signs out here, and leaves nothing of the studio on this device: replica, drafts, selected account. */
export function useSignOut(): () => Promise<void> {
  const zero = useZero();
  const { client } = useAuth();
  return useCallback(async () => {
    await zero.delete();
    // Other accounts of the same person have replicas of their own.
    await dropAllDatabases();
    removeStored(ACCOUNT_STORAGE_KEY);
    removeStoredUnder(DRAFT_PREFIX);
    // Last: it takes this screen away. The client ignores 401, 403 and 404 here (spec §8).
    await client.signOut({ scope: 'local' });
  }, [zero, client]);
}
