import { createHash } from 'node:crypto';
import { decodeJwt, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastMailTo, startAuthStack, type Answer, type AuthStack, type AuthUnderTest } from '../support/auth-stack.ts';
import { startTestProvider, type TestProvider } from '../support/test-provider.ts';
import { consent, startProviderAuth } from '../support/provider-sign-in.ts';

let stack: AuthStack;
let auth: AuthUnderTest;
let google: TestProvider;
let facebook: TestProvider;

beforeAll(async () => {
  stack = await startAuthStack();
  google = await startTestProvider('https://accounts.google.com');
  facebook = await startTestProvider('https://www.facebook.com');
  auth = await stack.start({
    externalProviders: {
      google: { clientId: 'ours', secret: 's', url: google.url },
      facebook: { clientId: 'our-app', secret: 's', url: facebook.url },
    },
  });
});
afterAll(async () => {
  await stack?.stop();
  await google?.close();
  await facebook?.close();
});

let people = 0;
/** Google's claims about a new user. */
function claims(changes: Record<string, unknown> = {}): JWTPayload {
  people += 1;
  const now = stack.clock.now().getTime() / 1_000;
  return {
    iss: 'https://accounts.google.com',
    aud: 'ours',
    azp: 'ours',
    sub: `subject-${people}`,
    email: `person-${people}@example.org`,
    email_verified: true,
    name: 'Ada Lovelace',
    iat: now,
    exp: now + 60,
    ...changes,
  };
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const grant = (body: object, on = auth) => on.call('POST', '/token?grant_type=id_token', { body });
const present = async (token: JWTPayload, more: object = {}) =>
  grant({ provider: 'google', id_token: await google.sign(token), ...more });
const expectRefused = ({ status, body }: Answer, error_description: string, error = 'invalid request') => {
  expect([status, body]).toEqual([400, { error, error_description }]);
};

describe('an identity token', () => {
  test('of Google signs in through the official client', async () => {
    const client = auth.client();
    const person = claims({ nonce: sha256('n-once'), hd: 'example.org' });
    const { data, error } = await client.auth.signInWithIdToken({
      provider: 'google',
      token: await google.sign(person),
      nonce: 'n-once',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person['email'], app_metadata: { providers: ['google'] } });
    expect(data.user?.identities?.[0]).toMatchObject({
      id: person.sub,
      identity_data: { iss: 'https://accounts.google.com', email_verified: true, custom_claims: { hd: 'example.org' } },
    });
    expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: 'oauth' }]);
    expect(data.session).not.toHaveProperty('provider_token');
  });

  test('of the simulated provider signs in, too', async () => {
    const social = await startProviderAuth(stack);
    const { clientId, secret, url } = social.registrations.google;
    const redirectUri = `${social.url}/auth/v1/callback`;
    const request = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      nonce: sha256('mine'),
    });
    const back = await consent(`${url}/o/oauth2/v2/auth?${request}`, { email: 'button@example.org' });
    const tokens = (await (
      await fetch(`${url}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code')!,
          redirect_uri: redirectUri,
          client_id: clientId,
          client_secret: secret,
        }),
      })
    ).json()) as { id_token: string; access_token: string };
    const body = { provider: 'google', id_token: tokens.id_token, nonce: 'mine' };
    expectRefused(await grant({ ...body, access_token: 'ya29.another' }, social), 'Bad ID token');
    const answer = await grant({ ...body, access_token: tokens.access_token }, social);
    expect([answer.status, answer.body.user]).toEqual([
      200,
      expect.objectContaining({ email: 'button@example.org' }) as object,
    ]);
  });

  test('of Facebook’s Limited Login has a confirmed address and needs no nonce', async () => {
    const { email_verified: _unknown, ...person } = claims({ iss: 'https://www.facebook.com', aud: 'our-app' });
    const token = await facebook.sign({ ...person, nonce: 'as it came' });
    const { status, body } = await grant({ provider: 'facebook', id_token: token });
    expect([status, body.user]).toEqual([200, expect.objectContaining({ email: person['email'] }) as object]);
    expect(body.user).toMatchObject({ email_confirmed_at: expect.any(String) as string });
  });

  test('may name its issuer and client instead of the provider', async () => {
    const body = { id_token: await google.sign(claims()), client_id: 'ours', issuer: 'https://accounts.google.com' };
    expect((await grant(body)).status).toBe(200);
  });
});

describe('refuses a token', () => {
  const wrong: [what: string, change: () => Record<string, unknown>][] = [
    ['from another issuer', () => ({ iss: 'https://accounts.evil.test' })],
    ['without an issuer', () => ({ iss: undefined })],
    ['of yesterday', () => ({ exp: stack.clock.now().getTime() / 1_000 - 1 })],
    ['without an end', () => ({ exp: undefined })],
    ['of tomorrow', () => ({ nbf: stack.clock.now().getTime() / 1_000 + 3_600 })],
    ['whose address is none', () => ({ email: 7 })],
  ];
  test.each(wrong)('%s', async (_what, change) => {
    expectRefused(await present(claims(change())), 'Bad ID token');
  });

  test('for another audience', async () => {
    expectRefused(await present(claims({ aud: 'theirs' })), 'Unacceptable audience in id_token: [theirs]');
    expect((await present(claims({ aud: ['theirs', 'ours'] }))).status).toBe(200);
  });

  test('without a subject', async () => {
    expectRefused(await present(claims({ sub: undefined })), 'Missing sub claim in id_token');
  });

  test('not signed by the provider', async () => {
    const body = (id_token: string) => ({ provider: 'google', id_token });
    expectRefused(await grant(body(await google.forge(claims()))), 'Bad ID token');
    expectRefused(await grant(body(await google.confuse(claims()))), 'Bad ID token');
    expectRefused(await grant(body(google.unsigned(claims()))), 'Bad ID token');
    expectRefused(await grant(body(await facebook.sign(claims()))), 'Bad ID token');
    expectRefused(await grant(body('x')), 'Bad ID token');
    const changed = (await google.sign(claims())).split('.');
    changed[1] = Buffer.from(JSON.stringify(claims({ email: 'owner@example.org' }))).toString('base64url');
    expectRefused(await grant(body(changed.join('.'))), 'Bad ID token');
  });

  test('with another nonce than the client’s', async () => {
    const bound = claims({ nonce: sha256('n-once') });
    expectRefused(await present(bound, { nonce: 'another' }), 'Nonces mismatch', 'invalid nonce');
    expectRefused(await present(bound, { nonce: sha256('n-once') }), 'Nonces mismatch', 'invalid nonce');
    const one = 'Passed nonce and nonce in id_token should either both exist or not.';
    expectRefused(await present(bound), one);
    expectRefused(await present(claims(), { nonce: 'n-once' }), one);
    expect((await present(bound, { nonce: 'n-once' })).status).toBe(200);
  });

  test('with another token’s access token', async () => {
    const hash = createHash('sha256').update('ya29.mine').digest().subarray(0, 16).toString('base64url');
    const bound = claims({ at_hash: hash });
    expectRefused(await present(bound, { access_token: 'ya29.another' }), 'Bad ID token');
    expect((await present(bound, { access_token: 'ya29.mine' })).status).toBe(200);
    expect((await present(bound)).status).toBe(200);
  });
});

describe('a request', () => {
  test('must contain a token and a provider', async () => {
    expectRefused(await grant({ provider: 'google' }), 'id_token required');
    const missing = 'provider or client_id and issuer required';
    expectRefused(await grant({ id_token: 'x' }), missing);
    expectRefused(await grant({ id_token: 'x', issuer: 'https://accounts.google.com' }), missing);
  });

  test('must name a known, enabled provider', async () => {
    const unknown = await grant({ id_token: 'x', provider: 'telepathy' });
    expect([unknown.status, unknown.body.error_code]).toEqual([400, 'validation_failed']);
    const closed = await stack.start();
    const disabled = await grant({ id_token: 'x', provider: 'google' }, closed);
    expect([disabled.status, disabled.body.error_code, disabled.body.msg]).toEqual([
      400,
      'provider_disabled',
      'Provider (issuer "https://accounts.google.com") is not enabled',
    ]);
  });

  test('is refused in the project’s own format if the user is the reason', async () => {
    const banned = claims();
    await present(banned);
    await stack.pool.query(`update auth.users set banned_until = 'infinity' where email = $1`, [banned['email']]);
    expect(await present(banned)).toMatchObject({ status: 403, body: { error_code: 'user_banned' } });
  });
});

test('an unconfirmed address gets a mail and no session', async () => {
  const person = claims({ email_verified: false });
  const code = 'provider_email_needs_verification';
  expect(await present(person)).toMatchObject({ status: 422, body: { error_code: code } });
  expect(lastMailTo(stack.mailbox, person['email'] as string).links).toHaveLength(1);
  const silent = claims({ email: undefined });
  expect(await present(silent)).toMatchObject({ status: 422, body: { error_code: code } });
});

describe('linking', () => {
  test('works through the official client', async () => {
    const client = auth.client();
    const person = claims();
    await client.auth.signInWithIdToken({ provider: 'google', token: await google.sign(person) });
    stack.clock.advance(1);
    const { email_verified: _unknown, ...other } = claims({ iss: 'https://www.facebook.com', aud: 'our-app' });
    const { data, error } = await client.auth.linkIdentity({ provider: 'facebook', token: await facebook.sign(other) });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(person['email']);
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['google', 'facebook']);
    const again = await client.auth.linkIdentity({ provider: 'facebook', token: await facebook.sign(other) });
    expect(again.error).toMatchObject({ status: 422, code: 'identity_already_exists' });
  });

  test('requires a signed-in user', async () => {
    const body = { provider: 'google', id_token: await google.sign(claims()), link_identity: true };
    expectRefused(await grant(body), 'Linking requires a valid user access token in Authorization');
    const anonymous = await auth.call('POST', '/token?grant_type=id_token', { body, bearer: 'x.y.z' });
    expect([anonymous.status, anonymous.body.error_code]).toEqual([403, 'bad_jwt']);
  });
});
