import { dropAllDatabases } from '@rocicorp/zero';
import { useZero } from '@rocicorp/zero/react';
import { useCallback } from 'react';
import { clearStoredAccount } from '#web/lib/stored-account.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { userDraftPrefix } from '#web/lib/draft-keys.ts';
import { IMAGE_TOKEN_ACCOUNT_KEY } from '#web/lib/image-token.tsx';
import { removeStored, removeStoredWhere } from '#web/lib/storage.ts';

/** Signs out here, and leaves nothing of the studio on this device: replica, drafts, selected account. */
export function useSignOut(): () => Promise<void> {
  const zero = useZero();
  const signOut = useSignOutWithoutAccount();
  return useCallback(async () => {
    await zero.delete();
    await signOut();
  }, [zero, signOut]);
}

/** The same where no studio is open. */
export function useSignOutWithoutAccount(): () => Promise<void> {
  const { session, signOut } = useAuth();
  const userId = session?.user.id;
  return useCallback(async () => {
    // Other accounts of the same person have replicas of their own.
    await dropAllDatabases();
    clearStoredAccount();
    removeStored(IMAGE_TOKEN_ACCOUNT_KEY);
    clearDrafts(userId);
    // Last: it takes this screen away.
    await signOut();
    // Until then forms stood there and kept what was in them.
    clearDrafts(userId);
  }, [userId, signOut]);
}

/** This person's, in whatever studio: somebody else's wait for their return. */
function clearDrafts(userId: string | undefined): void {
  if (userId) removeStoredWhere((key) => key.startsWith(userDraftPrefix(userId)));
}
