import { useCallback, useEffect, useState } from 'react';
import type { ResponseOf } from '#core/api/endpoint.ts';
import type { members } from '#core/api/members.ts';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';

export type InvitePreview = ResponseOf<typeof members.previewInvite>;
/** State of an invitation; `code` is a code of `errors:` if it cannot be shown. */
type InviteState = { state: 'loading' } | { state: 'open'; look: InvitePreview } | { state: 'failed'; code: string };

/** Loads the invitation of a mail's link, also without sign-in. */
export function useInvite(inviteId: string): { invite: InviteState; reload: () => void } {
  const api = useApi();
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<{ inviteId: string; invite: InviteState } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const setResult = (invite: InviteState) => isCurrent && setFound({ inviteId, invite });
    api.members.previewInvite({ body: { inviteId } }).then(
      (look) => setResult({ state: 'open', look }),
      (error: unknown) => setResult({ state: 'failed', code: errorCode(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, inviteId, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { invite: found?.inviteId === inviteId ? found.invite : { state: 'loading' }, reload };
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
