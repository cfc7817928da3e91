import { useState } from 'react';
import { useAccounts } from '#web/lib/accounts.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';

/** Says yes or no to an invitation. Whoever has joined is in the new studio at once, without a reload. */
export function useJoin(inviteId: string) {
  const api = useApi();
  const { put, reload } = useAccounts();
  const [busy, setBusy] = useState<'join' | 'decline' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const answer = async (kind: 'join' | 'decline', request: () => Promise<void>): Promise<boolean> => {
    setBusy(kind);
    setFailure(null);
    try {
      await request();
      return true;
    } catch (error) {
      setFailure(errorCode(error));
      return false;
    } finally {
      setBusy(null);
    }
  };
  const join = () =>
    answer('join', async () => {
      put(await api.me.acceptInvite({ params: { inviteId } }));
      // A list that is on its way may not know the studio yet.
      reload();
    });
  const decline = () =>
    answer('decline', async () => {
      await api.me.declineInvite({ params: { inviteId } });
    });
  return { join, decline, busy, failure };
}
