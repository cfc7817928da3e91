import { useCallback, useState } from 'react';
import type { ResponseOf } from '#core/api/endpoint.ts';
import type { members } from '#core/api/members.ts';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';

export type InvitePreview = ResponseOf<typeof members.previewInvite>;
/** State of an invitation; `code` is a code of `errors:` if it cannot be shown. */
type InviteState = { state: 'loading' } | { state: 'open'; look: InvitePreview } | { state: 'failed'; code: string };

/** Loads the invitation of a mail's link, also without sign-in. */
export function useInvite(inviteId: string): { invite: InviteState; reload: () => void } {
  const api = useApi();
  const load = useCallback(
    async () => ({ inviteId, look: await api.members.previewInvite({ body: { inviteId } }) }),
    [api, inviteId],
  );
  const { data, failure, isLoading, reload } = useApiData(load);
  if (failure !== null && !isLoading) return { invite: { state: 'failed', code: failure }, reload };
  // The data of another invitation stay until this one's are loaded.
  if (data?.inviteId !== inviteId) return { invite: { state: 'loading' }, reload };
  return { invite: { state: 'open', look: data.look }, reload };
}

/** Accepts or declines an invitation. After joining, the new studio is open without a reload. */
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
      // A list requested earlier may lack the studio: reload it.
      reload();
    });
  const decline = () =>
    answer('decline', async () => {
      await api.me.declineInvite({ params: { inviteId } });
    });
  return { join, decline, busy, failure };
}
