import type { AuthChangeEvent, User } from '@supabase/supabase-js';
import { useCallback, useEffect, useState } from 'react';
import { authErrorCode } from '#web/lib/auth/auth-client.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';

/** After these the person may have changed. The client also tells `SIGNED_IN` when the tab shows again. */
const TELLING: readonly AuthChangeEvent[] = ['USER_UPDATED', 'MFA_CHALLENGE_VERIFIED', 'SIGNED_IN'];

export interface AuthUserState {
  /** With factors, identities and an address under change; the session's own copy is as old as its token. */
  user: User | null;
  /** Why it could not be read, as a code; null while it is being read or when it was. */
  failure: string | null;
  reload: () => void;
}

/** The signed-in person as the auth service knows them now. */
export function useAuthUser(): AuthUserState {
  const { client } = useAuth();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<AuthUserState, 'reload'>>({ user: null, failure: null });
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    const { data } = client.onAuthStateChange((event) => {
      // Only counted here: the client must not be called from inside its own events.
      if (TELLING.includes(event)) reload();
    });
    return () => data.subscription.unsubscribe();
  }, [client, reload]);

  useEffect(() => {
    let here = true;
    void client.getUser().then(({ data, error }) => {
      if (!here) return;
      setState((before) => ({ user: data.user ?? before.user, failure: error && authErrorCode(error) }));
    });
    return () => {
      here = false;
    };
  }, [client, attempt]);

  return { ...state, reload };
}
