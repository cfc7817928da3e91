import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  lastMailTo,
  linkIn,
  SERVICE_KEY,
  startAuthStack,
  type AuthStack,
  type AuthUnderTest,
} from '../support/auth-stack.ts';
import { challenge, enrol, showCode } from '../support/second-factor.ts';

let stack: AuthStack;
let auth: AuthUnderTest;
const password = 'correct horse';
const NOBODY = '00000000-0000-0000-0000-000000000000';

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await stack.start({ mailIntervalSeconds: 0 });
});
afterAll(() => stack?.stop());
beforeEach(async () => {
  await stack.pool.query('delete from auth.audit_log_entries');
  // Entries of one instant have no defined order.
  stack.clock.advance(1);
});

type Payload = {
  action: string;
  actor_id: string;
  actor_username: string;
  log_type: string;
  traits?: Record<string, unknown>;
};

/** Entries since the test began, sorted by action within one instant. */
async function recorded(): Promise<Payload[]> {
  const { rows } = await stack.pool.query<{ payload: Payload }>(
    `select payload from auth.audit_log_entries order by created_at, payload ->> 'action'`,
  );
  return rows.map(({ payload }) => payload);
}

const actions = async () => (await recorded()).map(({ action }) => action);

async function newPerson(email: string, more: object = {}) {
  const { data } = await auth.admin.auth.admin.createUser({ email, password, email_confirm: true, ...more });
  await stack.pool.query('delete from auth.audit_log_entries');
  return data.user!;
}

async function signIn(email: string) {
  const { data } = await auth.client().auth.signInWithPassword({ email, password });
  await stack.pool.query('delete from auth.audit_log_entries');
  return data.session!;
}

test('an entry records user, action, time and address', async () => {
  const user = await newPerson('ada@example.org', { user_metadata: { full_name: 'Ada Puig' } });
  await auth.client().auth.signInWithPassword({ email: 'ada@example.org', password });
  const { rows } = await stack.pool.query('select * from auth.audit_log_entries');
  expect(rows).toEqual([
    {
      instance_id: NOBODY,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      payload: {
        action: 'login',
        actor_id: user.id,
        actor_name: 'Ada Puig',
        actor_username: 'ada@example.org',
        actor_via_sso: false,
        log_type: 'account',
        traits: { provider: 'email' },
      },
      created_at: stack.clock.now(),
      ip_address: '',
    },
  ]);
});

test('a failed sign-in leaves no entry', async () => {
  await newPerson('refused@example.org');
  await auth.client().auth.signInWithPassword({ email: 'refused@example.org', password: 'wrong horse' });
  expect(await recorded()).toEqual([]);
});

test('records a sign-up, from the mail to the session', async () => {
  const email = 'newcomer@example.org';
  const body = { email, password };
  await auth.call('POST', '/signup', { body });
  stack.clock.advance(1);
  await auth.call('POST', '/resend', { body: { type: 'signup', email } });
  stack.clock.advance(1);
  await auth.call('GET', linkIn(lastMailTo(stack.mailbox, email)).path);
  stack.clock.advance(1);
  await auth.call('POST', '/signup', { body });
  expect(await recorded()).toMatchObject([
    { action: 'user_confirmation_requested', log_type: 'user', traits: { provider: 'email' } },
    { action: 'user_confirmation_requested', log_type: 'user' },
    { action: 'user_signedup', log_type: 'team', traits: { provider: 'email' } },
    { action: 'user_repeated_signup', log_type: 'user', traits: { provider: 'email' } },
  ]);
});

test('records an autoconfirmed sign-up, and its refusal', async () => {
  const simple = await stack.start({ autoconfirm: true, phoneSignIns: true });
  const body = { email: 'simple@example.org', password };
  expect((await simple.call('POST', '/signup', { body })).status).toBe(200);
  stack.clock.advance(1);
  expect((await simple.call('POST', '/signup', { body })).status).toBe(422);
  expect(await actions()).toEqual(['login', 'user_signedup', 'user_repeated_signup']);
  stack.clock.advance(1);
  await simple.call('POST', '/signup', { body: { phone: '+34600222333', password } });
  expect((await recorded()).slice(3)).toMatchObject([
    { action: 'login', actor_username: '34600222333', traits: { provider: 'phone' } },
    { action: 'user_signedup', traits: { provider: 'phone', channel: 'sms' } },
  ]);
});

test('records requests and uses of links and codes', async () => {
  const email = 'linked@example.org';
  await newPerson(email);
  await auth.call('POST', '/recover', { body: { email } });
  stack.clock.advance(1);
  const { token, type } = linkIn(lastMailTo(stack.mailbox, email));
  await auth.call('POST', '/verify', { body: { token_hash: token, type } });
  stack.clock.advance(1);
  await auth.call('POST', '/otp', { body: { email } });
  stack.clock.advance(1);
  await auth.call('GET', linkIn(lastMailTo(stack.mailbox, email)).path);
  expect(await actions()).toEqual(['user_recovery_requested', 'login', 'user_recovery_requested', 'login']);
});

test('records the exchange of a PKCE code', async () => {
  const email = 'pkce@example.org';
  await newPerson(email);
  const client = auth.client('pkce');
  await client.auth.signInWithOtp({ email });
  const { location } = await auth.call('GET', linkIn(lastMailTo(stack.mailbox, email)).path);
  await stack.pool.query('delete from auth.audit_log_entries');
  await client.auth.exchangeCodeForSession(location!.searchParams.get('code')!);
  expect(await recorded()).toMatchObject([{ action: 'login', traits: { provider_type: 'magiclink' } }]);
});

test('records a refresh with the token that it revokes', async () => {
  await newPerson('refreshing@example.org');
  const { refresh_token: token } = await signIn('refreshing@example.org');
  const refresh = () => auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } });
  await refresh();
  expect(await recorded()).toMatchObject([
    { action: 'token_refreshed', log_type: 'token' },
    { action: 'token_revoked', log_type: 'token' },
  ]);
  stack.clock.advance(1);
  await refresh();
  expect((await actions()).slice(2)).toEqual(['token_refreshed']);
});

test('records account changes and sign-out of a user', async () => {
  const email = 'changing@example.org';
  await newPerson(email);
  const { access_token: bearer } = await signIn(email);
  const put = async (body: object) => {
    stack.clock.advance(1);
    return auth.call('PUT', '/user', { bearer, body });
  };
  await put({ data: { language: 'ca' } });
  await put({ password: 'a better one' });
  await put({ password: 'a better one' });
  stack.clock.advance(1);
  await auth.call('GET', '/reauthenticate', { bearer });
  stack.clock.advance(1);
  await auth.call('POST', '/logout', { bearer });
  expect(await actions()).toEqual([
    'user_modified',
    'user_modified',
    'user_updated_password',
    'user_reauthenticate_requested',
    'logout',
  ]);
});

test('records a changed address once both mails are confirmed', async () => {
  const email = 'moving@example.org';
  await newPerson(email);
  const { access_token: bearer } = await signIn(email);
  await auth.call('PUT', '/user', { bearer, body: { email: 'moved@example.org' } });
  for (const address of [email, 'moved@example.org']) {
    stack.clock.advance(1);
    await auth.call('GET', linkIn(lastMailTo(stack.mailbox, address)).path);
  }
  expect(await actions()).toEqual(['user_modified', 'user_modified']);
});

test('records second factors with the IP address', async () => {
  const user = await newPerson('factors@example.org');
  const { access_token: bearer } = await signIn('factors@example.org');
  const app = await enrol(auth, bearer);
  stack.clock.advance(1);
  const asked = await challenge(auth, bearer, app);
  stack.clock.advance(1);
  const wrong = { challenge_id: asked, code: 'wrong!' };
  await auth.call('POST', `/factors/${app.factorId}/verify`, { bearer, body: wrong });
  const raised = (await showCode(stack, auth, bearer, app, asked)).body.access_token as string;
  stack.clock.advance(1);
  await auth.call('DELETE', `/factors/${app.factorId}`, { bearer: raised });
  const id = app.factorId;
  const factor = { actor_id: user.id, log_type: 'factor' };
  expect(await recorded()).toMatchObject([
    { ...factor, action: 'factor_in_progress', traits: { factor_id: id } },
    { ...factor, action: 'challenge_created', traits: { factor_id: id, factor_status: 'unverified' } },
    { action: 'token_revoked', log_type: 'token' },
    {
      ...factor,
      action: 'verification_attempted',
      traits: { factor_id: id, challenge_id: asked, factor_type: 'totp' },
    },
    {
      ...factor,
      action: 'factor_unenrolled',
      traits: { factor_id: id, factor_status: 'verified', session_id: decodeJwt(raised).session_id },
    },
  ]);
  const { rows } = await stack.pool.query(
    `select distinct ip_address from auth.audit_log_entries where payload ->> 'log_type' = 'factor'`,
  );
  expect(rows).toEqual([{ ip_address: '127.0.0.1' }]);
});

test('records actions of an administrator under their name', async () => {
  const { admin } = auth.admin.auth;
  const { data } = await admin.createUser({ email: 'made@example.org', password, email_confirm: true });
  const id = data.user!.id;
  stack.clock.advance(1);
  await admin.updateUserById(id, { email: 'remade@example.org' });
  stack.clock.advance(1);
  await admin.inviteUserByEmail('guest@example.org');
  stack.clock.advance(1);
  await admin.generateLink({ type: 'invite', email: 'other-guest@example.org' });
  stack.clock.advance(1);
  await admin.generateLink({ type: 'signup', email: 'unrecorded@example.org', password });
  await admin.deleteUser(id);
  const traits = { user_id: id, user_phone: '' };
  const guest = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
  const actor = { actor_id: NOBODY, actor_username: 'service_role', actor_via_sso: false };
  const team = { ...actor, log_type: 'team' };
  expect(await recorded()).toEqual([
    { ...team, action: 'user_signedup', traits: { ...traits, user_email: 'made@example.org', provider: 'email' } },
    { ...actor, log_type: 'user', action: 'user_modified', traits: { ...traits, user_email: 'remade@example.org' } },
    { ...team, action: 'user_invited', traits: { user_id: guest, user_email: 'guest@example.org' } },
    { ...team, action: 'user_invited', traits: { user_id: guest, user_email: 'other-guest@example.org' } },
    { ...team, action: 'user_deleted', traits: { ...traits, user_email: 'remade@example.org' } },
  ]);
});

test('records an administrator’s changes to a user’s sign-in', async () => {
  const user = await newPerson('helped@example.org');
  const { access_token: bearer } = await signIn('helped@example.org');
  const app = await enrol(auth, bearer);
  await stack.pool.query('delete from auth.audit_log_entries');
  await auth.call('DELETE', `/admin/users/${user.id}/factors/${app.factorId}`, { bearer: SERVICE_KEY });
  stack.clock.advance(1);
  await auth.admin.auth.admin.generateLink({ type: 'recovery', email: 'helped@example.org' });
  expect(await recorded()).toMatchObject([
    { action: 'factor_deleted', actor_id: user.id, traits: { user_id: user.id, factor_id: app.factorId } },
    { action: 'user_recovery_requested', actor_id: user.id },
  ]);
});

test('records no refused request', async () => {
  await newPerson('taken@example.org');
  const { access_token: bearer } = await signIn('taken@example.org');
  await auth.call('PUT', '/user', { bearer, body: { password } });
  await auth.call('POST', '/logout?scope=nowhere', { bearer });
  await auth.admin.auth.admin.inviteUserByEmail('taken@example.org');
  await auth.admin.auth.admin.createUser({ email: 'taken@example.org', password });
  expect(await recorded()).toEqual([]);
});

test('only the auth service and the schema’s owner may read the log', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    await expect(stack.pool.query(`set role ${role}; select 1 from auth.audit_log_entries`)).rejects.toThrow(
      /permission denied/,
    );
    await stack.pool.query('reset role');
  }
});
