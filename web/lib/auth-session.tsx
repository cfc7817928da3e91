import type { SupabaseClient } from '@supabase/supabase-js';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { AuthSession } from './auth-client.ts';

interface AuthState {
  client: SupabaseClient['auth'];
  /** True until the first session has been read (spec §4). */
  loading: boolean;
  session: AuthSession | null;
  /** A recovery link was followed: the person is signed in and owes a new password. */
  recovering: boolean;
}

const AuthContext = createContext<AuthState | null>(null);

/** Follows the auth client's events; the client itself renews the session before it ends and when the tab shows. */
export function AuthProvider({ client, children }: { client: SupabaseClient; children: ReactNode }) {
  const [state, setState] = useState({ loading: true, session: null as AuthSession | null, recovering: false });
  useEffect(() => {
    const { data } = client.auth.onAuthStateChange((event, session) => {
      setState((before) => ({
        loading: false,
        // The same token again is the same session: screens below need not render anew.
        session: session?.access_token === before.session?.access_token ? before.session : session,
        recovering:
          event === 'PASSWORD_RECOVERY' || (before.recovering && event !== 'USER_UPDATED' && session !== null),
      }));
    });
    return () => data.subscription.unsubscribe();
  }, [client]);
  const value = useMemo(() => ({ client: client.auth, ...state }), [client, state]);
  return <AuthContext value={value}>{children}</AuthContext>;
}

export function useAuth(): AuthState {
  const state = use(AuthContext);
  if (!state) throw new Error('useAuth needs an AuthProvider above it');
  return state;
}
