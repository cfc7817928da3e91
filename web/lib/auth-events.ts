import type { Arrival } from './auth-arrival.ts';
import type { AuthClient, AuthSession } from './auth-client.ts';
import { stateAfter, type SessionState } from './auth-state.ts';
import { readStored } from './storage.ts';

export interface AuthFollower {
  client: Pick<AuthClient, 'onAuthStateChange' | 'initialize'>;
  arrival: Arrival;
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
export function followAuth({ client, arrival, sessionKey, isLeaving, change }: AuthFollower): () => void {
  let here = true;
  const circumstances = () => {
    const { recovery, returning } = arrival;
    return { recovery, returning, leaving: isLeaving(), kept: keptSession(sessionKey) };
  };
  // The client would try to renew for half a minute before it tells anything.
  if (!navigator.onLine && circumstances().kept) {
    change((before) => stateAfter(before, 'INITIAL_SESSION', null, circumstances()));
  }
  const { data } = client.onAuthStateChange((event, session) => {
    const now = circumstances();
    change((before) => stateAfter(before, event, session, now));
  });
  // A link whose tokens are no good fails in the client alone.
  void client.initialize().then(({ error }) => {
    if (!here || !error || !arrival.session) return;
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
export function keptSession(key: string): AuthSession | null {
  const kept = readStored(key) as AuthSession | null;
  return kept?.access_token && kept.refresh_token ? kept : null;
}
