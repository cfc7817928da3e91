import { AuthApiError, type AuthChangeEvent, type AuthError, AuthRetryableFetchError } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthClient, AuthSession } from './auth-client.ts';
import type { AuthRedirect } from './auth-redirect.ts';
import { handleApiRejection, renewSession } from './auth-session.tsx';
import { initialState, type SessionState, subscribeAuth } from './auth-state.ts';

const NOWHERE: AuthRedirect = { failure: null, session: false, recovery: false, returning: false };
const session = (token: string) =>
  ({ access_token: token, refresh_token: 'r', user: { id: 'laia', updated_at: '1' } }) as AuthSession;

/** A fake client whose events the test fires. */
function fakeClient({
  initialError = null,
  refreshError = null,
}: { initialError?: AuthError | null; refreshError?: AuthError | null } = {}) {
  const listeners = new Set<(event: AuthChangeEvent, next: AuthSession | null) => void>();
  const calls: string[] = [];
  const client = {
    initialize: async () => ({ error: initialError }),
    onAuthStateChange(listener: (event: AuthChangeEvent, next: AuthSession | null) => void) {
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
    tell: (event: AuthChangeEvent, next: AuthSession | null) => listeners.forEach((listener) => listener(event, next)),
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

describe('subscribeAuth', () => {
  it('applies events until it is unsubscribed', () => {
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

  it('keeps the stored session when the client cannot renew it offline', () => {
    kept.set('key', JSON.stringify(session('old')));
    const fake = fakeClient();
    const { seen } = follow(fake);
    fake.tell('INITIAL_SESSION', null);
    expect(seen.state.session?.access_token).toBe('old');
  });

  it('does not wait for the client when offline', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(follow(fakeClient()).seen.state.loading).toBe(true);
    kept.set('key', JSON.stringify(session('old')));
    const { seen } = follow(fakeClient());
    expect(seen.state).toMatchObject({ loading: false, session: { access_token: 'old' } });
  });

  it('ignores an invalid stored session', () => {
    kept.set('key', '{"access_token":"half"}');
    const fake = fakeClient();
    const { seen } = follow(fake);
    fake.tell('INITIAL_SESSION', null);
    expect(seen.state).toMatchObject({ loading: false, session: null });
  });

  it('reports a link with invalid tokens and no other failure', async () => {
    const initialError = new AuthApiError('invalid JWT', 403, 'bad_jwt');
    const broken = follow(fakeClient({ initialError }), { ...NOWHERE, session: true });
    await vi.waitFor(() => expect(broken.seen.state.failure).toEqual({ code: 'link_invalid' }));
    const plain = follow(fakeClient({ initialError }));
    await Promise.resolve();
    expect(plain.seen.state.failure).toBeNull();
  });
});

describe('handleApiRejection', () => {
  it('signs out when the session has ended', async () => {
    const { client, calls } = fakeClient();
    await handleApiRejection(client, 'session_ended', 'current');
    expect(calls).toEqual(['signOut local']);
  });

  it('renews the session when an MFA code is required', async () => {
    const { client, calls } = fakeClient();
    await handleApiRejection(client, 'mfa_required', 'current');
    expect(calls).toEqual(['refresh']);
  });

  it('ignores late responses to another token and other codes', async () => {
    const { client, calls } = fakeClient();
    await handleApiRejection(client, 'session_ended', 'before');
    await handleApiRejection(client, 'session_ended', null);
    await handleApiRejection(client, 'forbidden', 'current');
    expect(calls).toEqual([]);
  });
});

describe('renewSession', () => {
  it.each([
    ['the service knows it no more', new AuthApiError('', 400, 'refresh_token_not_found'), true],
    ['the person is banned', new AuthApiError('', 403, 'user_banned'), true],
    ['there is no network', new AuthRetryableFetchError('', 0), false],
    ['the service is down', new AuthRetryableFetchError('', 503), false],
    ['the service is asked too often', new AuthApiError('', 429, 'over_request_rate_limit'), false],
    ['all is well', null, false],
  ])('signs out only if the service rejects the session: %s', async (_why, refreshError, ends) => {
    const { client, calls } = fakeClient({ refreshError });
    await renewSession(client, 'current');
    expect(calls).toEqual(ends ? ['refresh', 'signOut local'] : ['refresh']);
  });

  it('requests nothing if another window has replaced the refused token', async () => {
    const { client, calls } = fakeClient();
    await renewSession(client, 'before');
    expect(calls).toEqual([]);
  });
});
