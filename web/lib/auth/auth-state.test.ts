import type { AuthChangeEvent } from '@supabase/auth-js';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import type { AuthSession } from './auth-client.ts';
import { type AuthEventContext, authReducer, initialState, requiresMfa, type SessionState } from './auth-state.ts';

const ALONE: AuthEventContext = { recovery: false, returning: false, leaving: false, kept: null };
const BEGINNING = initialState({ failure: null, session: false, recovery: false, returning: false });

const tokenAt = (aal: string) => `h.${Buffer.from(JSON.stringify({ aal })).toString('base64url')}.s`;

function session(changes: { token?: string; updated?: string; factors?: string[] } = {}): AuthSession {
  const factors = changes.factors?.map((status, at) => ({ id: String(at), factor_type: 'totp', status }));
  const user = { id: 'laia', updated_at: changes.updated ?? '1', ...(factors && { factors }) };
  const tokens = { access_token: changes.token ?? tokenAt('aal1'), refresh_token: 'r', token_type: 'bearer' };
  return { ...tokens, expires_in: 3600, expires_at: 4_000_000_000, user } as unknown as AuthSession;
}

function after(
  events: (AuthChangeEvent | [AuthChangeEvent, AuthSession | null])[],
  circumstances: Partial<AuthEventContext> = {},
  before = BEGINNING,
): SessionState {
  return events.reduce((state, entry) => {
    const [event, given] = typeof entry === 'string' ? [entry, session()] : entry;
    return authReducer(state, event, given, { ...ALONE, ...circumstances });
  }, before);
}

describe('the events of the auth client', () => {
  it('INITIAL_SESSION ends the loading, with or without a session', () => {
    expect(BEGINNING.loading).toBe(true);
    expect(after(['INITIAL_SESSION'])).toMatchObject({ loading: false, session: { user: { id: 'laia' } } });
    expect(after([['INITIAL_SESSION', null]])).toMatchObject({ loading: false, session: null, ended: false });
  });

  it('INITIAL_SESSION uses the stored session if it could not be renewed', () => {
    const kept = session();
    expect(after([['INITIAL_SESSION', null]], { kept }).session).toBe(kept);
  });

  it.each(['SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'MFA_CHALLENGE_VERIFIED', 'PASSWORD_RECOVERY'] as const)(
    '%s sets the new session',
    (event) => {
      const fresh = session({ token: 'new' });
      expect(after(['INITIAL_SESSION', [event, fresh]]).session).toBe(fresh);
    },
  );

  it('SIGNED_IN on a refocused tab keeps the same session object', () => {
    const first = after(['INITIAL_SESSION']);
    expect(after(['SIGNED_IN'], {}, first).session).toBe(first.session);
  });

  it('USER_UPDATED sets the changed user with the same token', () => {
    const changed = session({ updated: '2' });
    expect(after(['INITIAL_SESSION', ['USER_UPDATED', changed]]).session).toBe(changed);
  });

  it('SIGNED_OUT marks the session as ended unless this window signed out', () => {
    const out: [AuthChangeEvent, null] = ['SIGNED_OUT', null];
    expect(after(['SIGNED_IN', out])).toMatchObject({ session: null, ended: true });
    expect(after(['SIGNED_IN', out], { leaving: true })).toMatchObject({ session: null, ended: false });
    expect(after(['SIGNED_IN', out, 'SIGNED_IN']).ended).toBe(false);
    // A session of an earlier visit that the service did not renew.
    const lost = after([['INITIAL_SESSION', null]], { returning: true });
    expect(lost).toMatchObject({ loading: false, session: null, ended: true });
    expect(after(['SIGNED_IN'], {}, lost).ended).toBe(false);
    expect(after([['INITIAL_SESSION', null], out]).ended).toBe(false);
  });

  it('PASSWORD_RECOVERY requires a password only in the window of the link, until it is set', () => {
    const recovery = { recovery: true };
    expect(after(['PASSWORD_RECOVERY', 'TOKEN_REFRESHED'], recovery).recovering).toBe(true);
    expect(after(['PASSWORD_RECOVERY']).recovering).toBe(false);
    expect(after(['PASSWORD_RECOVERY', 'USER_UPDATED'], recovery).recovering).toBe(false);
    expect(after(['PASSWORD_RECOVERY', ['SIGNED_OUT', null]], recovery).recovering).toBe(false);
  });

  it('a session clears the failure of a link', () => {
    const failed = initialState({
      failure: { code: 'otp_expired' },
      session: false,
      recovery: false,
      returning: false,
    });
    expect(after([['INITIAL_SESSION', null]], {}, failed).failure).toEqual({ code: 'otp_expired' });
    expect(after(['INITIAL_SESSION'], {}, failed).failure).toBeNull();
  });
});

describe('requiresMfa', () => {
  /** The result of the client's own method. */
  async function levels(signedIn: AuthSession): Promise<boolean> {
    const storage = { getItem: () => JSON.stringify(signedIn), setItem: () => {}, removeItem: () => {} };
    const client = createClient('http://localhost:1', 'key', {
      auth: { storage, storageKey: 'session', persistSession: true, autoRefreshToken: false },
    });
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    return data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
  }

  it.each([
    ['aal1', undefined, false],
    ['aal1', [], false],
    ['aal1', ['unverified'], false],
    ['aal1', ['unverified', 'verified'], true],
    ['aal2', ['verified'], false],
    ['aal2', undefined, false],
  ])('at %s with factors %j returns %s, as the client does', async (aal, factors, owed) => {
    // The signature is not checked.
    const token = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${tokenAt(aal).split('.')[1]}.c2ln`;
    const signedIn = session({ token, ...(factors && { factors }) });
    expect(requiresMfa(signedIn)).toBe(owed);
    expect(await levels(signedIn)).toBe(owed);
  });

  it('returns false without a session and true for an unreadable token', () => {
    expect(requiresMfa(null)).toBe(false);
    expect(requiresMfa(session({ token: 'unreadable', factors: ['verified'] }))).toBe(true);
  });
});
