import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastMailTo, linkIn, SITE_URL, startAuthStack, type AuthStack } from '../support/auth-stack.ts';
import {
  consent,
  follow,
  fragmentOf,
  signInWith,
  startProviderAuth,
  userIn,
  type Choice,
  type ProviderAuth,
} from '../support/provider-sign-in.ts';

let stack: AuthStack;
let auth: ProviderAuth;

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await startProviderAuth(stack, { phoneSignIns: true });
});
afterAll(() => stack?.stop());

const password = 'correct horse';
let people = 0;
const newEmail = () => {
  people += 1;
  return `person-${people}@example.org`;
};

/** A user with a password, signed in a second ago, so that an added identity is newer. */
async function signedIn(flowType?: 'implicit' | 'pkce', email = newEmail()) {
  await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const client = auth.client(flowType);
  const { data } = await client.auth.signInWithPassword({ email, password });
  stack.clock.advance(1);
  return { client, email, id: data.user!.id, bearer: data.session!.access_token };
}

/**
 * Links a provider as a browser does.
 * @returns the final redirect
 */
async function link(client: SupabaseClient, provider: 'google' | 'facebook', choice: Choice, redirectTo?: string) {
  const { data, error } = await client.auth.linkIdentity({
    provider,
    options: { ...(redirectTo ? { redirectTo } : {}), skipBrowserRedirect: true },
  });
  if (error) throw error;
  return (await follow(await consent(data.url, choice))).location;
}

const providersOf = async (client: SupabaseClient) => {
  const { data } = await client.auth.getUser();
  return {
    identities: data.user?.identities?.map(({ provider }) => provider),
    listed: data.user?.app_metadata['providers'] as string[],
  };
};
const identitiesOf = async (client: SupabaseClient) => (await client.auth.getUserIdentities()).data!.identities;

describe('linking a provider', () => {
  test('with another address keeps the account’s own, and starts a new session', async () => {
    const { client, id, email } = await signedIn();
    const other = newEmail();
    const location = await link(client, 'google', { email: other }, `${SITE_URL}/profile`);
    expect(location.pathname).toBe('/profile');
    const user = await userIn(auth, location);
    expect([user.id, user.email]).toEqual([id, email]);
    expect(await providersOf(client)).toEqual({ identities: ['email', 'google'], listed: ['email', 'google'] });
    expect(user.user_metadata).not.toHaveProperty('full_name');
    expect((await userIn(auth, (await signInWith(auth, 'google', { email: other })).location)).id).toBe(id);
  });

  test('with a code', async () => {
    const { client, id } = await signedIn('pkce');
    const location = await link(client, 'facebook', { email: newEmail() });
    const { data, error } = await client.auth.exchangeCodeForSession(location.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect(data.session?.provider_token).toMatch(/^EAA/);
  });

  test('redirects a user who refuses to share the address', async () => {
    const { bearer } = await signedIn();
    const answer = await auth.call('GET', '/user/identities/authorize?provider=google', { bearer });
    expect([answer.status, answer.location?.pathname]).toEqual([302, '/providers/google/o/oauth2/v2/auth']);
  });

  test('is refused for an identity of another user', async () => {
    const one = await signedIn();
    const other = await signedIn();
    const email = newEmail();
    await link(one.client, 'google', { email });
    const refusals: [SupabaseClient, string][] = [
      [one.client, 'Identity is already linked'],
      [other.client, 'Identity is already linked to another user'],
    ];
    for (const [client, message] of refusals) {
      const location = await link(client, 'google', { email });
      for (const told of [location.searchParams, fragmentOf(location)]) {
        expect(Object.fromEntries(told)).toMatchObject({
          error: 'server_error',
          error_code: 'identity_already_exists',
          error_description: message,
        });
      }
    }
    expect((await providersOf(other.client)).identities).toEqual(['email']);
  });

  test('requires a signed-in user and an enabled provider', async () => {
    const { bearer } = await signedIn();
    const ask = (query: string, headers: object, on = auth) =>
      on.call('GET', `/user/identities/authorize?${query}&skip_http_redirect=true`, headers);
    expect((await ask('provider=google', {})).status).toBe(401);
    expect(await ask('provider=apple', { bearer })).toMatchObject({ status: 400, body: { code: 400 } });
    const closed = await startProviderAuth(stack, { manualLinking: false });
    const { data } = await closed.client().auth.signInWithPassword({ email: (await signedIn()).email, password });
    const own = { bearer: data.session!.access_token };
    const expected = { status: 404, body: { error_code: 'manual_linking_disabled' } };
    expect(await ask('provider=google', own, closed)).toMatchObject(expected);
    const id = data.user!.identities![0]!.identity_id;
    expect(await closed.call('DELETE', `/user/identities/${id}`, own)).toMatchObject(expected);
  });

  test('fails when the account was deleted or banned meanwhile', async () => {
    const { client, id } = await signedIn();
    const { data } = await client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
    const answer = await consent(data.url!, { email: newEmail() });
    await stack.pool.query(`update auth.users set banned_until = 'infinity' where id = $1`, [id]);
    const banned = await follow(answer);
    expect(banned.location.searchParams.get('error_code')).toBe('user_banned');
    const next = await consent(data.url!, { email: newEmail() });
    await stack.pool.query('delete from auth.users where id = $1', [id]);
    const gone = await follow(next);
    expect([gone.status, gone.location.searchParams.get('error_code')]).toEqual([303, 'user_not_found']);
  });
});

test('a user with a phone alone keeps it when adding a provider', async () => {
  const client = auth.client();
  const { data } = await client.auth.signUp({ phone: '+34600111444', password });
  const user = await userIn(auth, await link(client, 'google', { email: newEmail() }));
  expect(user).toMatchObject({
    id: data.user!.id,
    phone: '34600111444',
    email: '',
    app_metadata: { providers: ['google', 'phone'] },
  });
});

describe('unlinking a provider', () => {
  const remove = (id: string, bearer: string) => auth.call('DELETE', `/user/identities/${id}`, { bearer });

  test('removes an added one', async () => {
    const { client, email, bearer } = await signedIn();
    const other = newEmail();
    await link(client, 'google', { email: other });
    const google = (await identitiesOf(client)).find(({ provider }) => provider === 'google')!;
    const { error } = await client.auth.unlinkIdentity(google);
    expect(error).toBeNull();
    expect(await providersOf(client)).toEqual({ identities: ['email'], listed: ['email'] });
    const { rows } = await stack.pool.query<{ action: string; traits: object }>(
      `select payload ->> 'action' as action, payload -> 'traits' as traits from auth.audit_log_entries
        where payload ->> 'actor_username' = $1 and payload ->> 'action' like 'identity%' order by created_at`,
      [email],
    );
    const traits = { identity_id: google.identity_id, provider: 'google', provider_id: google.id };
    expect(rows).toEqual([
      { action: 'identity_linked', traits },
      { action: 'identity_unlinked', traits },
    ]);
    expect((await remove(google.identity_id, bearer)).status).toBe(422);
    const stranger = await userIn(auth, (await signInWith(auth, 'google', { email: other })).location);
    expect(stranger.email).toBe(other);
  });

  test('removes the account’s address with its last identity', async () => {
    const { client, email } = await signedIn();
    const other = newEmail();
    await link(client, 'google', { email: other });
    await client.auth.resetPasswordForEmail(email);
    const mail = linkIn(lastMailTo(stack.mailbox, email));
    const byMail = (await identitiesOf(client)).find(({ provider }) => provider === 'email')!;
    expect((await client.auth.unlinkIdentity(byMail)).error).toBeNull();
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email: other, app_metadata: { provider: 'google', providers: ['google'] } });
    expect(data.user?.email_confirmed_at).toBeDefined();
    expect(data.user).not.toHaveProperty('recovery_sent_at');
    const late = await auth.call('POST', '/verify', { body: { type: mail.type, token_hash: mail.token } });
    expect(late.status).toBe(403);
    const { rows } = await stack.pool.query('select 1 from auth.one_time_tokens where user_id = $1', [data.user!.id]);
    expect(rows).toEqual([]);
  });

  test('leaves the account unconfirmed if its remaining address never was confirmed', async () => {
    const { client } = await signedIn();
    const other = newEmail();
    await link(client, 'google', { email: other, emailState: 'unverified' });
    const byMail = (await identitiesOf(client)).find(({ provider }) => provider === 'email')!;
    await client.auth.unlinkIdentity(byMail);
    const { data } = await client.auth.getUser();
    expect(data.user?.email).toBe(other);
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    expect(data.user?.user_metadata).toMatchObject({ email_verified: false });
  });

  test('is refused when the remaining address belongs to another user', async () => {
    const { client, bearer } = await signedIn();
    const { email } = await signedIn();
    await link(client, 'google', { email });
    const byMail = (await identitiesOf(client)).find(({ provider }) => provider === 'email')!;
    expect(await remove(byMail.identity_id, bearer)).toMatchObject({
      status: 422,
      body: { error_code: 'email_conflict_identity_not_deletable' },
    });
    expect((await providersOf(client)).identities).toEqual(['email', 'google']);
  });

  test('keeps the last one, also of two removed concurrently', async () => {
    const { client, id, bearer } = await signedIn();
    const waiting = async () => {
      const { rows } = await stack.pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]!.count;
    };
    const [only] = await identitiesOf(client);
    expect((await client.auth.unlinkIdentity(only!)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    });
    await link(client, 'google', { email: newEmail() });
    const both = await identitiesOf(client);
    const holder = await stack.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from auth.users where id = $1 for update', [id]);
    const removals = Promise.all(both.map(({ identity_id: identity }) => remove(identity, bearer)));
    // Both requests wait for the lock that another session holds on the account.
    await expect.poll(waiting).toBe(2);
    await holder.query('commit');
    holder.release();
    const answers = await removals;
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await identitiesOf(client)).toHaveLength(1);
  });

  test('is allowed for own identities only, by row id', async () => {
    const { client, bearer } = await signedIn();
    await link(client, 'google', { email: newEmail() });
    const foreign = (await identitiesOf((await signedIn()).client))[0]!.identity_id;
    for (const id of [foreign, '4b8a0ab4-7a16-4bd7-8c4e-6a4b9c5d3f10']) {
      expect(await remove(id, bearer)).toMatchObject({ status: 422, body: { error_code: 'identity_not_found' } });
    }
    const google = (await identitiesOf(client)).find(({ provider }) => provider === 'google')!;
    expect(await remove(google.id, bearer)).toMatchObject({ status: 404, body: { error_code: 'validation_failed' } });
    expect((await auth.call('DELETE', `/user/identities/${google.identity_id}`)).status).toBe(401);
    expect(await identitiesOf(client)).toHaveLength(2);
  });
});
