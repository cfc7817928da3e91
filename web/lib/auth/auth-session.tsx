import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { exclusively } from '../browser/exclusively.ts';
import type { AuthClient } from './auth-client.ts';
import { isApiError } from './auth-failure.ts';
import type { AuthRedirect } from './auth-redirect.ts';
import { initialState, requiresMfa, type SessionState, subscribeAuth } from './auth-state.ts';

interface AuthState extends SessionState {
  /** Throws on a sign-in page that has not loaded it yet: there is no session then. */
  client: AuthClient;
  /** Returns the client once it is loaded, for the forms of the sign-in page. */
  loadClient: () => Promise<AuthClient>;
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
  /** Null on a sign-in page until the client is loaded. */
  client: AuthClient | null;
  loadClient: () => Promise<AuthClient>;
  /** True if page and storage have no session to be read, so that nothing waits for the client. */
  isSignedOut?: boolean;
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
export function AuthProvider({
  client,
  loadClient,
  isSignedOut = false,
  redirect,
  sessionKey,
  children,
}: AuthProviderProps) {
  const [state, setState] = useState(() => ({ ...initialState(redirect), loading: !isSignedOut }));
  const actions = useMemo(() => {
    const leaving = { now: false };
    const isLeaving = () => leaving.now;
    return {
      follow: () => client && subscribeAuth({ client, redirect, sessionKey, isLeaving, change: setState }),
      signOut: async () => {
        leaving.now = true;
        await (await loadClient()).signOut({ scope: 'local' });
        leaving.now = false;
      },
      renew: async (refused?: string) => renewSession(await loadClient(), refused),
      forgetFailure: () => setState((before) => ({ ...before, failure: null })),
    };
  }, [client, loadClient, redirect, sessionKey]);
  useEffect(() => actions.follow() ?? undefined, [actions]);
  const value = useMemo<AuthState>(() => {
    const { signOut, renew, forgetFailure } = actions;
    return {
      ...state,
      get client() {
        if (!client) throw new Error('The auth client is not loaded yet');
        return client;
      },
      loadClient,
      mfaRequired: requiresMfa(state.session),
      signOut,
      renew,
      forgetFailure,
    };
  }, [client, loadClient, actions, state]);
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
    if (error && isApiError(error) && error.status < 429) await client.signOut({ scope: 'local' });
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
