import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SERVICE_KEY, startAuthStack, type AuthStack, type AuthUnderTest } from '../support/auth-stack.ts';

let stack: AuthStack;
let guarded: AuthUnderTest;
let asked: [token: string, ip: string | null][] = [];
const password = 'correct horse';
const email = 'captcha@example.org';
const good = { gotrue_meta_security: { captcha_token: ' good ' } };

beforeAll(async () => {
  stack = await startAuthStack();
  guarded = await stack.start({
    mailIntervalSeconds: 0,
    captcha: async (token, ip) => {
      asked.push([token, ip]);
      return token === 'good' ? [] : ['invalid-input-response', 'timeout-or-duplicate'];
    },
  });
  await guarded.admin.auth.admin.createUser({ email, password, email_confirm: true });
});
afterAll(() => stack?.stop());
beforeEach(() => {
  asked = [];
});

const refused = { status: 400, body: { error_code: 'captcha_failed' } };

const calls: [path: string, body: object, status: number][] = [
  ['/signup', { email: 'new@example.org', password }, 200],
  ['/signup', {}, 422],
  ['/token?grant_type=password', { email, password }, 200],
  ['/token?grant_type=web3', {}, 422],
  ['/otp', { email }, 200],
  ['/recover', { email }, 200],
  ['/resend', { type: 'signup', email }, 200],
];

test.each(calls)('POST %s %o requires a captcha', async (path, body, status) => {
  expect(await guarded.call('POST', path, { body })).toMatchObject(refused);
  expect(await guarded.call('POST', path, { body: { ...body, gotrue_meta_security: null } })).toMatchObject(refused);
  expect(asked).toEqual([]);
  const bad = await guarded.call('POST', path, {
    body: { ...body, gotrue_meta_security: { captcha_token: 'bad' } },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  expect(bad).toMatchObject(refused);
  expect(bad.body.msg).toBe('captcha protection: request disallowed (invalid-input-response, timeout-or-duplicate)');
  expect(asked).toEqual([['bad', '203.0.113.7']]);
  expect((await guarded.call('POST', path, { body: { ...body, ...good } })).status).toBe(status);
});

test('the official client sends it', async () => {
  const captchaToken = 'good';
  const client = guarded.client();
  expect((await client.auth.signInWithPassword({ email, password })).error).toMatchObject({ code: 'captcha_failed' });
  const { error } = await client.auth.signInWithPassword({ email, password, options: { captchaToken } });
  expect(error).toBeNull();
  expect((await client.auth.resetPasswordForEmail(email, { captchaToken })).error).toBeNull();
});

test('exchanges of codes and tokens that followed a captcha require none', async () => {
  const { data } = await guarded
    .client()
    .auth.signInWithPassword({ email, password, options: { captchaToken: 'good' } });
  asked = [];
  const grants: [grant: string, body: object, code: string | undefined][] = [
    ['refresh_token', { refresh_token: data.session!.refresh_token }, undefined],
    ['pkce', { auth_code: 'x', code_verifier: 'c'.repeat(43) }, 'flow_state_not_found'],
  ];
  for (const [grant, body, code] of grants) {
    expect((await guarded.call('POST', `/token?grant_type=${grant}`, { body })).body.error_code).toBe(code);
  }
  const idToken = await guarded.call('POST', '/token?grant_type=id_token', { body: {} });
  expect(idToken.body).not.toMatchObject({ error_code: 'captcha_failed' });
  expect(asked).toEqual([]);
});

test('exempts administrators, but no other bearer', async () => {
  const { data } = await guarded
    .client()
    .auth.signInWithPassword({ email, password, options: { captchaToken: 'good' } });
  const recover = (bearer: string) => guarded.call('POST', '/recover', { bearer, body: { email } });
  expect((await recover(SERVICE_KEY)).status).toBe(200);
  for (const bearer of [data.session!.access_token, 'x.y.z']) expect(await recover(bearer)).toMatchObject(refused);
});

test('a project without a captcha requires none', async () => {
  const open = await stack.start();
  expect((await open.call('POST', '/recover', { body: { email: 'nobody@example.org' } })).status).toBe(200);
  const strange = { email: 'nobody@example.org', gotrue_meta_security: 'x' };
  expect((await open.call('POST', '/recover', { body: strange })).status).toBe(200);
  expect(await guarded.call('POST', '/recover', { body: strange })).toMatchObject({
    status: 400,
    body: { error_code: 'bad_json' },
  });
});
