import { dropAllDatabases } from '@rocicorp/zero';
import { useZero } from '@rocicorp/zero/react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useUploads } from '#web/features/uploads/uploads-provider.tsx';
import { clearStoredAccount, recentRecordsKey } from '#web/lib/accounts/account-storage.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { removeStored, removeStoredWhere } from '#web/lib/browser/storage.ts';
import { userDraftPrefix } from '#web/lib/forms/draft-storage.ts';
import { IMAGE_TOKEN_ACCOUNT_KEY } from '#web/lib/photo-grid/token-renewal.ts';
import { syncGroupsKey } from '#web/lib/sync/sync-group.ts';
import { useHasPendingMutations } from '#web/lib/sync/mutation-status.ts';
import { useStore } from '#web/lib/sync/store.tsx';
import { useOnline } from '#web/lib/sync/use-online.ts';

/** Signs out and deletes the account data of this device: replica, drafts, recent records, selected account. */
export function useSignOut(): () => Promise<void> {
  const zero = useZero();
  const signOut = useSignOutWithoutAccount();
  return useCallback(async () => {
    await zero.delete();
    await signOut();
  }, [zero, signOut]);
}

/**
 * Signs out and deletes the account data where no studio is open.
 * @param userId whose drafts are deleted, if the session may have ended; by default the session's
 */
export function useSignOutWithoutAccount(userId?: string): () => Promise<void> {
  const { session, signOut } = useAuth();
  const owner = userId ?? session?.user.id;
  return useCallback(async () => {
    // The other accounts of the same person have replicas of their own.
    await dropAllDatabases();
    clearStoredAccount();
    removeStored(IMAGE_TOKEN_ACCOUNT_KEY);
    clearPersonalData(owner);
    // Last: it unmounts this screen.
    await signOut();
    // Cleared after the forms are unmounted: mounted forms would store their drafts again.
    clearPersonalData(owner);
  }, [owner, signOut]);
}

/** Deletes this person's drafts and recent records in every studio; those of other people stay. */
function clearPersonalData(userId: string | undefined): void {
  if (!userId) return;
  const prefixes = [userDraftPrefix(userId), recentRecordsKey(userId), syncGroupsKey(userId)];
  removeStoredWhere((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}

/**
 * Asks for confirmation before leaving a studio cancels uploads, or signing out deletes changes that the server does
 * not have yet. While only results are awaited, the question answers itself with the last one.
 * @returns `leave` runs the action immediately or after confirmation; `dialog` is the question, to be rendered
 */
export function useConfirmLeave({ signsOut = false } = {}): { leave: (act: () => void) => void; dialog: ReactNode } {
  const { t } = useTranslation('app');
  const { unfinished } = useUploads().summary;
  const changes = useUnsavedChanges();
  const loses = signsOut && changes !== 'none';
  const [asked, setAsked] = useState<{ act: () => void; isAwaiting: boolean } | null>(null);
  const leave = (act: () => void) => {
    if (unfinished > 0 || loses) setAsked({ act, isAwaiting: unfinished === 0 && changes === 'awaited' });
    else act();
  };
  const [answered, setAnswered] = useState<(() => void) | null>(null);
  if (asked?.isAwaiting && changes !== 'awaited') {
    // After a lost connection nothing tells when the changes have been sent again.
    setAsked(changes === 'none' ? null : { ...asked, isAwaiting: false });
    if (changes === 'none') setAnswered(() => asked.act);
  }
  useEffect(() => answered?.(), [answered]);
  const lossText = t(asked?.isAwaiting ? 'leave.unsentWaiting' : 'leave.unsentText');
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && setAsked(null)}
      title={unfinished > 0 ? t('leave.title', { count: unfinished }) : t('leave.unsentTitle')}
      description={[unfinished > 0 && t('leave.text'), loses && lossText].filter(Boolean).join(' ')}
      confirmLabel={signsOut ? t('leave.signOut') : t('leave.act')}
      onConfirm={() => {
        setAsked(null);
        asked?.act();
      }}
    />
  );
  return { leave, dialog };
}

/**
 * Tells whether this device may have changes that the server does not have: `awaited` if the results of all of them are
 * on their way, `unknown` if some may not have been sent, including those of an earlier offline visit.
 */
function useUnsavedChanges(): 'none' | 'awaited' | 'unknown' {
  const { status } = useStore();
  const online = useOnline();
  const isConnected = status === 'connected';
  const hasPending = useHasPendingMutations(useAccount().id, isConnected);
  if (!online || status === 'disconnected' || status === 'error') return 'unknown';
  if (!hasPending) return 'none';
  return isConnected ? 'awaited' : 'unknown';
}
