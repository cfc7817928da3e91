import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastMailTo, linkIn, startAuthStack, type AuthStack, type AuthUnderTest } from '../support/auth-stack.ts';

let stack: AuthStack;
let auth: AuthUnderTest;
let autoconfirming: AuthUnderTest;
const password = 'correct horse';

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await stack.start();
  autoconfirming = await stack.start({ autoconfirm: true });
});
afterAll(() => stack?.stop());

/** Signs up and opens the mail's link; afterwards the user can sign in. */
async function confirmed(email: string) {
  await auth.call('POST', '/signup', { body: { email, password } });
  const answer = await auth.call('GET', linkIn(lastMailTo(stack.mailbox, email)).path);
  expect(answer.location?.hash).toContain('access_token=');
  return email;
}

test('sign-up waits for its mail, whose link signs in', async () => {
  const client = auth.client();
  const email = 'anna@example.org';
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { full_name: 'Anna Puig' } } });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({
    email,
    phone: '',
    role: 'authenticated',
    aud: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
    is_anonymous: false,
  });
  expect(data.user).not.toHaveProperty('email_confirmed_at');
  expect(data.user).not.toHaveProperty('last_sign_in_at');

  const early = await client.auth.signInWithPassword({ email, password });
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });

  const link = await auth.call('GET', linkIn(lastMailTo(stack.mailbox, email)).path);
  expect(link.status).toBe(303);
  expect(link.location?.origin).toBe('http://localhost:4300');
  const { data: signedIn, error: wrong } = await client.auth.signInWithPassword({ email, password });
  expect(wrong).toBeNull();
  expect(signedIn.user).toMatchObject({ email, user_metadata: { email_verified: true, full_name: 'Anna Puig' } });
});

test('sign-up data enters the identity but does not override its facts', async () => {
  const email = 'facts@example.org';
  const data = { full_name: 'F', sub: 'someone-else', email: 'other@example.org', email_verified: true };
  const { body } = await auth.call('POST', '/signup', { body: { email, password, data } });
  const [identity] = body.identities as Record<string, unknown>[];
  expect(identity).toMatchObject({
    id: body.id,
    user_id: body.id,
    provider: 'email',
    email,
    identity_data: { sub: body.id, email, email_verified: false, phone_verified: false, full_name: 'F' },
  });
  expect(identity?.identity_id).not.toBe(body.id);
  expect(body.user_metadata).toEqual(identity?.identity_data);
});

test('answers for a taken address as for a free one, with a fabricated user', async () => {
  const email = await confirmed('taken@example.org');
  const mails = stack.mailbox.store.list(email).length;
  const [known] = (await auth.admin.auth.admin.listUsers()).data.users.filter((user) => user.email === email);
  const { status, body } = await auth.call('POST', '/signup', {
    body: { email: 'TAKEN@example.org', password: 'another one' },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ email, identities: [], role: '' });
  expect(body.id).not.toBe(known?.id);
  expect(body).not.toHaveProperty('email_confirmed_at');
  expect(stack.mailbox.store.list(email)).toHaveLength(mails);
  const { error } = await auth.client().auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
});

test('signing up again before confirming resends the mail and keeps the first password', async () => {
  const email = 'again@example.org';
  await auth.call('POST', '/signup', { body: { email, password } });
  const soon = await auth.call('POST', '/signup', { body: { email, password: 'another one' } });
  expect(soon).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } });
  expect(soon.body.msg).toBe('For security purposes, you can only request this after 60 seconds.');
  stack.clock.advance(61);
  const later = await auth.call('POST', '/signup', { body: { email, password: 'another one' } });
  expect(later.status).toBe(200);
  expect(stack.mailbox.store.list(email)).toHaveLength(2);
  await auth.call('GET', linkIn(lastMailTo(stack.mailbox, email)).path);
  expect((await auth.client().auth.signInWithPassword({ email, password: 'another one' })).error).not.toBeNull();
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test('with autoconfirm, sign-up signs in and refuses a taken address', async () => {
  const email = 'auto@example.org';
  const { data } = await autoconfirming.client().auth.signUp({ email, password });
  expect(data.session?.user.email_confirmed_at).toBeTruthy();
  const again = await autoconfirming.client().auth.signUp({ email, password });
  expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
});

test('weak passwords return their reasons; none is truncated at 72 bytes', async () => {
  const strict = await stack.start({ passwordCharacters: ['abc', '0123456789'] });
  const weak = await strict.client().auth.signUp({ email: 'weak@example.org', password: 'short' });
  expect(weak.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length', 'characters'] });
  for (const long of ['x'.repeat(73), 'ñ'.repeat(37)]) {
    const answer = await auth.call('POST', '/signup', { body: { email: 'long@example.org', password: long } });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  }
  expect(
    (await auth.call('POST', '/signup', { body: { email: 'long@example.org', password: 'ñ'.repeat(36) } })).status,
  ).toBe(200);
});

test('a password from before a stricter rule works and is reported as weak', async () => {
  const email = await confirmed('old-rule@example.org');
  const stricter = await stack.start({ passwordMinimum: 20 });
  const { data, error } = await stricter.client().auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  expect(data.weakPassword).toMatchObject({ reasons: ['length'] });
});

test('answers alike for a wrong password and an unknown user', async () => {
  const email = await confirmed('wrong@example.org');
  const body = (who: string) => ({ body: { email: who, password: 'not the password' } });
  const known = await auth.call('POST', '/token?grant_type=password', body(email));
  const unknown = await auth.call('POST', '/token?grant_type=password', body('nobody@example.org'));
  expect(known).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } });
  expect(unknown.body).toEqual(known.body);
  expect(unknown.status).toBe(known.status);
});

test('a ban blocks every sign-in method until it ends', async () => {
  const email = await confirmed('banned@example.org');
  const client = auth.client();
  const { data } = await client.auth.signInWithPassword({ email, password });
  const session = data.session!;
  await auth.admin.auth.admin.updateUserById(session.user.id, { ban_duration: '1h30m' });

  expect((await client.auth.signInWithPassword({ email, password })).error).toMatchObject({ code: 'user_banned' });
  const user = await auth.call('GET', '/user', { bearer: session.access_token });
  expect(user).toMatchObject({ status: 403, body: { error_code: 'user_banned' } });
  const refresh = await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  });
  expect(refresh).toMatchObject({ status: 400, body: { error_code: 'user_banned' } });
  await auth.call('POST', '/recover', { body: { email } });
  const { token, type } = linkIn(lastMailTo(stack.mailbox, email));
  const verify = await auth.call('POST', '/verify', { body: { token_hash: token, type } });
  expect(verify).toMatchObject({ status: 403, body: { error_code: 'user_banned' } });

  stack.clock.advance(5_401);
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test('a ban also stops pending flows', async () => {
  const email = await confirmed('banned-later@example.org');
  const client = auth.client('pkce');
  await client.auth.signInWithOtp({ email });
  const link = await auth.call('GET', linkIn(lastMailTo(stack.mailbox, email)).path);
  const { data } = await auth.client().auth.signInWithPassword({ email, password });
  stack.clock.advance(61);
  await auth.call('POST', '/recover', { body: { email } });
  await auth.admin.auth.admin.updateUserById(data.user!.id, { ban_duration: '10m' });

  const traded = await client.auth.exchangeCodeForSession(link.location!.searchParams.get('code')!);
  expect(traded.error).toMatchObject({ code: 'user_banned' });
  const opened = await auth.call('GET', linkIn(lastMailTo(stack.mailbox, email)).path);
  expect([opened.status, opened.location?.hash]).toEqual([303, expect.stringContaining('error_code=user_banned')]);
  const bearer = data.session!.access_token;
  const calls = [
    ['PUT', '/user', { data: { a: 1 } }],
    ['POST', '/logout', {}],
    ['POST', '/factors', { factor_type: 'totp' }],
  ] as const;
  for (const [method, path, body] of calls) {
    expect(await auth.call(method, path, { bearer, body })).toMatchObject({
      status: 403,
      body: { error_code: 'user_banned' },
    });
  }
  expect((await auth.call('GET', '/reauthenticate', { bearer })).body.error_code).toBe('user_banned');
  await auth.admin.auth.admin.updateUserById(data.user!.id, { ban_duration: 'none' });
  expect((await auth.call('GET', '/user', { bearer })).status).toBe(200);
});

test('a project can disable email and passwords', async () => {
  const without = await stack.start({ emailSignIns: false });
  const email = await confirmed('without@example.org');
  const refusals: [path: string, body: object, status: number][] = [
    ['/signup', { email: 'x@example.org', password }, 400],
    ['/token?grant_type=password', { email, password }, 422],
    ['/otp', { email }, 422],
    ['/recover', { email }, 400],
  ];
  for (const [path, body, status] of refusals) {
    const answer = await without.call('POST', path, { body });
    expect([path, answer.status, answer.body.error_code]).toEqual([path, status, 'email_provider_disabled']);
  }
  expect((await without.call('GET', '/settings')).body).toMatchObject({ external: { email: false } });
});

test('a project can disable sign-up and allow anonymous users', async () => {
  const closed = await stack.start({ disableSignup: true });
  const email = 'late@example.org';
  expect((await closed.client().auth.signUp({ email, password })).error).toMatchObject({
    status: 422,
    code: 'signup_disabled',
  });
  expect((await closed.client().auth.signInWithOtp({ email })).error).toMatchObject({ code: 'signup_disabled' });
  expect((await auth.client().auth.signInAnonymously()).error).toMatchObject({ code: 'anonymous_provider_disabled' });
});

test('phones work with a password where a project allows them, and are refused elsewhere', async () => {
  const phone = '+34 600 111 222';
  expect((await auth.client().auth.signUp({ phone, password })).error).toMatchObject({
    status: 400,
    code: 'phone_provider_disabled',
  });
  expect((await auth.client().auth.signInWithPassword({ phone, password })).error).toMatchObject({
    status: 422,
    code: 'phone_provider_disabled',
  });

  const open = await stack.start({ phoneSignIns: true });
  const { data } = await open.client().auth.signUp({ phone, password });
  expect(data.session?.user).toMatchObject({ phone: '34600111222', email: '' });
  expect((await open.client().auth.signInWithPassword({ phone, password })).error).toBeNull();
  expect((await open.client().auth.signUp({ phone: '12', password: 'x' })).error).toMatchObject({
    code: 'weak_password',
  });
  expect((await open.client().auth.signUp({ phone: '0034', password })).error).toMatchObject({
    code: 'validation_failed',
  });
});

test('changes a phone number immediately if no code is required, unless it is taken', async () => {
  const open = await stack.start({ phoneSignIns: true });
  const client = open.client();
  const { data } = await client.auth.signUp({ phone: '+34600111333', password });
  await open.client().auth.signUp({ phone: '+34600111444', password });
  expect((await client.auth.updateUser({ phone: '+34600111444' })).error).toMatchObject({
    status: 422,
    code: 'phone_exists',
  });
  const changed = await client.auth.updateUser({ phone: '+34600111555' });
  expect(changed.data.user).toMatchObject({
    id: data.user!.id,
    phone: '34600111555',
    identities: [{ provider: 'phone', identity_data: { phone: '34600111555', phone_verified: true } }],
  });
  expect((await open.client().auth.signInWithPassword({ phone: '+34600111555', password })).error).toBeNull();
  expect((await open.client().auth.signInWithPassword({ phone: '+34600111333', password })).error).toMatchObject({
    code: 'invalid_credentials',
  });
});

test('two concurrent sign-ups for one address create one account', async () => {
  const body = { email: 'twice@example.org', password };
  const answers = await Promise.all(Array.from({ length: 6 }, () => auth.call('POST', '/signup', { body })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  const { rows } = await stack.pool.query('select count(*)::int as n from auth.users where email = $1', [body.email]);
  expect(rows).toEqual([{ n: 1 }]);
});
