import { isAuthApiError, type SupabaseClient } from '@supabase/supabase-js';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import type { AuthClient } from './auth-client.ts';
import type { AuthRedirect } from './auth-redirect.ts';
import { initialState, requiresMfa, type SessionState, subscribeAuth } from './auth-state.ts';

interface AuthState extends SessionState {
  client: AuthClient;
  /** Signed in, and a second factor's code is owed before anything else. */
  mfaRequired: boolean;
  /** Signs out here; the other windows of this browser follow. The client ignores 401, 403 and 404 (spec §8). */
  signOut: () => Promise<void>;
  /** Fetches the session anew; one that the service has ended is given up here too. */
  renew: () => Promise<void>;
  /** What failed before this page was opened has been answered. */
  forgetFailure: () => void;
}

const AuthContext = createContext<AuthState | null>(null);

interface AuthProviderProps {
  client: SupabaseClient;
  /** What the page was opened with. */
  redirect: AuthRedirect;
  /** Where the client keeps its session. */
  sessionKey: string;
  children: ReactNode;
}

/** Follows the auth client's events; the client itself renews the session before it ends and when the tab shows. */
export function AuthProvider({ client: { auth }, redirect, sessionKey, children }: AuthProviderProps) {
  const [state, setState] = useState(() => initialState(redirect));
  const acts = useMemo(() => {
    const leaving = { now: false };
    return {
      follow: () =>
        subscribeAuth({ client: auth, redirect, sessionKey, isLeaving: () => leaving.now, change: setState }),
      signOut: async () => {
        leaving.now = true;
        await auth.signOut({ scope: 'local' });
        leaving.now = false;
      },
      renew: () => renewSession(auth),
      forgetFailure: () => setState((before) => ({ ...before, failure: null })),
    };
  }, [auth, redirect, sessionKey]);
  useEffect(() => acts.follow(), [acts]);
  const value = useMemo<AuthState>(() => {
    const { signOut, renew, forgetFailure } = acts;
    return { ...state, client: auth, mfaRequired: requiresMfa(state.session), signOut, renew, forgetFailure };
  }, [auth, acts, state]);
  return <AuthContext value={value}>{children}</AuthContext>;
}

export function useAuth(): AuthState {
  const state = use(AuthContext);
  if (!state) throw new Error('useAuth needs an AuthProvider above it');
  return state;
}

/**
 * Fetches the session anew. The client keeps one whose token has not run out, also when the service knows it no more;
 * whoever was just refused with that token has no use for it.
 */
export async function renewSession(client: AuthClient): Promise<void> {
  const { error } = await client.refreshSession();
  // 429 and 5xx pass; a network that is gone is no error of the API.
  if (error && isAuthApiError(error) && error.status < 429) await client.signOut({ scope: 'local' });
}

/**
 * What the API's refusal means for the session that the call was made with.
 * @param token of that call; a refusal that comes late says nothing of the session after it
 */
export async function handleApiRejection(client: AuthClient, code: string, token: string | null): Promise<void> {
  if (code !== 'session_ended' && code !== 'mfa_required') return;
  const { data } = await client.getSession();
  if (!token || data.session?.access_token !== token) return;
  if (code === 'session_ended') await client.signOut({ scope: 'local' });
  // The person's factors are new to this session: with them it knows that it owes a code.
  else await renewSession(client);
}
