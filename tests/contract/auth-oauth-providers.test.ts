import { createHmac } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAuth } from '#local/auth/server.ts';
import { ANON_KEY, SERVICE_KEY, SITE_URL, startAuthStack, type AuthStack } from '../support/auth-stack.ts';
import { consent, startProviderAuth, type Choice, type ProviderAuth } from '../support/provider-sign-in.ts';

let stack: AuthStack;
let auth: ProviderAuth;
let google: { clientId: string; secret: string; url: string };
let facebook: typeof google;
let redirectUri: string;

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await startProviderAuth(stack);
  ({ google, facebook } = auth.registrations);
  redirectUri = `${auth.url}/auth/v1/callback`;
});
afterAll(() => stack?.stop());

type Fields = Record<string, string>;
const without = (fields: Fields, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

const googleRequest = (changes: Fields = {}) =>
  `${google.url}/o/oauth2/v2/auth?${new URLSearchParams({ client_id: google.clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid email profile', state: 's', ...changes })}`;
const facebookRequest = (changes: Fields = {}) =>
  `${facebook.url}/dialog/oauth?${new URLSearchParams({ client_id: facebook.clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'email', state: 's', ...changes })}`;

async function post(url: string, fields: Fields, headers: Fields = {}) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
async function get(url: string, headers: Fields = {}) {
  const answer = await fetch(url, { headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const codeAt = async (page: string, choice?: Choice) => (await consent(page, choice)).searchParams.get('code')!;
const trade = ({ clientId, secret }: typeof google, code: string): Fields => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirectUri,
  client_id: clientId,
  client_secret: secret,
});

describe('the consent page', () => {
  test.each([
    ['Google', googleRequest],
    ['Facebook', facebookRequest],
  ])('of %s asks for the account, loads nothing and runs no script', async (title, request) => {
    const answer = await fetch(request());
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain(`<h1>Sign in with ${title}</h1>`);
    expect(text).toContain('demo@albumen.test');
    expect(text).not.toContain('<script');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(policy).not.toContain('form-action');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    // Otherwise the page itself would count as an allowed redirect.
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('names missing fields and keeps typed values', async () => {
    const fields = { account: 'other', name: '<b>Ada</b>', email: 'nobody', email_state: 'none', decision: 'allow' };
    const answer = await fetch(googleRequest(), { method: 'POST', body: new URLSearchParams(fields) });
    const text = await answer.text();
    expect(answer.status).toBe(400);
    expect(text).toContain('role="alert"');
    expect(text).toMatch(/name="email"[^>]*value="nobody"[^>]*aria-invalid="true"/);
    expect(text).toContain('value="&lt;b&gt;Ada&lt;/b&gt;"');
    expect(text).toMatch(/value="none"\s+checked/);
  });

  test('offers sample accounts with stable ids', async () => {
    const choose = async (account: string) => {
      const body = new URLSearchParams({ account, decision: 'allow' });
      const answer = await fetch(googleRequest(), { method: 'POST', redirect: 'manual', body });
      const code = new URL(answer.headers.get('location')!).searchParams.get('code')!;
      const tokens = await post(`${google.url}/token`, trade(google, code));
      return (await get(`${google.url}/v1/userinfo`, { authorization: `Bearer ${tokens.body.access_token as string}` }))
        .body;
    };
    const marta = await choose('marta@soler.test');
    expect(marta).toMatchObject({ name: 'Marta Soler', email: 'marta@soler.test', email_verified: true });
    expect((await choose('marta@soler.test')).sub).toBe(marta.sub);
    expect((await choose('demo@albumen.test')).sub).not.toBe(marta.sub);
    expect(await (await fetch(googleRequest({ login_hint: 'marta@soler.test' }))).text()).toMatch(
      /value="marta@soler.test"\s+checked/,
    );
  });

  test.each([
    ['another client', { client_id: 'x' }, 401, 'invalid_client'],
    ['another address', { redirect_uri: 'https://evil.test/' }, 400, 'redirect_uri_mismatch'],
    ['an address that is nearly right', { redirect_uri: 'REDIRECT/' }, 400, 'redirect_uri_mismatch'],
    ['no code', { response_type: 'token' }, 400, 'unsupported_response_type'],
    ['no scope', { scope: ' ' }, 400, 'invalid_request'],
  ])('redirects nobody for %s', async (_what, changes: Fields, status, code) => {
    const sent = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, value.replace('REDIRECT', redirectUri)]),
    );
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: new URLSearchParams({ decision: 'allow' }) } : {};
      const answer = await fetch(googleRequest(sent), { method, redirect: 'manual', ...body });
      expect([answer.status, answer.headers.get('location')]).toEqual([status, null]);
      expect(await answer.text()).toContain(code);
    }
    expect((await fetch(facebookRequest(sent))).status).toBe(400);
  });

  test('answers only under this machine’s names', async () => {
    const answer = await fetch(googleRequest().replace('127.0.0.1', 'localhost'));
    expect(answer.status).toBe(200);
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const asked = request(googleRequest(), { headers: { host: 'evil.test' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      asked.on('error', reject).end();
    });
    expect(status).toBe(421);
  });
});

describe('Google’s protocol', () => {
  test('publishes its discovery document, and signs with the published key', async () => {
    const { body: metadata } = await get(`${google.url}/.well-known/openid-configuration`);
    expect(metadata).toMatchObject({
      issuer: 'https://accounts.google.com',
      authorization_endpoint: googleRequest().split('?')[0],
      id_token_signing_alg_values_supported: ['RS256'],
    });
    const back = await consent(googleRequest({ nonce: 'n' }));
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 's', scope: 'openid email profile' });
    const { status, body } = await post(
      metadata.token_endpoint as string,
      trade(google, back.searchParams.get('code')!),
    );
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['access_token', 'expires_in', 'id_token', 'scope', 'token_type'],
    ]);
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri as string));
    const { payload, protectedHeader } = await jwtVerify(body.id_token as string, keys, {
      algorithms: ['RS256'],
      issuer: 'https://accounts.google.com',
      audience: google.clientId,
      currentDate: stack.clock.now(),
    });
    expect(protectedHeader.kid).toBeTruthy();
    expect(payload).toMatchObject({
      azp: google.clientId,
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      nonce: 'n',
      at_hash: expect.stringMatching(/^[\w-]{22}$/) as string,
    });
    const { body: person } = await get(metadata.userinfo_endpoint as string, {
      authorization: `Bearer ${body.access_token as string}`,
    });
    expect(person).toMatchObject({ sub: payload.sub, email: 'ada@example.org' });
    expect((await fetch(person.picture as string)).headers.get('content-type')).toBe('image/svg+xml');
  });

  test('accepts the secret in the header, too', async () => {
    const fields = trade(google, await codeAt(googleRequest()));
    const basic = Buffer.from(`${google.clientId}:${google.secret}`).toString('base64');
    const body = without(without(fields, 'client_secret'), 'client_id');
    expect((await post(`${google.url}/token`, body, { authorization: `Basic ${basic}` })).status).toBe(200);
  });

  test('refuses every other exchange, and a reused code', async () => {
    const fields = trade(google, await codeAt(googleRequest()));
    const refused: [Fields, number, string][] = [
      [{ client_id: 'x' }, 401, 'invalid_client'],
      [{ client_secret: 'x' }, 401, 'invalid_client'],
      [{ redirect_uri: `${redirectUri}/` }, 400, 'redirect_uri_mismatch'],
      [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
      [{ code: 'x' }, 400, 'invalid_grant'],
    ];
    for (const [changes, status, error] of refused) {
      const answer = await post(`${google.url}/token`, { ...fields, ...changes });
      expect([changes, answer.status, answer.body.error]).toEqual([changes, status, error]);
    }
    expect((await post(`${google.url}/token`, fields)).status).toBe(200);
    expect((await post(`${google.url}/token`, fields)).body.error).toBe('invalid_grant');
    const late = trade(google, await codeAt(googleRequest()));
    stack.clock.advance(600);
    expect((await post(`${google.url}/token`, late)).body.error).toBe('invalid_grant');
    expect((await get(`${google.url}/v1/userinfo`, { authorization: 'Bearer x' })).status).toBe(401);
  });
});

describe('Facebook’s protocol', () => {
  const accessToken = async (choice?: Choice) => {
    const { body } = await post(
      `${facebook.url}/oauth/access_token`,
      trade(facebook, await codeAt(facebookRequest(), choice)),
    );
    return body.access_token as string;
  };
  const proofOf = (token: string) => createHmac('sha256', facebook.secret).update(token).digest('hex');
  const me = (token: string, fields: string, proof = proofOf(token)) =>
    get(`${facebook.url}/me?fields=${fields}&appsecret_proof=${proof}`, { authorization: `Bearer ${token}` });

  test('adds its fragment to every redirect', async () => {
    expect((await consent(facebookRequest())).hash).toBe('#_=_');
    const denied = await consent(facebookRequest(), { deny: true });
    expect(Object.fromEntries(denied.searchParams)).toEqual({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
      state: 's',
    });
  });

  test('returns the requested fields with the secret', async () => {
    const token = await accessToken();
    expect((await me(token, 'first_name,email,shoe_size')).body).toEqual({
      first_name: 'Ada',
      email: 'ada@example.org',
      id: expect.stringMatching(/^\d{16}$/) as string,
    });
    for (const proof of ['', 'x', proofOf('another')]) {
      expect(await me(token, 'email', proof)).toMatchObject({
        status: 400,
        body: { error: { type: 'OAuthException', code: 100 } },
      });
    }
    expect((await me('EAAx', 'email')).body).toMatchObject({ error: { code: 190 } });
    expect((await me(await accessToken({ emailState: 'none' }), 'email')).body).not.toHaveProperty('email');
    expect((await me(await accessToken({ emailState: 'unverified' }), 'email')).body).not.toHaveProperty('email');
  });

  test('refuses every other exchange, and a reused code', async () => {
    const fields = trade(facebook, await codeAt(facebookRequest()));
    const url = `${facebook.url}/oauth/access_token`;
    const refused: [Fields, number][] = [
      [{ client_id: 'x' }, 101],
      [{ client_secret: 'x' }, 1],
      [{ redirect_uri: `${redirectUri}/` }, 100],
      [{ code: 'x' }, 100],
    ];
    for (const [changes, code] of refused) {
      expect(await post(url, { ...fields, ...changes })).toMatchObject({ status: 400, body: { error: { code } } });
    }
    expect((await get(`${url}?${new URLSearchParams(fields)}`)).status).toBe(200);
    expect((await post(url, fields)).status).toBe(400);
  });
});

test('both simulated providers refuse an unregistered client', async () => {
  const closed = await stack.start();
  const page = googleRequest().replace(google.url, `${closed.url}/providers/google`);
  expect((await fetch(page)).status).toBe(401);
  expect((await post(`${closed.url}/providers/google/token`, trade(google, 'x'))).status).toBe(401);
});

test('refuses to start with a provider on another machine', async () => {
  const started = startAuth({
    port: 0,
    databaseUrl: stack.databaseUrl,
    smtpUrl: stack.mailbox.smtpUrl,
    settings: {
      siteUrl: SITE_URL,
      externalUrl: 'http://127.0.0.1:1',
      anonKey: ANON_KEY,
      serviceKey: SERVICE_KEY,
      externalProviders: { google: { clientId: 'x', secret: 'y', url: 'https://accounts.google.com' } },
    },
  });
  await expect(started).rejects.toThrow(/only serves this machine; google is accounts\.google\.com/);
});

test('refuses a provider whose identity document names another one', async () => {
  const impostor = await stack.start(() => ({
    externalProviders: { google: { ...google, url: facebook.url } },
  }));
  const answer = await impostor.call('POST', '/token?grant_type=id_token', {
    body: { provider: 'google', id_token: 'x' },
  });
  expect([answer.status, answer.body.error_description]).toEqual([400, 'Bad ID token']);
  const start = await impostor.call('GET', '/authorize?provider=google');
  expect([start.status, start.body.msg]).toEqual([
    400,
    `Unsupported provider: ${facebook.url} describes https://www.facebook.com instead of https://accounts.google.com`,
  ]);
});
