import { AuthApiError, AuthError, AuthWeakPasswordError } from '@supabase/auth-js';
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import texts from '#locales/en/errors.json' with { type: 'json' };
import type { PublicConfig } from '../env.ts';
import { createAuthClient } from './auth-client.ts';
import { authErrorCode, authFailure } from './auth-failure.ts';
import { sessionKey } from './session-key.ts';

function named(name: string): AuthError {
  const error = new AuthError('');
  error.name = name;
  return error;
}

it.each([
  [new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'), 'invalid_credentials'],
  [named('AuthRetryableFetchError'), 'network'],
  [named('AuthInvalidCredentialsError'), 'email_or_phone_required'],
  [named('AuthSessionMissingError'), 'session_not_found'],
  [new AuthWeakPasswordError('', 422, ['length', 'characters']), 'weak_password_length'],
  [new AuthWeakPasswordError('', 422, ['pwned']), 'weak_password_pwned'],
  [new AuthWeakPasswordError('', 422, []), 'weak_password'],
  [named('AuthInvalidTokenResponseError'), 'invalid_token_response'],
  [named('AuthImplicitGrantRedirectError'), 'link_invalid'],
  [named('AuthPKCEGrantCodeExchangeError'), 'link_invalid'],
  [new AuthError('Something new'), 'unknown'],
])('maps %o to a code that has a text', (error, code) => {
  expect(authErrorCode(error)).toBe(code);
  expect(texts).toHaveProperty(code);
});

it('returns a code for each reason against a weak password', () => {
  expect(authFailure(new AuthWeakPasswordError('', 422, ['length', 'pwned']))).toEqual({
    codes: ['weak_password_length', 'weak_password_pwned'],
  });
});

it('returns the seconds of a rate limit', () => {
  const message = 'For security purposes, you can only request this after 42 seconds.';
  expect(authFailure(new AuthApiError(message, 429, 'over_email_send_rate_limit'))).toEqual({
    codes: ['over_email_send_rate_limit'],
    seconds: 42,
  });
  expect(authFailure(new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit'))).toEqual({
    codes: ['over_request_rate_limit'],
  });
});

it('stores the session under the library’s default key', () => {
  const url = 'https://abcdefghijklmnopqrst.supabase.co';
  expect(sessionKey(url)).toBe((createClient(url, 'key').auth as unknown as { storageKey: string }).storageKey);
});

describe('a session in the address', () => {
  const token = `e30.${btoa(JSON.stringify({ sub: 'eve' })).replaceAll('=', '')}.x`;
  const session = `access_token=${token}&refresh_token=r&expires_in=3600&token_type=bearer`;
  const page = 'https://albumen.example/login';
  /** The library warns of two clients with one key. */
  let clients = 0;
  beforeEach(() => void vi.resetModules());
  afterEach(() => void vi.unstubAllGlobals());

  /** Opens a page at an address and returns whether the client used its session. `later` replaces the address then. */
  async function isRead(href: string, later = href): Promise<boolean> {
    vi.stubGlobal('location', { href });
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({ id: 'eve' })));
    vi.stubGlobal('fetch', fetch);
    const fresh = await import('./auth-client.ts');
    vi.stubGlobal('window', { location: { href: later, hash: '' }, addEventListener: () => {} });
    const auth = fresh.createAuthClient({ ...CONFIG, supabaseUrl: `https://auth${++clients}.test` });
    await auth.initialize();
    await auth.stopAutoRefresh();
    return fetch.mock.calls.length > 0;
  }

  it('is read as the service writes it', async () => {
    expect(await isRead(`${page}?link=link#${session}&type=magiclink`)).toBe(true);
  });

  it.each([
    `${page}?${session}`,
    `${page}?access_token=${token}#refresh_token=r&expires_in=3600&token_type=bearer`,
    `${page}?refresh_token=other#${session}`,
    `${page}#access_token=x&${session}`,
    `${page}#${session}&access_token=${token}`,
    `${page}#access%5Ftoken=x&${session}`,
    `${page}#${session.replace(token, 'a.b.c')}`,
  ])('is not read from %s', async (href) => {
    expect(await isRead(href)).toBe(false);
  });

  it('is not read from a fragment that another window has put there since', async () => {
    expect(await isRead(page, `${page}#${session}`)).toBe(false);
  });
});

describe('after a failed renewal', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('renews the session immediately when the network returns', async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError('offline')));
    vi.stubGlobal('fetch', fetch);
    const auth = createAuthClient(CONFIG);
    const renew = async () => {
      const renewed = auth.setSession({ access_token: EXPIRED, refresh_token: 'refresh' });
      await vi.advanceTimersByTimeAsync(35_000);
      return renewed;
    };
    await renew();
    const tries = fetch.mock.calls.length;
    expect(tries).toBeGreaterThan(0);
    await renew();
    expect(fetch).toHaveBeenCalledTimes(tries);
    page.dispatchEvent(new Event('online'));
    await renew();
    expect(fetch.mock.calls.length).toBeGreaterThan(tries);
  });
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** An access token that has expired. */
const EXPIRED = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'user', exp: 1 })}.${'s'.repeat(43)}`;

const CONFIG: PublicConfig = {
  supabaseUrl: 'https://auth.test',
  supabaseAnonKey: 'anon',
  zeroUrl: 'https://albumen.test/zero',
  authProviders: [],
  phoneSignIn: false,
  captchaSiteKey: null,
};
