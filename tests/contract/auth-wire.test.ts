import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuth } from '#local/auth/server.ts';
import {
  ANON_KEY,
  SERVICE_KEY,
  SITE_URL,
  startAuthStack,
  type AuthStack,
  type AuthUnderTest,
} from '../support/auth-stack.ts';

let stack: AuthStack;
let auth: AuthUnderTest;
let bearer: string;
const email = 'ada@example.org';
const password = 'correct horse';

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await stack.start();
  await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const { data } = await auth.client().auth.signInWithPassword({ email, password });
  bearer = data.session!.access_token;
});
afterAll(() => stack?.stop());

const versioned = { 'x-supabase-api-version': '2024-01-01' };

test('errors have the format of the requested API version', async () => {
  const body = { email, password: 'wrong' };
  const ask = (headers: Record<string, string>) => auth.call('POST', '/token?grant_type=password', { body, headers });
  const initial = await ask({});
  expect(initial.body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' });
  expect(initial.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  expect(initial.headers.get('x-supabase-api-version')).toBeNull();
  for (const version of ['2024-01-01', '2025-06-30']) {
    const newer = await ask({ 'x-supabase-api-version': version });
    expect(newer.status).toBe(400);
    expect(newer.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(newer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  }
  for (const version of ['2023-12-31', 'yesterday']) {
    expect((await ask({ 'x-supabase-api-version': version })).body).toHaveProperty('error_code');
  }
});

test('weak passwords return their reasons in both formats', async () => {
  const body = { email: 'weak@example.org', password: 'x' };
  const initial = await auth.call('POST', '/signup', { body });
  expect(initial.body).toMatchObject({
    code: 422,
    error_code: 'weak_password',
    weak_password: { reasons: ['length'] },
  });
  const newer = await auth.call('POST', '/signup', { body, headers: versioned });
  expect(newer.body).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['length'] } });
});

test('the gateway requires one of the project’s keys', async () => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${auth.url}/auth/v1${path}`, { headers, redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };
  expect(await get('/settings')).toMatchObject({
    status: 401,
    text: expect.stringContaining('No API key found in request') as string,
  });
  expect(await get('/settings', { apikey: 'sb_publishable_other' })).toMatchObject({
    status: 401,
    text: expect.stringContaining('Invalid API key') as string,
  });
  for (const key of [ANON_KEY, SERVICE_KEY]) expect((await get('/settings', { apikey: key })).status).toBe(200);
  expect((await get(`/settings?apikey=${ANON_KEY}`)).status).toBe(200);
  for (const open of ['/health', '/.well-known/jwks.json']) expect((await get(open)).status).toBe(200);
  expect((await get('/verify?token=x&type=magiclink')).status).toBe(303);
});

test('browsers may call from any origin and read the needed headers', async () => {
  const preflight = await fetch(`${auth.url}/auth/v1/token?grant_type=password`, {
    method: 'OPTIONS',
    headers: {
      origin: SITE_URL,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  for (const header of ['apikey', 'x-supabase-api-version', 'x-client-info']) {
    expect(preflight.headers.get('access-control-allow-headers')).toContain(header);
  }
  const answer = await auth.call('POST', '/token?grant_type=password', { body: {}, headers: { origin: SITE_URL } });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
  const refused = await fetch(`${auth.url}/auth/v1/settings`, { headers: { origin: SITE_URL } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
});

test('returns enabled features', async () => {
  const { body } = await auth.call('GET', '/settings');
  expect(body).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false, google: false, facebook: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    saml_enabled: false,
  });
  expect((await auth.call('GET', '/health')).body).toMatchObject({ name: 'GoTrue' });
});

const disabled: [method: string, path: string, status: number, code: string, body?: object][] = [
  ['GET', '/authorize?provider=google', 400, 'validation_failed'],
  ['POST', '/sso', 404, 'saml_provider_disabled', { domain: 'example.org' }],
  ['POST', '/factors', 422, 'mfa_phone_enroll_not_enabled', { factor_type: 'phone', phone: '+34600111222' }],
  ['POST', '/factors', 400, 'validation_failed', { factor_type: 'dna' }],
  ['POST', '/factors/x/challenge', 404, 'validation_failed', {}],
  ['POST', '/factors/4b8a0ab4-7a16-4bd7-8c4e-6a4b9c5d3f10/verify', 404, 'mfa_factor_not_found', {}],
  ['DELETE', '/factors/4b8a0ab4-7a16-4bd7-8c4e-6a4b9c5d3f10', 404, 'mfa_factor_not_found'],
  ['POST', '/signup', 422, 'anonymous_provider_disabled', {}],
  ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled', {}],
  ['POST', '/token?grant_type=id_token', 400, 'provider_disabled', { provider: 'google', id_token: 'x' }],
  ['POST', '/token?grant_type=telepathy', 400, 'invalid_credentials', {}],
  ['POST', '/otp', 400, 'phone_provider_disabled', { phone: '+34600111222' }],
];

test.each(disabled)('%s %s is answered %i %s', async (method, path, status, code, body) => {
  const answer = await auth.call(method, path, { bearer, ...(body ? { body } : {}) });
  expect([answer.status, answer.body.error_code]).toEqual([status, code]);
});

test('OAuth endpoints return errors in OAuth’s format', async () => {
  const answer = await auth.call('POST', '/token?grant_type=id_token', {
    body: { provider: 'google' },
    headers: versioned,
  });
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: 'invalid request', error_description: 'id_token required' },
  ]);
});

test('redirects an unsolicited provider response to the site', async () => {
  const { status, location } = await auth.call('GET', '/callback?state=made-up&code=x');
  expect([status, location?.origin, location?.hash]).toEqual([303, SITE_URL, '']);
  expect(location?.searchParams.get('error_code')).toBe('bad_oauth_state');
});

test('rate-limits attempts from one address', async () => {
  const strict = await stack.start({
    rateLimits: {
      mails: { events: 1, seconds: 3_600 },
      signUps: { events: 100, seconds: 60 },
      tokens: { events: 2, seconds: 60 },
      verifications: { events: 100, seconds: 60 },
      codes: { events: 100, seconds: 60 },
      factors: { events: 100, seconds: 60 },
    },
  });
  const signIn = (ip: string) =>
    strict.call('POST', '/token?grant_type=password', {
      body: { email, password },
      headers: { 'x-forwarded-for': ip },
    });
  expect((await signIn('10.0.0.1')).status).toBe(200);
  expect((await signIn('10.0.0.1')).status).toBe(200);
  expect(await signIn('10.0.0.1')).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } });
  expect((await signIn('10.0.0.2')).status).toBe(200);
  stack.clock.advance(60);
  expect((await signIn('10.0.0.1')).status).toBe(200);
  expect((await strict.call('POST', '/recover', { body: { email } })).status).toBe(200);
  const second = await strict.call('POST', '/signup', { body: { email: 'second@example.org', password } });
  expect(second).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } });
  const { rows } = await stack.pool.query(`select 1 from auth.users where email = 'second@example.org'`);
  expect(rows).toEqual([]);
});

test('refuses large bodies', async () => {
  const answer = await auth.call('POST', '/signup', { body: { email, password, data: { x: 'x'.repeat(1 << 20) } } });
  expect(answer).toMatchObject({ status: 413, body: { error_code: 'request_entity_too_large' } });
});

test('listens on this machine only', async () => {
  const settings = { siteUrl: SITE_URL, externalUrl: 'http://localhost:1', anonKey: ANON_KEY, serviceKey: SERVICE_KEY };
  const options = { port: 0, databaseUrl: stack.databaseUrl, smtpUrl: stack.mailbox.smtpUrl, settings };
  const elsewhere = [
    { ...options, databaseUrl: 'postgres://postgres:x@db.abcdefgh.supabase.co:5432/postgres' },
    { ...options, smtpUrl: 'smtp://mail.example.org' },
    { ...options, settings: { ...settings, siteUrl: 'https://albumen.example' } },
    { ...options, settings: { ...settings, externalUrl: 'https://abcdefgh.supabase.co' } },
    { ...options, settings: { ...settings, siteUrl: 'https://localhost.evil.example' } },
  ];
  for (const wrong of elsewhere) await expect(startAuth(wrong)).rejects.toThrow('only serves this machine');
});
