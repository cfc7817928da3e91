import type { AuthChangeEvent, User } from '@supabase/auth-js';
import { useCallback, useEffect, useState } from 'react';
import { authErrorCode } from '#web/lib/auth/auth-client.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';

/** Events after which the user may have changed. The client also emits `SIGNED_IN` when the tab becomes visible. */
const TELLING: readonly AuthChangeEvent[] = ['USER_UPDATED', 'MFA_CHALLENGE_VERIFIED', 'SIGNED_IN'];

interface AuthUserState {
  /** User with factors, identities and a pending e-mail change; the copy in the session is as old as its token. */
  user: User | null;
  /** Error code of a failed load; null while loading and on success. */
  failure: string | null;
  reload: () => void;
}

/** Returns the signed-in user as the auth service has it now. */
export function useAuthUser(): AuthUserState {
  const { client } = useAuth();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<AuthUserState, 'reload'>>({ user: null, failure: null });
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    const { data } = client.onAuthStateChange((event) => {
      // Only trigger a reload: calling the client inside its own event handler deadlocks.
      if (TELLING.includes(event)) reload();
    });
    return () => data.subscription.unsubscribe();
  }, [client, reload]);

  useEffect(() => {
    let isCurrent = true;
    void client.getUser().then(({ data, error }) => {
      if (!isCurrent) return;
      setState((before) => ({ user: data.user ?? before.user, failure: error && authErrorCode(error) }));
    });
    return () => {
      isCurrent = false;
    };
  }, [client, attempt]);

  return { ...state, reload };
}
