import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastMailTo, linkIn, startAuthStack, type AuthStack, type AuthUnderTest } from '../support/auth-stack.ts';

let stack: AuthStack;
let auth: AuthUnderTest;
let email: string;
let people = 0;
const password = 'correct horse';

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await stack.start();
});
afterAll(() => stack?.stop());
beforeEach(async () => {
  people += 1;
  email = `person-${people}@example.org`;
  await auth.admin.auth.admin.createUser({ email, password, email_confirm: true, user_metadata: { a: 1, b: 2 } });
});

async function signIn(server = auth) {
  const { data } = await server.client().auth.signInWithPassword({ email, password });
  return data.session!.access_token;
}

const put = (bearer: string, body: object, server = auth) => server.call('PUT', '/user', { bearer, body });
const status = async (bearer: string) => (await auth.call('GET', '/user', { bearer })).status;

test('merges metadata, removes null keys, and grants no roles', async () => {
  const bearer = await signIn();
  const { body } = await put(bearer, { data: { b: null, c: { d: [3] } } });
  expect(body.user_metadata).toEqual({ a: 1, c: { d: [3] }, email_verified: true });
  expect(await put(bearer, { app_metadata: { role: 'admin' } })).toMatchObject({
    status: 403,
    body: { error_code: 'not_admin' },
  });
  const ignored = await put(bearer, { role: 'service_role', id: 'x', email_confirm: true, data: {} });
  expect(ignored.body).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } });
  const proto = await auth.call('PUT', '/user', { bearer, body: '{"data": {"__proto__": {"polluted": true}}}' });
  expect(proto.status).toBe(200);
  expect({}).not.toHaveProperty('polluted');
  const half = await auth.call('PUT', '/user', { bearer, body: '{"data": {"half": "a\\ud83d"}}' });
  expect(half.body.user_metadata).toMatchObject({ half: 'a\ufffd' });
});

test('a password change ends all other sessions and pending mails', async () => {
  const [mine, other] = [await signIn(), await signIn()];
  await auth.call('POST', '/recover', { body: { email } });
  const link = linkIn(lastMailTo(stack.mailbox, email));
  expect(await put(mine, { password })).toMatchObject({ status: 422, body: { error_code: 'same_password' } });
  expect(await status(other)).toBe(200);
  expect((await put(mine, { password: 'a better one' })).status).toBe(200);
  expect([await status(mine), await status(other)]).toEqual([200, 403]);
  const { rows } = await stack.pool.query(
    'select token_type from auth.one_time_tokens join auth.users on users.id = user_id where email = $1',
    [email],
  );
  expect(rows).toEqual([]);
  const pending = await auth.call('POST', '/verify', { body: { token_hash: link.token, type: link.type } });
  expect(pending).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toMatchObject({
    code: 'invalid_credentials',
  });
  expect((await auth.client().auth.signInWithPassword({ email, password: 'a better one' })).error).toBeNull();
});

test('new passwords follow the rules', async () => {
  const bearer = await signIn();
  expect(await put(bearer, { password: 'short' })).toMatchObject({
    status: 422,
    body: { error_code: 'weak_password', weak_password: { reasons: ['length'] } },
  });
  expect(await put(bearer, { password: '' })).toMatchObject({ status: 422, body: { error_code: 'weak_password' } });
  expect(await put(bearer, { password: 'x'.repeat(73) })).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed' },
  });
});

test('with required current password, a recovery sets one without it', async () => {
  const careful = await stack.start({ requireCurrentPassword: true });
  const bearer = await signIn(careful);
  const change = (more: object) => put(bearer, { password: 'a better one', ...more }, careful);
  expect(await change({})).toMatchObject({ status: 400, body: { error_code: 'current_password_required' } });
  expect(await change({ current_password: 'wrong' })).toMatchObject({
    status: 400,
    body: { error_code: 'current_password_invalid' },
  });
  expect((await change({ current_password: password })).status).toBe(200);

  await careful.call('POST', '/recover', { body: { email } });
  const { token, type } = linkIn(lastMailTo(stack.mailbox, email));
  const recovered = await careful.call('POST', '/verify', { body: { token_hash: token, type } });
  const changed = await put(recovered.body.access_token as string, { password: 'the best one' }, careful);
  expect(changed.status).toBe(200);
});

test('a day after signing in, a strict project requires a code', async () => {
  const careful = await stack.start({ reauthenticateToChangePassword: true, tokenLifetimeSeconds: 200_000 });
  const bearer = await signIn(careful);
  stack.clock.advance(86_401);
  expect(await put(bearer, { password: 'a better one' }, careful)).toMatchObject({
    status: 400,
    body: { error_code: 'reauthentication_needed' },
  });
  expect(await careful.call('GET', '/reauthenticate', { bearer })).toMatchObject({ status: 200, body: {} });
  expect((await careful.call('GET', '/reauthenticate', { bearer })).status).toBe(429);
  const nonce = /\d{6}/.exec(lastMailTo(stack.mailbox, email).subject)![0];
  const wrong = nonce === '000000' ? '000001' : '000000';
  expect(await put(bearer, { password: 'a better one', nonce: wrong }, careful)).toMatchObject({
    status: 422,
    body: { error_code: 'reauthentication_not_valid' },
  });
  expect((await put(bearer, { password: 'a better one', nonce }, careful)).status).toBe(200);
  expect((await put(bearer, { password: 'the best one', nonce }, careful)).body.error_code).toBe(
    'reauthentication_not_valid',
  );
});

test.each([
  ['the new address first', 0],
  ['the present address first', 1],
])('both addresses confirm an email change: %s', async (_name, firstIndex) => {
  const newEmail = `new-${email}`;
  const bearer = await signIn();
  expect((await put(bearer, { email: newEmail })).body).toMatchObject({ email, new_email: newEmail });
  const links = [lastMailTo(stack.mailbox, newEmail), lastMailTo(stack.mailbox, email)].map(linkIn);
  const [first, second] = firstIndex === 0 ? links : links.toReversed();

  const accepted = await auth.call('GET', first!.path);
  expect(accepted.status).toBe(303);
  expect(new URLSearchParams(accepted.location?.hash.slice(1)).get('message')).toMatch(/^Confirmation link accepted/);
  expect((await auth.call('GET', '/user', { bearer })).body).toMatchObject({ email });
  expect((await auth.call('GET', first!.path)).location?.hash).toContain('otp_expired');

  const done = await auth.call('POST', '/verify', { body: { token_hash: second!.token, type: 'email_change' } });
  expect(done.body.user).toMatchObject({ email: newEmail });
  expect(done.body.user).not.toHaveProperty('new_email');
  const [identity, ...others] = (done.body.user as { identities: Record<string, unknown>[] }).identities;
  expect(others).toEqual([]);
  expect(identity).toMatchObject({ email: newEmail, identity_data: { email: newEmail, email_verified: true } });
  expect((await auth.client().auth.signInWithPassword({ email: newEmail, password })).error).toBeNull();
});

test('the first of two confirmations by POST returns a message instead of a session', async () => {
  const bearer = await signIn();
  await put(bearer, { email: `new-${email}` });
  const { token } = linkIn(lastMailTo(stack.mailbox, email));
  const answer = await auth.call('POST', '/verify', { body: { token_hash: token, type: 'email_change' } });
  expect([answer.status, answer.body]).toEqual([
    200,
    { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: '200' },
  ]);
});

test('without secure mode the new address alone confirms', async () => {
  const simple = await stack.start({ secureEmailChange: false });
  const newEmail = `new-${email}`;
  await put(await signIn(simple), { email: newEmail }, simple);
  expect(stack.mailbox.store.list(email)).toEqual([]);
  const { location } = await simple.call('GET', linkIn(lastMailTo(stack.mailbox, newEmail)).path);
  const token = new URLSearchParams(location?.hash.slice(1)).get('access_token')!;
  expect(decodeJwt(token).email).toBe(newEmail);
});

test('refuses an address taken before or meanwhile', async () => {
  const bearer = await signIn();
  const wanted = `wanted-${email}`;
  await put(bearer, { email: wanted });
  await auth.call('GET', linkIn(lastMailTo(stack.mailbox, email)).path);
  await auth.admin.auth.admin.createUser({ email: wanted, password, email_confirm: true });
  const late = await auth.call('GET', linkIn(lastMailTo(stack.mailbox, wanted)).path);
  expect(late.status).toBe(303);
  expect(late.location?.hash).toContain('error_code=email_exists');
  stack.clock.advance(61);
  expect(await put(bearer, { email: wanted })).toMatchObject({ status: 422, body: { error_code: 'email_exists' } });
  expect(await put(bearer, { phone: '+34600111222' })).toMatchObject({
    status: 400,
    body: { error_code: 'phone_provider_disabled' },
  });
});
