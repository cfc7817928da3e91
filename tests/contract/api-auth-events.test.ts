import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AuthStack, type AuthUnderTest, lastMailTo, linkIn, startAuthStack } from '../support/auth-stack.ts';
import { insertAccount, insertRow } from '../support/rows.ts';
import { enrol, showCode } from '../support/second-factor.ts';

/** Security-log entries that changes in the auth service leave for the owners of a user's studios. */
let stack: AuthStack;
let auth: AuthUnderTest;
let email: string;
let userId: string;
let studios: string[];
const password = 'correct horse battery';

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await stack.start({ mailIntervalSeconds: 0 });
});
afterAll(() => stack?.stop());

/** Creates a user who belongs to two of three studios. */
beforeEach(async () => {
  email = `${crypto.randomUUID()}@example.org`;
  const made = await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
  userId = made.data.user!.id;
  studios = [];
  for (let n = 0; n < 3; n++) studios.push((await insertAccount(stack.pool)).id);
  for (const account_id of studios.slice(0, 2))
    await insertRow(stack.pool, 'account_members', { account_id, user_id: userId, role: 'admin', email, name: 'Ada' });
});

async function events(): Promise<object[]> {
  const { rows } = await stack.pool.query(
    `select account_id, kind, actor_name, details from security_events
     where actor_id = $1 order by account_id = $2 desc, at, kind`,
    [userId, studios[0]],
  );
  return rows;
}
const inBoth = (kind: string, details = {}) =>
  studios.slice(0, 2).map((account_id) => ({ account_id, kind, actor_name: 'Ada', details }));

async function signIn() {
  const client = auth.client();
  const { data } = await client.auth.signInWithPassword({ email, password });
  return { client, bearer: data.session!.access_token };
}

it('ignores sign-ins and other changes', async () => {
  const { client } = await signIn();
  await client.auth.updateUser({ data: { full_name: 'Ada Puig' } });
  await client.auth.refreshSession();
  await client.auth.signOut();
  expect(await events()).toEqual([]);
});

it('records a changed password in each studio of the user, and in no other', async () => {
  const { client } = await signIn();
  await client.auth.updateUser({ password: 'another horse battery' });
  expect(await events()).toEqual(inBoth('password_changed'));
});

it('records an email after its confirmation and updates member rows', async () => {
  const { client } = await signIn();
  const changed = `new-${email}`;
  await client.auth.updateUser({ email: changed });
  expect(await events()).toEqual([]);
  for (const address of [email, changed]) {
    const { path } = linkIn(lastMailTo(stack.mailbox, address));
    await auth.call('GET', path);
  }
  expect(await events()).toEqual(inBoth('email_changed'));
  const { rows } = await stack.pool.query('select email from account_members where user_id = $1', [userId]);
  expect(rows).toEqual([{ email: changed }, { email: changed }]);
});

it('records a second factor when it is verified and when it is removed', async () => {
  const { bearer } = await signIn();
  const begun = await enrol(auth, bearer, 'begun');
  await auth.call('DELETE', `/factors/${begun.factorId}`, { bearer });
  const app = await enrol(auth, bearer);
  expect(await events()).toEqual([]);

  const shown = await showCode(stack, auth, bearer, app);
  expect(await events()).toEqual(inBoth('mfa_added'));
  // Each later sign-in shows a code as well.
  stack.clock.advance(60);
  const again = await showCode(stack, auth, shown.body['access_token'] as string, app);
  expect(again.status).toBe(200);
  expect(await events()).toEqual(inBoth('mfa_added'));

  await auth.call('DELETE', `/factors/${app.factorId}`, { bearer: again.body['access_token'] as string });
  expect((await events()).filter((event) => (event as { kind: string }).kind !== 'mfa_added')).toEqual(
    inBoth('mfa_removed'),
  );
});

it('records sign-in methods with their provider', async () => {
  for (const action of ['identity_linked', 'identity_unlinked'])
    await stack.pool.query(
      `insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), $1, now())`,
      [{ action, actor_id: userId, traits: { provider: 'google', provider_id: '1' } }],
    );
  const told = await events();
  expect(told).toHaveLength(4);
  expect(told).toEqual(
    expect.arrayContaining([
      ...inBoth('identity_linked', { provider: 'google' }),
      ...inBoth('identity_unlinked', { provider: 'google' }),
    ]),
  );
});

it('does not block a sign-in when the entry cannot be written', async () => {
  const { client } = await signIn();
  for (const payload of [
    { action: 'user_updated_password', actor_id: 'nobody' },
    { action: 'factor_unenrolled', traits: 'none' },
    { action: 'verification_attempted', actor_id: userId, traits: { factor_id: 'x' } },
  ])
    await stack.pool.query(
      `insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), $1, now())`,
      [payload],
    );
  await stack.pool.query(`alter table security_events rename to elsewhere`);
  try {
    expect((await client.auth.updateUser({ password: 'a third horse battery' })).error).toBeNull();
  } finally {
    await stack.pool.query(`alter table elsewhere rename to security_events`);
  }
  expect(await events()).toEqual([]);
});
