import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SITE_URL, startAuthStack, type AuthStack } from '../support/auth-stack.ts';
import {
  consent,
  follow,
  fragmentOf,
  signInWith,
  startProviderAuth,
  userIn,
  type ProviderAuth,
} from '../support/provider-sign-in.ts';

let stack: AuthStack;
let auth: ProviderAuth;

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await startProviderAuth(stack);
});
afterAll(() => stack?.stop());

const verifier = 'v'.repeat(64);
const s256 = createHash('sha256').update(verifier).digest('base64url');
const pkce = `&code_challenge=${s256}&code_challenge_method=s256`;
const trade = (code: string | null, codeVerifier = verifier) =>
  auth.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: codeVerifier } });
const codeOf = (url: URL) => url.searchParams.get('code');
const errorIn = (params: URLSearchParams) => [params.get('error'), params.get('error_code')];
let people = 0;
const somebody = () => {
  people += 1;
  return { email: `person-${people}@example.org` };
};

describe('the redirect to a provider', () => {
  test('requests identity from Google, under a random state', async () => {
    const { status, location } = await follow(`${auth.url}/auth/v1/authorize?provider=google`);
    expect(status).toBe(302);
    expect(`${location.origin}${location.pathname}`).toBe(`${auth.url}/providers/google/o/oauth2/v2/auth`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: auth.registrations.google.clientId,
      redirect_uri: `${auth.url}/auth/v1/callback`,
      response_type: 'code',
      scope: 'email profile',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    const again = await follow(`${auth.url}/auth/v1/authorize?provider=google`);
    expect(again.location.searchParams.get('state')).not.toBe(location.searchParams.get('state'));
  });

  test('redirects to Facebook’s dialog', async () => {
    const { location } = await follow(`${auth.url}/auth/v1/authorize?provider=Facebook&scopes=public_profile,openid`);
    expect(`${location.origin}${location.pathname}`).toBe(`${auth.url}/providers/facebook/dialog/oauth`);
    expect(location.searchParams.get('scope')).toBe('email public_profile openid');
  });

  test('passes the client’s extra parameters, but none that the server sets', async () => {
    const query =
      'access_type=offline&prompt=consent&nonce=n&scopes=a,b&STATE=x&state=x&redirect_uri=https://evil.test&client_id=x&Response_Type=token';
    const { location } = await follow(`${auth.url}/auth/v1/authorize?provider=google&${query}`);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      access_type: 'offline',
      prompt: 'consent',
      nonce: 'n',
      scope: 'email profile a b',
      client_id: auth.registrations.google.clientId,
      redirect_uri: `${auth.url}/auth/v1/callback`,
      response_type: 'code',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  const refused: [string, string][] = [
    ['', 'Unsupported provider: Provider  could not be found'],
    ['provider=telepathy', 'Unsupported provider: Provider telepathy could not be found'],
    ['provider=apple', 'Unsupported provider: Provider apple could not be found'],
    ['provider=google&code_challenge=x', 'PKCE flow requires code_challenge_method and code_challenge'],
    [`provider=google&code_challenge=${s256}&code_challenge_method=s512`, 'Invalid code_challenge_method'],
  ];
  test.each(refused)('refuses “%s” as JSON', async (query, msg) => {
    const answer = await auth.call('GET', `/authorize?${query}`);
    expect([answer.status, answer.body]).toEqual([400, { code: 400, error_code: 'validation_failed', msg }]);
  });

  test('refuses a disabled provider, and /settings lists the enabled ones', async () => {
    const other = await stack.start(() => ({ externalProviders: { facebook: auth.registrations.facebook } }));
    const answer = await other.call('GET', '/authorize?provider=google');
    expect(answer).toMatchObject({ status: 400, body: { msg: 'Unsupported provider: provider is not enabled' } });
    expect((await other.call('GET', '/settings')).body).toMatchObject({ external: { google: false, facebook: true } });
    expect((await auth.call('GET', '/settings')).body).toMatchObject({ external: { google: true, facebook: true } });
  });

  test('stores the same row as a hosted project', async () => {
    const target = `${SITE_URL}/welcome`;
    const { location } = await follow(
      `${auth.url}/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(target)}${pkce}`,
    );
    const { rows } = await stack.pool.query('select * from auth.flow_state where id = $1', [
      location.searchParams.get('state'),
    ]);
    expect(rows).toEqual([
      expect.objectContaining({
        user_id: null,
        auth_code: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        code_challenge: s256,
        code_challenge_method: 's256',
        provider_type: 'google',
        authentication_method: 'oauth',
        referrer: target,
        linking_target_id: null,
        auth_code_issued_at: null,
      }),
    ]);
  });
});

describe('the redirect back with tokens', () => {
  test('creates an account with the provider’s profile', async () => {
    const { email } = somebody();
    const { status, location } = await signInWith(auth, 'google', { name: 'Mary Ann Somerville', email });
    expect([status, location.origin, location.pathname, location.search]).toEqual([302, SITE_URL, '/', '']);
    const fragment = fragmentOf(location);
    expect([...fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'provider_token',
      'refresh_token',
      'sb',
      'token_type',
    ]);
    expect(fragment.get('provider_token')).toMatch(/^ya29\./);

    const claims = decodeJwt(fragment.get('access_token')!);
    expect(claims).toMatchObject({
      email,
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
      app_metadata: { provider: 'google', providers: ['google'] },
    });
    const user = await userIn(auth, location);
    const subject = (user.user_metadata as { sub: string }).sub;
    const picture = `${auth.registrations.google.url}/picture?initials=MA`;
    const said = {
      iss: 'https://accounts.google.com',
      sub: expect.stringMatching(/^\d{21}$/) as string,
      provider_id: subject,
      name: 'Mary Ann Somerville',
      full_name: 'Mary Ann Somerville',
      picture,
      avatar_url: picture,
      email,
      email_verified: true,
      phone_verified: false,
    };
    const now = stack.clock.now().toISOString();
    expect(user).toEqual({
      id: claims.sub,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      email_confirmed_at: now,
      phone: '',
      confirmed_at: now,
      last_sign_in_at: now,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: said,
      identities: [
        {
          identity_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          id: subject,
          user_id: claims.sub,
          identity_data: said,
          provider: 'google',
          last_sign_in_at: now,
          created_at: now,
          updated_at: now,
          email,
        },
      ],
      created_at: now,
      updated_at: now,
      is_anonymous: false,
    });
  });

  test('creates accounts of Facebook users, too', async () => {
    const { email } = somebody();
    const { location } = await signInWith(auth, 'facebook', { name: 'Caroline Herschel', email });
    expect(fragmentOf(location).get('provider_token')).toMatch(/^EAA/);
    const user = await userIn(auth, location);
    const picture = `${auth.registrations.facebook.url}/picture?initials=CH`;
    expect(user.identities?.[0]).toMatchObject({
      provider: 'facebook',
      id: expect.stringMatching(/^\d{16}$/) as string,
    });
    expect(user.user_metadata).toEqual({
      iss: 'https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture',
      sub: user.identities?.[0]?.id,
      provider_id: user.identities?.[0]?.id,
      name: 'Caroline Herschel',
      full_name: 'Caroline Herschel',
      nickname: 'Caroline Herschel',
      slug: 'Caroline Herschel',
      picture,
      avatar_url: picture,
      email,
      email_verified: true,
      phone_verified: false,
    });
  });

  test('lets the official client sign in with the fragment', async () => {
    const client = auth.client();
    const { data } = await client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
    const page = await follow(data.url!);
    const { location } = await follow(await consent(page.location, somebody()));
    const fragment = fragmentOf(location);
    const { data: signedIn, error } = await client.auth.setSession({
      access_token: fragment.get('access_token')!,
      refresh_token: fragment.get('refresh_token')!,
    });
    expect(error).toBeNull();
    expect(signedIn.user?.app_metadata.providers).toEqual(['google']);
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  test('accepts a form post from the provider', async () => {
    const page = await follow(`${auth.url}/auth/v1/authorize?provider=google`);
    const back = await consent(page.location, somebody());
    const answer = await fetch(`${back.origin}${back.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      body: back.searchParams,
    });
    expect(answer.status).toBe(302);
    expect(new URL(answer.headers.get('location')!).hash).toContain('access_token=');
  });

  test('passes the provider’s refresh token for offline access', async () => {
    const { location } = await signInWith(auth, 'google', somebody(), '&access_type=offline');
    expect(fragmentOf(location).get('provider_refresh_token')).toMatch(/^1\/\//);
  });
});

describe('the redirect back with a code', () => {
  test('lets the official client exchange it, once', async () => {
    const client = auth.client('pkce');
    const redirectTo = `${SITE_URL}/welcome?from=google`;
    const { data } = await client.auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo, skipBrowserRedirect: true, queryParams: { access_type: 'offline' } },
    });
    const page = await follow(data.url!);
    const { status, location } = await follow(await consent(page.location, somebody()));
    expect([status, location.pathname, location.hash]).toEqual([302, '/welcome', '']);
    expect(location.searchParams.get('from')).toBe('google');
    const code = codeOf(location)!;
    const { data: traded, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(traded.session?.provider_token).toMatch(/^ya29\./);
    expect(traded.session?.provider_refresh_token).toMatch(/^1\/\//);
    expect(decodeJwt(traded.session!.access_token).amr).toEqual([
      { method: 'oauth', timestamp: stack.clock.now().getTime() / 1_000 },
    ]);
    expect(await trade(code)).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } });
  });

  test('accepts it only from the initiator; a wrong try does not use it up', async () => {
    const { location } = await signInWith(auth, 'google', somebody(), pkce);
    for (const wrong of ['w'.repeat(64), s256, verifier.slice(1)]) {
      expect(await trade(codeOf(location), wrong)).toMatchObject({
        status: 400,
        body: { error_code: 'bad_code_verifier' },
      });
    }
    expect((await trade(codeOf(location))).status).toBe(200);
  });

  test('accepts a plain challenge as its own verifier', async () => {
    const { location } = await signInWith(
      auth,
      'facebook',
      somebody(),
      `&code_challenge=${verifier}&code_challenge_method=PLAIN`,
    );
    expect((await trade(codeOf(location), s256)).status).toBe(400);
    expect((await trade(codeOf(location))).status).toBe(200);
  });

  test('expires five minutes after the start of the flow', async () => {
    const first = await signInWith(auth, 'google', somebody(), pkce);
    const second = await signInWith(auth, 'google', somebody(), pkce);
    stack.clock.advance(300);
    expect((await trade(codeOf(first.location))).status).toBe(200);
    stack.clock.advance(1);
    expect(await trade(codeOf(second.location))).toMatchObject({
      status: 422,
      body: { error_code: 'flow_state_expired' },
    });
  });

  test('needs a finished flow', async () => {
    const page = await follow(`${auth.url}/auth/v1/authorize?provider=google${pkce}`);
    const { rows } = await stack.pool.query<{ auth_code: string }>(
      'select auth_code from auth.flow_state where id = $1',
      [page.location.searchParams.get('state')],
    );
    expect((await trade(rows[0]!.auth_code)).status).toBe(404);
  });

  test('gives a user banned meanwhile nothing', async () => {
    const person = somebody();
    const { location } = await signInWith(auth, 'google', person, pkce);
    await stack.pool.query(`update auth.users set banned_until = 'infinity' where email = $1`, [person.email]);
    expect(await trade(codeOf(location))).toMatchObject({ status: 400, body: { error_code: 'user_banned' } });
  });
});

describe('the state', () => {
  const back = (state: string) => follow(`${auth.url}/auth/v1/callback?code=x${state}`);
  const expectHome = ({ status, location }: Awaited<ReturnType<typeof follow>>, code: string) => {
    expect([status, location.origin, location.pathname, location.hash]).toEqual([303, SITE_URL, '/', '']);
    expect(errorIn(location.searchParams)).toEqual(['invalid_request', code]);
  };

  test.each([
    ['', 'bad_oauth_callback'],
    ['&state=made-up', 'bad_oauth_state'],
    ['&state=4b8a0ab4-7a16-4bd7-8c4e-6a4b9c5d3f10', 'bad_oauth_state'],
  ])('“%s” redirects to the site with the query only', async (state, code) => expectHome(await back(state), code));

  test.each([
    ['for tokens', '', 'bad_oauth_state'],
    ['for a code', pkce, 'flow_state_already_used'],
  ])('is invalid after use %s', async (_what, query, code) => {
    const page = await follow(`${auth.url}/auth/v1/authorize?provider=google${query}`);
    const first = await consent(page.location, somebody());
    const second = await consent(page.location, somebody());
    expect((await follow(first)).status).toBe(302);
    expectHome(await follow(first), code);
    expectHome(await follow(second), code);
  });

  test('is used once by two concurrent responses', async () => {
    const page = await follow(`${auth.url}/auth/v1/authorize?provider=google`);
    const answers = [await consent(page.location, somebody()), await consent(page.location, somebody())];
    const locations = (await Promise.all(answers.map((answer) => follow(answer)))).map(({ location }) => location);
    expect(locations.filter((location) => location.hash.includes('access_token'))).toHaveLength(1);
  });

  test('expires after five minutes', async () => {
    const page = await follow(`${auth.url}/auth/v1/authorize?provider=google`);
    const answer = await consent(page.location, somebody());
    stack.clock.advance(301);
    expectHome(await follow(answer), 'bad_oauth_state');
  });

  test('of a mail’s flow is refused', async () => {
    const { email } = somebody();
    await auth.call('POST', '/signup', {
      body: { email, password: 'correct horse', code_challenge: s256, code_challenge_method: 's256' },
    });
    const { rows } = await stack.pool.query<{ id: string }>(
      `select id from auth.flow_state where authentication_method = 'email/signup'`,
    );
    expectHome(await back(`&state=${rows[0]!.id}`), 'bad_oauth_state');
  });
});

describe('errors on the redirect', () => {
  const expectBoth = (location: URL, [error, code]: [string, string | null]) => {
    expect(errorIn(location.searchParams)).toEqual([error, code]);
    expect(errorIn(fragmentOf(location))).toEqual([error, code]);
    expect(fragmentOf(location).has('sb')).toBe(true);
  };
  const target = `${SITE_URL}/sign-in?next=%2Fapp`;
  const to = `&redirect_to=${encodeURIComponent(target)}`;

  test.each(['google', 'facebook'] as const)('refusing at %s', async (provider) => {
    const { status, location } = await signInWith(auth, provider, { deny: true }, to);
    expect([status, location.pathname, location.searchParams.get('next')]).toEqual([302, '/sign-in', '/app']);
    expectBoth(location, ['access_denied', null]);
    const said = provider === 'facebook' ? 'Permissions error' : '';
    expect(location.searchParams.get('error_description')).toBe(said);
  });

  test.each([
    ['google', ''],
    ['google', pkce],
    ['facebook', ''],
  ] as const)('no address from %s %s', async (provider, query) => {
    const { location } = await signInWith(auth, provider, { emailState: 'none' }, query);
    expectBoth(location, ['server_error', 'unexpected_failure']);
    const description = 'Error getting user email from external provider';
    expect(location.searchParams.get('error_description')).toBe(description);
  });

  test('a code unknown to the provider', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const page = await follow(`${auth.url}/auth/v1/authorize?provider=google${to}`);
    const state = page.location.searchParams.get('state');
    const { location } = await follow(`${auth.url}/auth/v1/callback?code=made-up&state=${state}`);
    expectBoth(location, ['server_error', 'unexpected_failure']);
    expect(location.searchParams.get('error_description')).toBe('Unable to exchange external code: made');
    expect(log.mock.lastCall?.[0]).toMatch(/answered 400: .*invalid_grant/);
    log.mockRestore();
    const missing = await follow(`${auth.url}/auth/v1/callback?state=${state}`);
    expectBoth(missing.location, ['invalid_request', 'bad_oauth_callback']);
  });

  test('signing up where it is disabled, and signing in while banned', async () => {
    const person = somebody();
    const closed = await startProviderAuth(stack, { disableSignup: true });
    expectBoth((await signInWith(closed, 'google', person)).location, ['access_denied', 'signup_disabled']);
    await signInWith(auth, 'google', person);
    expect((await signInWith(closed, 'google', person)).location.hash).toContain('access_token=');
    await stack.pool.query(`update auth.users set banned_until = 'infinity' where email = $1`, [person.email]);
    expectBoth((await signInWith(auth, 'google', person)).location, ['access_denied', 'user_banned']);
  });
});

describe('the final redirect', () => {
  const foreign = ['https://evil.test/', 'javascript:alert(1)', `${SITE_URL}@evil.test/`, '//evil.test'];
  test.each(foreign)('to %s is not allowed and falls back to the site', async (url) => {
    const { location } = await signInWith(auth, 'google', somebody(), `&redirect_to=${encodeURIComponent(url)}`);
    expect([location.origin, location.pathname]).toEqual([SITE_URL, '/']);
    const failed = await signInWith(auth, 'google', { deny: true }, `&redirect_to=${encodeURIComponent(url)}`);
    expect([failed.location.origin, failed.location.pathname]).toEqual([SITE_URL, '/']);
  });

  test('to configured URLs is allowed', async () => {
    const own = await startProviderAuth(stack, { redirectUrls: ['https://studio.example.org/**'] });
    const { location } = await signInWith(own, 'google', somebody(), '&redirect_to=https://studio.example.org/app/x');
    expect(`${location.origin}${location.pathname}`).toBe('https://studio.example.org/app/x');
  });
});
