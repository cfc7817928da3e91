import type { AuthRedirect } from './auth-arrival.ts';
import type { AuthClient, AuthSession } from './auth-client.ts';
import { authReducer, type SessionState } from './auth-state.ts';
import { readStored } from './storage.ts';

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
