import { AuthApiError, type AuthChangeEvent, type AuthError, AuthRetryableFetchError } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthClient, AuthSession } from './auth-client.ts';
import type { AuthRedirect } from './auth-redirect.ts';
import { handleApiRejection, renewSession } from './auth-session.tsx';
import { initialState, type SessionState, subscribeAuth } from './auth-state.ts';

const NOWHERE: AuthRedirect = { failure: null, session: false, recovery: false, returning: false };
const session = (token: string) =>
  ({ access_token: token, refresh_token: 'r', user: { id: 'laia', updated_at: '1' } }) as AuthSession;

/** The client at the border: what it tells is the test's. */
function fakeClient({
  initialError = null,
  refreshError = null,
}: { initialError?: AuthError | null; refreshError?: AuthError | null } = {}) {
  const listeners = new Set<(event: AuthChangeEvent, given: AuthSession | null) => void>();
  const calls: string[] = [];
  const client = {
    initialize: async () => ({ error: initialError }),
    onAuthStateChange(listener: (event: AuthChangeEvent, given: AuthSession | null) => void) {
      listeners.add(listener);
      return { data: { subscription: { unsubscribe: () => listeners.delete(listener) } } };
    },
    getSession: async () => ({ data: { session: session('current') } }),
    refreshSession: async () => {
      calls.push('refresh');
      return { error: refreshError };
    },
    signOut: async ({ scope }: { scope: string }) => {
      calls.push(`signOut ${scope}`);
      return { error: null };
    },
  };
  return {
    client: client as unknown as AuthClient,
    calls,
    tell: (event: AuthChangeEvent, given: AuthSession | null) =>
      listeners.forEach((listener) => listener(event, given)),
  };
}

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null });
});
afterEach(() => void vi.unstubAllGlobals());

function follow({ client }: ReturnType<typeof fakeClient>, arrival = NOWHERE) {
  const seen = { state: initialState(arrival) };
  const change = (next: (before: SessionState) => SessionState) => void (seen.state = next(seen.state));
  const end = subscribeAuth({ client, redirect: arrival, sessionKey: 'key', isLeaving: () => false, change });
  return { seen, end };
}

describe('following the client', () => {
  it('takes its events, until it is ended', () => {
    const fake = fakeClient();
    const { seen, end } = follow(fake);
    fake.tell('INITIAL_SESSION', session('a'));
    expect(seen.state).toMatchObject({ loading: false, session: { access_token: 'a' } });
    fake.tell('TOKEN_REFRESHED', session('b'));
    expect(seen.state.session?.access_token).toBe('b');
    end();
    fake.tell('SIGNED_OUT', null);
    expect(seen.state.session?.access_token).toBe('b');
  });

  it('goes on with the kept session when the client cannot renew it for want of a network', () => {
    kept.set('key', JSON.stringify(session('old')));
    const fake = fakeClient();
    const { seen } = follow(fake);
    fake.tell('INITIAL_SESSION', null);
    expect(seen.state.session?.access_token).toBe('old');
  });

  it('does not wait for the client where there is no network', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(follow(fakeClient()).seen.state.loading).toBe(true);
    kept.set('key', JSON.stringify(session('old')));
    const { seen } = follow(fakeClient());
    expect(seen.state).toMatchObject({ loading: false, session: { access_token: 'old' } });
  });

  it('takes nothing for a session that is none', () => {
    kept.set('key', '{"access_token":"half"}');
    const fake = fakeClient();
    const { seen } = follow(fake);
    fake.tell('INITIAL_SESSION', null);
    expect(seen.state).toMatchObject({ loading: false, session: null });
  });

  it('tells of a link whose tokens are no good, and of no other failure', async () => {
    const initialError = new AuthApiError('invalid JWT', 403, 'bad_jwt');
    const broken = follow(fakeClient({ initialError }), { ...NOWHERE, session: true });
    await vi.waitFor(() => expect(broken.seen.state.failure).toEqual({ code: 'link_invalid' }));
    const plain = follow(fakeClient({ initialError }));
    await Promise.resolve();
    expect(plain.seen.state.failure).toBeNull();
  });
});

describe('a session that the API refuses', () => {
  it('is given up when it was ended elsewhere', async () => {
    const { client, calls } = fakeClient();
    await handleApiRejection(client, 'session_ended', 'current');
    expect(calls).toEqual(['signOut local']);
  });

  it('is fetched anew when a code is owed', async () => {
    const { client, calls } = fakeClient();
    await handleApiRejection(client, 'mfa_required', 'current');
    expect(calls).toEqual(['refresh']);
  });

  it('is left alone by late answers to the one before it, and by other refusals', async () => {
    const { client, calls } = fakeClient();
    await handleApiRejection(client, 'session_ended', 'before');
    await handleApiRejection(client, 'session_ended', null);
    await handleApiRejection(client, 'forbidden', 'current');
    expect(calls).toEqual([]);
  });
});

describe('fetching a session anew', () => {
  it.each([
    ['the service knows it no more', new AuthApiError('', 400, 'refresh_token_not_found'), true],
    ['the person is banned', new AuthApiError('', 403, 'user_banned'), true],
    ['there is no network', new AuthRetryableFetchError('', 0), false],
    ['the service is down', new AuthRetryableFetchError('', 503), false],
    ['the service is asked too often', new AuthApiError('', 429, 'over_request_rate_limit'), false],
    ['all is well', null, false],
  ])('when %s', async (_why, refreshError, ends) => {
    const { client, calls } = fakeClient({ refreshError });
    await renewSession(client);
    expect(calls).toEqual(ends ? ['refresh', 'signOut local'] : ['refresh']);
  });
});
