import { useCallback, useEffect, useState } from 'react';
import type { ReceivedInvite } from '#core/api/me.ts';
import { useApi } from '#web/lib/api.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';

/** Open invitations to the signed-in person. None while they are not known: nothing waits for them. */
export function useOwnInvites(): { invites: readonly ReceivedInvite[]; refresh: () => void } {
  const api = useApi();
  const userId = useAuth().session?.user.id;
  const [found, setFound] = useState<{ userId: string; invites: readonly ReceivedInvite[] } | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!userId) return;
    let here = true;
    api.me.invites().then(
      (invites) => here && setFound({ userId, invites }),
      // Offline, or past its time: what was known of them stays.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [api, userId, attempt]);
  const refresh = useCallback(() => setAttempt((count) => count + 1), []);
  return { invites: found !== null && found.userId === userId ? found.invites : [], refresh };
}
