import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastMailTo, startAuthStack, type AuthStack, type AuthUnderTest } from '../support/auth-stack.ts';

let stack: AuthStack;
let auth: AuthUnderTest;
let email: string;
let people = 0;
const password = 'correct horse';
const DAY = 86_400;

beforeAll(async () => {
  stack = await startAuthStack();
  // Longer than a day, so that an old session still has a valid token.
  auth = await stack.start({ tokenLifetimeSeconds: 10 * DAY });
});
afterAll(() => stack?.stop());
beforeEach(async () => {
  people += 1;
  email = `again-${people}@example.org`;
  await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
});

async function signIn(server = auth): Promise<string> {
  return (await server.client().auth.signInWithPassword({ email, password })).data.session!.access_token;
}

async function mailedCode(bearer: string): Promise<string> {
  expect(await auth.call('GET', '/reauthenticate', { bearer })).toMatchObject({ status: 200, body: {} });
  return /\d{6}/.exec(lastMailTo(stack.mailbox, email).subject)![0];
}

const put = (bearer: string, body: object) => auth.call('PUT', '/user', { bearer, body });
const needed = { status: 400, body: { error_code: 'reauthentication_needed' } };
const invalid = { status: 422, body: { error_code: 'reauthentication_not_valid' } };

test('accepts a password change within a day of signing in', async () => {
  const bearer = await signIn();
  stack.clock.advance(DAY);
  expect((await put(bearer, { password: 'a better one' })).status).toBe(200);
});

test('later requires a mailed code, as the settings file says', async () => {
  const bearer = await signIn();
  stack.clock.advance(DAY + 1);
  expect(await put(bearer, { password: 'a better one' })).toMatchObject(needed);
  expect(await put(bearer, { password: 'a better one', nonce: '' })).toMatchObject(needed);
  expect((await put(bearer, { data: { language: 'ca' } })).status).toBe(200);
  const nonce = await mailedCode(bearer);
  expect((await put(bearer, { password: 'a better one', nonce })).status).toBe(200);
  expect((await auth.client().auth.signInWithPassword({ email, password: 'a better one' })).error).toBeNull();
});

test('the official client requests and sends it', async () => {
  const client = auth.client();
  await client.auth.signInWithPassword({ email, password });
  stack.clock.advance(DAY + 1);
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const nonce = /\d{6}/.exec(lastMailTo(stack.mailbox, email).subject)![0];
  expect((await client.auth.updateUser({ password: 'a better one', nonce })).error).toBeNull();
});

test('refuses a wrong, foreign, expired or used code', async () => {
  const bearer = await signIn();
  stack.clock.advance(DAY + 1);
  expect(await put(bearer, { password: 'a better one', nonce: '123456' })).toMatchObject(invalid);
  const nonce = await mailedCode(bearer);
  expect(await put(bearer, { password: 'a better one', nonce: nonce.slice(1) })).toMatchObject(invalid);
  const { rows } = await stack.pool.query('select reauthentication_token as hash from auth.users where email = $1', [
    email,
  ]);
  const { hash } = rows[0] as { hash: string };
  expect(hash).not.toContain(nonce);
  expect(await put(bearer, { password: 'a better one', nonce: hash })).toMatchObject(invalid);

  stack.clock.advance(3_601);
  expect(await put(bearer, { password: 'a better one', nonce })).toMatchObject(invalid);
  const second = await mailedCode(bearer);
  expect((await put(bearer, { password: 'a better one', nonce: second })).status).toBe(200);
  expect(await put(bearer, { password: 'the best one', nonce: second })).toMatchObject(invalid);
});

test('a right code is used up even if another check fails', async () => {
  const bearer = await signIn();
  stack.clock.advance(DAY + 1);
  const nonce = await mailedCode(bearer);
  expect(await put(bearer, { password, nonce })).toMatchObject({ status: 422, body: { error_code: 'same_password' } });
  expect(await put(bearer, { password: 'a better one', nonce })).toMatchObject(invalid);
  expect(await auth.call('GET', '/reauthenticate', { bearer })).toMatchObject({
    status: 429,
    body: { error_code: 'over_email_send_rate_limit' },
  });
});

test('sends a code to a confirmed address only', async () => {
  const open = await stack.start({ phoneSignIns: true });
  const ask = (bearer: string) => open.call('GET', '/reauthenticate', { bearer });
  const bearer = await signIn(open);
  await stack.pool.query('update auth.users set email_confirmed_at = null where email = $1', [email]);
  expect(await ask(bearer)).toMatchObject({ status: 422, body: { error_code: 'email_not_confirmed' } });
  const { body } = await open.call('POST', '/signup', { body: { phone: '+34600111000', password } });
  expect(await ask(body.access_token as string)).toMatchObject({
    status: 422,
    body: { error_code: 'sms_send_failed' },
  });
  expect((await open.call('GET', '/reauthenticate')).status).toBe(401);
});
