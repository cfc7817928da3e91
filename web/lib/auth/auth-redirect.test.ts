import { describe, expect, it } from 'vitest';
import { cleanPath, readAuthRedirect, sameOriginPath } from './auth-redirect.ts';

const ORIGIN = 'https://studio.example';
const failureOf = (address: string) => readAuthRedirect(ORIGIN + address, false).failure?.code ?? null;

describe('readAuthRedirect', () => {
  it('reads the service’s error code from fragment or query', () => {
    const expired = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
    expect(failureOf(`/login?link=confirm#${expired}`)).toBe('otp_expired');
    expect(failureOf(`/?${expired.replace('otp_expired', 'bad_oauth_state')}`)).toBe('bad_oauth_state');
  });

  it('maps a provider’s error, also without a code', () => {
    expect(failureOf('/login?provider=google&error=access_denied#error=access_denied')).toBe('provider_denied');
    expect(failureOf('/login#error=server_error&error_code=unexpected_failure')).toBe('provider_failed');
    const missing = 'error_description=Error+getting+user+email+from+external+provider';
    expect(failureOf(`/login#error=server_error&error_code=unexpected_failure&${missing}`)).toBe(
      'provider_email_missing',
    );
  });

  it('returns a generic failure for an unknown error', () => {
    expect(failureOf('/login#error=something_new')).toBe('link_invalid');
    expect(failureOf('/login#error_description=Something')).toBe('link_invalid');
  });

  it('detects a session and the kind of its link', () => {
    const token = `e30.${btoa(JSON.stringify({ sub: 'ada' }))}.x`;
    const tokens = `#access_token=${token}&refresh_token=r&expires_in=3600&token_type=bearer`;
    expect(readAuthRedirect(`${ORIGIN}/reset-password${tokens}&type=recovery`, true)).toEqual({
      failure: null,
      session: true,
      recovery: true,
      returning: true,
    });
    expect(readAuthRedirect(`${ORIGIN}/login${tokens}&type=magiclink`, false)).toMatchObject({
      session: true,
      recovery: false,
    });
  });

  it('returns a failure instead of a session that the client must not read', () => {
    for (const address of ['/login?access_token=a.b.c', '/login#access_token=a.b.c&type=recovery'])
      expect(readAuthRedirect(ORIGIN + address, false)).toEqual({
        failure: { code: 'link_invalid' },
        session: false,
        recovery: false,
        returning: false,
      });
  });

  it('returns nothing for an ordinary address', () => {
    expect(readAuthRedirect(`${ORIGIN}/app/galleries?from=mail#photo=1`, false)).toEqual({
      failure: null,
      session: false,
      recovery: false,
      returning: false,
    });
  });
});

it('cleanPath removes the auth parameters', () => {
  const cleaned = (address: string) => cleanPath(new URL(address, ORIGIN));
  expect(cleaned('/app/galleries?from=mail#top')).toBe('/app/galleries?from=mail#top');
  expect(cleaned('/app?from=mail&error=access_denied&error_code=x&error_description=y#error=access_denied')).toBe(
    '/app?from=mail',
  );
  expect(cleaned('/app#access_token=a')).toBe('/app');
  expect(cleaned('/app?access_token=a&from=mail&refresh_token=r&provider_token=p&provider_refresh_token=q')).toBe(
    '/app?from=mail',
  );
});

it.each([
  ['/app/galleries?from=mail#top', '/app/galleries?from=mail#top'],
  ['/app/../join/x', '/join/x'],
  ['//elsewhere.example/app', null],
  ['/\\elsewhere.example', null],
  ['/\t/elsewhere.example', null],
  ['/..//elsewhere.example/x', null],
  ['/app/..//..//elsewhere.example', null],
  ['https://elsewhere.example', null],
  ['javascript:alert(1)', null],
  ['app', null],
  [null, null],
  [{ pathname: '/app' }, null],
])('sameOriginPath maps %j to %j', (path, expected) => {
  expect(sameOriginPath(path, ORIGIN)).toBe(expected);
});
