import { dropAllDatabases } from '@rocicorp/zero';
import { useZero } from '@rocicorp/zero/react';
import { useCallback } from 'react';
import { forgetStoredAccount } from '#web/lib/stored-account.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { draftsOf } from '#web/lib/draft-keys.ts';
import { IMAGE_TOKEN_ACCOUNT_KEY } from '#web/lib/image-token.tsx';
import { removeStored, removeStoredWhere } from '#web/lib/storage.ts';

/** Signs out here, and leaves nothing of the studio on this device: replica, drafts, selected account. */
export function useSignOut(): () => Promise<void> {
  const zero = useZero();
  const signOut = useSignOutOutside();
  return useCallback(async () => {
    await zero.delete();
    await signOut();
  }, [zero, signOut]);
}

/** The same where no studio is open. */
export function useSignOutOutside(): () => Promise<void> {
  const { session, signOut } = useAuth();
  const userId = session?.user.id;
  return useCallback(async () => {
    // Other accounts of the same person have replicas of their own.
    await dropAllDatabases();
    forgetStoredAccount();
    removeStored(IMAGE_TOKEN_ACCOUNT_KEY);
    forgetDrafts(userId);
    // Last: it takes this screen away.
    await signOut();
    // Until then forms stood there and kept what was in them.
    forgetDrafts(userId);
  }, [userId, signOut]);
}

/** This person's, in whatever studio: somebody else's wait for their return. */
function forgetDrafts(userId: string | undefined): void {
  if (userId) removeStoredWhere((key) => key.startsWith(draftsOf(userId)));
}
