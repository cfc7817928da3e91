import { isAuthApiError } from '@supabase/auth-js';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { exclusively } from '../browser/exclusively.ts';
import type { AuthClient } from './auth-client.ts';
import type { AuthRedirect } from './auth-redirect.ts';
import { initialState, requiresMfa, type SessionState, subscribeAuth } from './auth-state.ts';

interface AuthState extends SessionState {
  client: AuthClient;
  /** True if the session needs an MFA code before anything else. */
  mfaRequired: boolean;
  /** Signs out on this device; other windows of the browser follow. The client ignores 401, 403 and 404. */
  signOut: () => Promise<void>;
  /** See `renewSession`. */
  renew: (refused?: string) => Promise<void>;
  /** Clears `failure` once the user has seen or resolved it. */
  forgetFailure: () => void;
}

const AuthContext = createContext<AuthState | null>(null);

interface AuthProviderProps {
  client: AuthClient;
  /** Auth parameters of the URL that opened the page. */
  redirect: AuthRedirect;
  /** Storage key of the client's session. */
  sessionKey: string;
  children: ReactNode;
}

/**
 * Provides the auth state from the client's events. The client itself renews the session before it expires and when the
 * tab becomes visible.
 */
export function AuthProvider({ client, redirect, sessionKey, children }: AuthProviderProps) {
  const [state, setState] = useState(() => initialState(redirect));
  const actions = useMemo(() => {
    const leaving = { now: false };
    return {
      follow: () => subscribeAuth({ client, redirect, sessionKey, isLeaving: () => leaving.now, change: setState }),
      signOut: async () => {
        leaving.now = true;
        await client.signOut({ scope: 'local' });
        leaving.now = false;
      },
      renew: (refused?: string) => renewSession(client, refused),
      forgetFailure: () => setState((before) => ({ ...before, failure: null })),
    };
  }, [client, redirect, sessionKey]);
  useEffect(() => actions.follow(), [actions]);
  const value = useMemo<AuthState>(() => {
    const { signOut, renew, forgetFailure } = actions;
    return { ...state, client, mfaRequired: requiresMfa(state.session), signOut, renew, forgetFailure };
  }, [client, actions, state]);
  return <AuthContext value={value}>{children}</AuthContext>;
}

export function useAuth(): AuthState {
  const state = use(AuthContext);
  if (!state) throw new Error('useAuth needs an AuthProvider above it');
  return state;
}

/**
 * Replaces the session's token, once for all windows: the others receive the new one by the client's event. The client
 * keeps a session with an unexpired token even if the service has ended it: sign out, since a server has rejected the
 * token.
 * @param refused the rejected token: nothing is requested if the session has another one by now
 */
export function renewSession(client: AuthClient, refused?: string): Promise<void> {
  return exclusively('renewal', async () => {
    const { data } = await client.getSession();
    if (refused !== undefined && data.session?.access_token !== refused) return;
    const { error } = await client.refreshSession();
    // 429, 5xx and network errors are temporary.
    if (error && isAuthApiError(error) && error.status < 429) await client.signOut({ scope: 'local' });
  });
}

/**
 * Signs out or renews the session after an API rejection.
 * @param token token of the rejected call; ignored if the session has another one by now
 */
export async function handleApiRejection(client: AuthClient, code: string, token: string | null): Promise<void> {
  if (!token) return;
  // The session was issued without the new factors: a renewed one requires the code.
  if (code === 'mfa_required') return renewSession(client, token);
  if (code !== 'session_ended') return;
  const { data } = await client.getSession();
  if (data.session?.access_token === token) await client.signOut({ scope: 'local' });
}
