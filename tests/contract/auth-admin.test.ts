import bcrypt from 'bcryptjs';
import { SignJWT, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { generateSigningKey } from '#local/auth/keys.ts';
import { startAuth } from '#local/auth/server.ts';
import {
  ANON_KEY,
  lastMailTo,
  linkIn,
  SERVICE_KEY,
  SITE_URL,
  startAuthStack,
  type AuthStack,
  type AuthUnderTest,
} from '../support/auth-stack.ts';

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
beforeEach(() => {
  people += 1;
  email = `person-${people}@example.org`;
});

const asService = { bearer: SERVICE_KEY, headers: { apikey: SERVICE_KEY } };

test('only the service role may administer', async () => {
  const { data } = await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const signedIn = await auth.client().auth.signInWithPassword({ email, password });
  const calls = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${data.user!.id}`],
    ['PUT', `/admin/users/${data.user!.id}`],
    ['DELETE', `/admin/users/${data.user!.id}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ] as const;
  for (const [method, path] of calls) {
    const body = method === 'GET' ? {} : { body: { email: 'x@example.org', type: 'signup' } };
    expect(await auth.call(method, path, body)).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    });
    for (const bearer of [ANON_KEY, signedIn.data.session!.access_token]) {
      const answer = await auth.call(method, path, { ...body, bearer });
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } });
    }
    const forged = await auth.call(method, path, {
      ...body,
      bearer: 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
    });
    expect(forged).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
  }
});

test('a service_role token signed by the project’s key administers too', async () => {
  const signingKey: JWK = await generateSigningKey();
  const server = await startAuth({
    port: 0,
    databaseUrl: stack.databaseUrl,
    smtpUrl: stack.mailbox.smtpUrl,
    signingKey,
    settings: { siteUrl: SITE_URL, externalUrl: 'http://localhost:4302', anonKey: ANON_KEY, serviceKey: SERVICE_KEY },
  });
  try {
    const token = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'ES256', kid: signingKey.kid! })
      .sign(await importJWK(signingKey, 'ES256'));
    const headers = { apikey: ANON_KEY, authorization: `Bearer ${token}` };
    expect((await fetch(`${server.url}/auth/v1/admin/users`, { headers })).status).toBe(200);
  } finally {
    await server.close();
  }
});

test('a user with an administrator role administers while signed in', async () => {
  const { data } = await auth.admin.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    role: 'service_role',
  });
  const session = (await auth.client().auth.signInWithPassword({ email, password })).data.session!;
  const list = () => auth.call('GET', '/admin/users', { bearer: session.access_token });
  expect((await list()).status).toBe(200);
  await auth.call('POST', '/logout', { bearer: session.access_token });
  expect(await list()).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  await auth.admin.auth.admin.deleteUser(data.user!.id);
  expect(await list()).toMatchObject({ status: 403, body: { error_code: 'user_not_found' } });
});

test('creates users: confirmed, with metadata, a role, an id and a password hash', async () => {
  const id = crypto.randomUUID();
  const { data, error } = await auth.admin.auth.admin.createUser({
    id,
    email: email.toUpperCase(),
    password_hash: bcrypt.hashSync(password, 4),
    email_confirm: true,
    user_metadata: { full_name: 'Ada' },
    app_metadata: { plan: 'studio' },
    role: 'authenticated',
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    id,
    email,
    user_metadata: { full_name: 'Ada', email_verified: true },
    app_metadata: { provider: 'email', providers: ['email'], plan: 'studio' },
    identities: [{ id, provider: 'email', email }],
  });
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  expect(stack.mailbox.store.list(email)).toEqual([]);
  const again = await auth.admin.auth.admin.createUser({ email });
  expect(again.error).toMatchObject({ status: 422, code: 'email_exists' });
});

test('refuses invalid new users', async () => {
  const refused = (attributes: object) => auth.call('POST', '/admin/users', { ...asService, body: attributes });
  for (const attributes of [
    {},
    { email: 'no address' },
    { email, id: 'not-a-uuid' },
    { email, id: '00000000-0000-0000-0000-000000000000' },
    { email, password: 'x'.repeat(73) },
    { email, password, password_hash: bcrypt.hashSync(password, 4) },
    { email, password_hash: 'plain' },
    { email, ban_duration: 'a while' },
    { email, role: 'r'.repeat(256) },
  ]) {
    expect(await refused(attributes)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  }
  expect(await refused({ email, user_metadata: 'text' })).toMatchObject({
    status: 400,
    body: { error_code: 'bad_json' },
  });
  const { rows } = await stack.pool.query('select 1 from auth.users where email = $1', [email]);
  expect(rows).toEqual([]);
});

test('changes address, password, metadata and bans independently', async () => {
  const { data } = await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const id = data.user!.id;
  const before = await auth.client().auth.signInWithPassword({ email, password });
  const update = (attributes: object) => auth.call('PUT', `/admin/users/${id}`, { ...asService, body: attributes });
  const moved = await update({ email: `moved-${email}`, user_metadata: { a: 1 }, app_metadata: { b: 2 } });
  expect(moved.body).toMatchObject({
    email: `moved-${email}`,
    user_metadata: { a: 1 },
    app_metadata: { b: 2, provider: 'email' },
  });
  expect((await auth.client().auth.signInWithPassword({ email: `moved-${email}`, password })).error).toBeNull();
  expect((await update({ password: 'short' })).body).toMatchObject({ error_code: 'weak_password' });
  expect((await update({ password: 'a better one' })).status).toBe(200);
  const session = before.data.session!;
  expect((await auth.call('GET', '/user', { bearer: session.access_token })).status).toBe(403);
  expect((await update({ ban_duration: '24h' })).body.banned_until).toBe(
    new Date(stack.clock.now().getTime() + DAY_MS).toISOString(),
  );
  expect((await update({ ban_duration: 'none' })).body).not.toHaveProperty('banned_until');
  await auth.admin.auth.admin.createUser({ email, password });
  expect(await update({ email })).toMatchObject({ status: 422, body: { error_code: 'email_exists' } });
  const phone = await update({ phone: '+34600111333', phone_confirm: true });
  expect(phone.body).toMatchObject({
    phone: '34600111333',
    identities: [{ provider: 'email' }, { provider: 'phone' }],
  });
});

test('deletes users permanently', async () => {
  const { data } = await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const id = data.user!.id;
  await auth.admin.auth.admin.deleteUser(id);
  expect((await auth.admin.auth.admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { body: {} } : {};
    expect((await auth.call(method, '/admin/users/1', { ...asService, ...body })).status).toBe(404);
  }
});

test('lists users in pages, newest first', async () => {
  const own = await startAuthStack();
  try {
    const server = await own.start();
    for (const name of ['ada', 'bea', 'cleo']) {
      own.clock.advance(1);
      await server.admin.auth.admin.createUser({
        email: `${name}@example.org`,
        user_metadata: { full_name: `${name} Puig` },
      });
    }
    const { data } = await server.admin.auth.admin.listUsers({ page: 1, perPage: 2 });
    expect(data).toMatchObject({ total: 3, nextPage: 2, lastPage: 2, aud: 'authenticated' });
    expect(data.users.map((user) => user.email)).toEqual(['cleo@example.org', 'bea@example.org']);
    const last = await server.call('GET', '/admin/users?per_page=2&page=2', asService);
    expect(last.headers.get('x-total-count')).toBe('3');
    expect(last.headers.get('link')).toMatch(/^<[^>]*\?page=2&per_page=2>; rel="last"$/);
    for (const query of ['page=x', 'per_page=-1', 'page=99999999999']) {
      expect((await server.call('GET', `/admin/users?${query}`, asService)).status).toBe(400);
    }
    expect((await server.call('GET', '/admin/users?page=0&per_page=0', asService)).status).toBe(200);
  } finally {
    await own.stop();
  }
});

test('an invitation creates an account without a password, unusable until its link is opened', async () => {
  const { data, error } = await auth.admin.auth.admin.inviteUserByEmail(email, {
    data: { language: 'ca' },
    redirectTo: `${SITE_URL}/app/welcome`,
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { language: 'ca' } });
  expect(data.user?.invited_at).toBeTruthy();
  const mail = lastMailTo(stack.mailbox, email);
  expect(mail.subject).toBe('T’han convidat a Albumen');
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toMatchObject({
    code: 'invalid_credentials',
  });
  const signUp = await auth.call('POST', '/signup', { body: { email, password } });
  expect(signUp.status).toBe(429);

  const { location } = await auth.call('GET', linkIn(mail).path);
  expect(location?.pathname).toBe('/app/welcome');
  const bearer = new URLSearchParams(location?.hash.slice(1)).get('access_token')!;
  expect((await auth.call('PUT', '/user', { bearer, body: { password } })).status).toBe(200);
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  const again = await auth.admin.auth.admin.inviteUserByEmail(email);
  expect(again.error).toMatchObject({ status: 422, code: 'email_exists' });
});

test('signing up with an invited address reveals nothing of the invitation', async () => {
  await auth.admin.auth.admin.inviteUserByEmail(email, { data: { salary: 'secret' } });
  stack.clock.advance(61);
  const { body } = await auth.call('POST', '/signup', { body: { email, password } });
  expect(body).toMatchObject({ user_metadata: {}, identities: [] });
});

test('generated links work like mailed ones and no mail is sent', async () => {
  const generate = auth.admin.auth.admin.generateLink.bind(auth.admin.auth.admin);
  const signUp = await generate({ type: 'signup', email, password, options: { redirectTo: `${SITE_URL}/app` } });
  expect(signUp.data.properties).toMatchObject({ verification_type: 'signup', redirect_to: `${SITE_URL}/app` });
  const action = new URL(signUp.data.properties!.action_link);
  expect(action.searchParams.get('token')).toBe(signUp.data.properties!.hashed_token);
  const opened = await fetch(action, { redirect: 'manual' });
  expect(opened.headers.get('location')).toMatch(/^http:\/\/localhost:4300\/app#access_token=/);

  for (const type of ['magiclink', 'recovery'] as const) {
    const { data } = await generate({ type, email });
    const typed = await auth.client().auth.verifyOtp({ email, token: data.properties!.email_otp, type });
    expect(typed.error).toBeNull();
  }
  const newEmail = `new-${email}`;
  const links = [];
  for (const type of ['email_change_current', 'email_change_new'] as const) {
    links.push(await generate({ type, email, newEmail }));
  }
  const [first, second] = links.map(({ data }) => data.properties!.hashed_token);
  await auth.call('POST', '/verify', { body: { token_hash: first, type: 'email_change' } });
  const changed = await auth.call('POST', '/verify', { body: { token_hash: second, type: 'email_change' } });
  expect(changed.body.user).toMatchObject({ email: newEmail });
  expect(stack.mailbox.store.list(email)).toEqual([]);
  expect(stack.mailbox.store.list(newEmail)).toEqual([]);
});

test('a generated magic link signs up a new user; other links need an account', async () => {
  const generate = (body: object) => auth.call('POST', '/admin/generate_link', { ...asService, body });
  expect((await generate({ type: 'magiclink', email })).body.verification_type).toBe('signup');
  const evil = await generate({ type: 'invite', email: `i-${email}`, redirect_to: 'https://evil.example' });
  expect(evil.body.redirect_to).toBe(SITE_URL);
  const nobody = 'nobody@example.org';
  for (const type of ['recovery', 'email_change_current', 'email_change_new']) {
    const answer = await generate({ type, email: nobody, new_email: 'x@example.org' });
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'user_not_found' } });
  }
  expect(await generate({ type: 'nonsense', email: nobody })).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed' },
  });
  expect(await generate({ type: 'signup', email: '' })).toMatchObject({ status: 400 });
  await auth.admin.auth.admin.createUser({ email: `done-${email}`, email_confirm: true });
  expect(await generate({ type: 'signup', email: `done-${email}`, password })).toMatchObject({
    status: 422,
    body: { error_code: 'email_exists' },
  });
  expect(await generate({ type: 'email_change_new', email, new_email: `done-${email}` })).toMatchObject({
    status: 422,
    body: { error_code: 'email_exists' },
  });
});
