import type { AuthChangeEvent } from '@supabase/auth-js';
import { readStored } from '../browser/storage.ts';
import { readClaims } from './arriving-session.ts';
import type { AuthClient, AuthSession } from './auth-client.ts';
import type { AuthRedirect, AuthRedirectFailure } from './auth-redirect.ts';

export interface SessionState {
  /** True until the first session has been read. */
  loading: boolean;
  session: AuthSession | null;
  /** A recovery link opened this window: the user is signed in and must set a new password. */
  recovering: boolean;
  /** The session ended, but not by signing out in this window. */
  ended: boolean;
  /** Error of the link or provider that opened this page. */
  failure: AuthRedirectFailure | null;
}

export const initialState = ({ failure }: AuthRedirect): SessionState => ({
  loading: true,
  session: null,
  recovering: false,
  ended: false,
  failure,
});

export interface AuthEventContext {
  /** A recovery link opened this window. Other windows receive the event too, but must not ask for a password. */
  recovery: boolean;
  /** A session of an earlier visit was stored when the page was opened. */
  returning: boolean;
  /** This window is signing out on request. */
  leaving: boolean;
  /** The stored session, while it cannot be renewed offline. */
  kept: AuthSession | null;
}

/** Applies an event of the auth client to the state. */
export function authReducer(
  before: SessionState,
  event: AuthChangeEvent,
  nextSession: AuthSession | null,
  context: AuthEventContext,
): SessionState {
  switch (event) {
    case 'INITIAL_SESSION': {
      const state = signedIn(before, nextSession ?? context.kept);
      // The service did not renew the session, and the client reported that before anybody subscribed.
      return { ...state, ended: state.session === null && (state.ended || context.returning) };
    }
    case 'SIGNED_OUT': {
      const ended = before.ended || (before.session !== null && !context.leaving);
      return { ...before, loading: false, session: null, recovering: false, ended };
    }
    case 'PASSWORD_RECOVERY':
      return { ...signedIn(before, nextSession), recovering: context.recovery };
    case 'USER_UPDATED':
      return { ...signedIn(before, nextSession), recovering: false };
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
    case 'MFA_CHALLENGE_VERIFIED':
      return signedIn(before, nextSession);
  }
}

function signedIn(before: SessionState, session: AuthSession | null): SessionState {
  return {
    ...before,
    loading: false,
    session: isSame(before.session, session) ? before.session : session,
    recovering: before.recovering && session !== null,
    ended: before.ended && session === null,
    failure: session ? null : before.failure,
  };
}

/** Compares token and user, so that an unchanged session keeps its object and nothing renders again. */
function isSame(before: AuthSession | null, after: AuthSession | null): boolean {
  return before?.access_token === after?.access_token && before?.user.updated_at === after?.user.updated_at;
}

/**
 * True if the session has `aal1` and the user a verified factor. Same result as the client's
 * `mfa.getAuthenticatorAssuranceLevel()`, but synchronous, so that nothing of a studio is shown meanwhile.
 */
export function requiresMfa(session: AuthSession | null): boolean {
  if (!session) return false;
  const verified = session.user.factors?.some(({ status }) => status === 'verified') ?? false;
  return verified && readClaims(session.access_token)?.['aal'] !== 'aal2';
}

interface AuthSubscriptionOptions {
  client: Pick<AuthClient, 'onAuthStateChange' | 'initialize'>;
  redirect: AuthRedirect;
  /** Storage key of the client's session. */
  sessionKey: string;
  /** True while this window is signing out on request. */
  isLeaving: () => boolean;
  change: (next: (before: SessionState) => SessionState) => void;
}

/**
 * Applies the auth client's events to the state. Returns a function that unsubscribes. Listeners must not await the
 * client: it awaits them (deadlock).
 */
export function subscribeAuth({
  client,
  redirect,
  sessionKey,
  isLeaving,
  change,
}: AuthSubscriptionOptions): () => void {
  let here = true;
  const contextNow = () => {
    const { recovery, returning } = redirect;
    return { recovery, returning, leaving: isLeaving(), kept: storedSession(sessionKey) };
  };
  // Offline, the client would try to renew for half a minute before its first event.
  if (!navigator.onLine && contextNow().kept) {
    change((before) => authReducer(before, 'INITIAL_SESSION', null, contextNow()));
  }
  const { data } = client.onAuthStateChange((event, session) => {
    const now = contextNow();
    change((before) => authReducer(before, event, session, now));
  });
  // The client reports a link with invalid tokens here only, not by an event.
  void client.initialize().then(({ error }) => {
    if (!here || !error || !redirect.session) return;
    change((before) => (before.session ? before : { ...before, failure: { code: 'link_invalid' } }));
  });
  return () => {
    here = false;
    data.subscription.unsubscribe();
  };
}

/**
 * Returns the stored session. If the client cannot renew it offline, it reports no session but keeps it in storage, and
 * the app continues on local data. A session that the service rejects is removed from storage.
 */
export function storedSession(key: string): AuthSession | null {
  const kept = readStored(key) as AuthSession | null;
  return kept?.access_token && kept.refresh_token ? kept : null;
}
