import type { AuthChangeEvent } from '@supabase/supabase-js';
import { readStored } from '../browser/storage.ts';
import type { AuthClient, AuthSession } from './auth-client.ts';
import type { AuthRedirect, AuthRedirectFailure } from './auth-redirect.ts';

export interface SessionState {
  /** True until the first session has been read (spec §4). */
  loading: boolean;
  session: AuthSession | null;
  /** A recovery link was followed in this window: the person is signed in and owes a new password. */
  recovering: boolean;
  /** The session ended, and nobody asked for that in this window. */
  ended: boolean;
  /** Why the link or provider that opened this page brought no session. */
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
  /** This window was opened by a recovery link. The event reaches the other windows as well, where nobody followed one. */
  recovery: boolean;
  /** A session of an earlier visit was kept when the page was opened. */
  returning: boolean;
  /** This window is signing out because somebody asked it to. */
  leaving: boolean;
  /** What is kept on this device of a session that cannot be renewed right now, for want of a network. */
  kept: AuthSession | null;
}

/** What each of the auth client's events (spec §4) makes of the state. */
export function authReducer(
  before: SessionState,
  event: AuthChangeEvent,
  given: AuthSession | null,
  circumstances: AuthEventContext,
): SessionState {
  switch (event) {
    case 'INITIAL_SESSION': {
      const state = signedIn(before, given ?? circumstances.kept);
      // The service would not renew it; the client says so before anybody listens.
      return { ...state, ended: state.session === null && (state.ended || circumstances.returning) };
    }
    case 'SIGNED_OUT': {
      const ended = before.ended || (before.session !== null && !circumstances.leaving);
      return { ...before, loading: false, session: null, recovering: false, ended };
    }
    case 'PASSWORD_RECOVERY':
      return { ...signedIn(before, given), recovering: circumstances.recovery };
    case 'USER_UPDATED':
      return { ...signedIn(before, given), recovering: false };
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
    case 'MFA_CHALLENGE_VERIFIED':
      return signedIn(before, given);
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

/** The same token again is the same session, unless the person has changed: screens below need not render anew. */
function isSame(before: AuthSession | null, after: AuthSession | null): boolean {
  return before?.access_token === after?.access_token && before?.user.updated_at === after?.user.updated_at;
}

/**
 * Whether a second factor is owed: the session has one level, the person's factors ask for the next. As the client's
 * own `mfa.getAuthenticatorAssuranceLevel()` finds it, but at once: nothing of a studio may be shown meanwhile.
 */
export function requiresMfa(session: AuthSession | null): boolean {
  if (!session) return false;
  const verified = session.user.factors?.some(({ status }) => status === 'verified') ?? false;
  return verified && levelOf(session.access_token) !== 'aal2';
}

function levelOf(token: string): unknown {
  try {
    const body = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(body), (letter) => letter.codePointAt(0)!);
    return (JSON.parse(new TextDecoder().decode(bytes)) as { aal?: unknown }).aal;
  } catch {
    // The server will refuse it in any case.
    return null;
  }
}

export interface AuthSubscriptionOptions {
  client: Pick<AuthClient, 'onAuthStateChange' | 'initialize'>;
  redirect: AuthRedirect;
  /** Where the client keeps its session. */
  sessionKey: string;
  /** Whether this window is signing out because somebody asked it to. */
  isLeaving: () => boolean;
  change: (next: (before: SessionState) => SessionState) => void;
}

/**
 * Ties the auth client's events to the state. The function returned ends it.
 * What is called here must not wait for the client: it waits for its listeners.
 */
export function subscribeAuth({
  client,
  redirect,
  sessionKey,
  isLeaving,
  change,
}: AuthSubscriptionOptions): () => void {
  let here = true;
  const circumstances = () => {
    const { recovery, returning } = redirect;
    return { recovery, returning, leaving: isLeaving(), kept: storedSession(sessionKey) };
  };
  // The client would try to renew for half a minute before it tells anything.
  if (!navigator.onLine && circumstances().kept) {
    change((before) => authReducer(before, 'INITIAL_SESSION', null, circumstances()));
  }
  const { data } = client.onAuthStateChange((event, session) => {
    const now = circumstances();
    change((before) => authReducer(before, event, session, now));
  });
  // A link whose tokens are no good fails in the client alone.
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
 * The client tells no session when it cannot renew one for want of a network, and keeps what it has in storage: the
 * studio goes on with what is on this device. One that the service refuses is removed from there.
 */
export function storedSession(key: string): AuthSession | null {
  const kept = readStored(key) as AuthSession | null;
  return kept?.access_token && kept.refresh_token ? kept : null;
}
