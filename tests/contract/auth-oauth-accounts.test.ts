import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastMailTo, linkIn, SITE_URL, startAuthStack, type AuthStack } from '../support/auth-stack.ts';
import { fragmentOf, signInWith, startProviderAuth, userIn, type ProviderAuth } from '../support/provider-sign-in.ts';

let stack: AuthStack;
let auth: ProviderAuth;

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await startProviderAuth(stack);
});
afterAll(() => stack?.stop());

const password = 'correct horse';
let people = 0;
const newEmail = () => {
  people += 1;
  return `person-${people}@example.org`;
};
const usersWith = async (email: string) =>
  (await stack.pool.query<{ id: string }>('select id from auth.users where email = $1', [email])).rows;
const actionsOf = async (userId: string) => {
  const { rows } = await stack.pool.query<{ action: string; provider: string }>(
    `select payload ->> 'action' as action, payload -> 'traits' ->> 'provider' as provider
       from auth.audit_log_entries where payload ->> 'actor_id' = $1 order by created_at`,
    [userId],
  );
  return rows.map(({ action, provider }) => `${action} ${provider}`);
};
const expectUnverified = (location: URL) => {
  expect(location.hash).not.toContain('access_token');
  expect(location.searchParams.get('error')).toBe('access_denied');
  expect(location.searchParams.get('error_code')).toBe('provider_email_needs_verification');
};

describe('a provider’s confirmed address', () => {
  test('opens the account with it, regardless of case', async () => {
    const email = newEmail();
    const { data } = await auth.admin.auth.admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { language: 'ca', name: 'Before' },
    });
    stack.clock.advance(1);
    const { location } = await signInWith(auth, 'google', { email: email.toUpperCase() });
    const user = await userIn(auth, location);
    expect(user.id).toBe(data.user!.id);
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['email', 'google']);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] });
    expect(user.user_metadata).toMatchObject({ language: 'ca', name: 'Ada Lovelace', email });
    expect(await usersWith(email)).toHaveLength(1);
    expect(await actionsOf(user.id)).toEqual(expect.arrayContaining(['identity_linked google', 'login google']));

    const stillThere = await auth.client().auth.signInWithPassword({ email, password });
    expect(stillThere.error).toBeNull();
  });

  test('links two providers, and each opens the same account again', async () => {
    const email = newEmail();
    const first = await userIn(auth, (await signInWith(auth, 'google', { email })).location);
    stack.clock.advance(1);
    const second = await userIn(auth, (await signInWith(auth, 'facebook', { email })).location);
    const third = await userIn(auth, (await signInWith(auth, 'google', { email, name: 'Ada King' })).location);
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    expect(third.app_metadata).toEqual({ provider: 'google', providers: ['google', 'facebook'] });
    const google = third.identities?.find(({ provider }) => provider === 'google');
    expect(google?.identity_data).toMatchObject({ name: 'Ada King' });
    expect(third.user_metadata).toMatchObject({ name: 'Ada King' });
    expect(third.identities).toHaveLength(2);
  });

  test('does not matter for a known identity', async () => {
    const email = newEmail();
    const { location } = await signInWith(auth, 'google', { email });
    const user = await userIn(auth, location);
    const moved = newEmail();
    await auth.admin.auth.admin.updateUserById(user.id, { email: moved, email_confirm: true });
    expect((await userIn(auth, (await signInWith(auth, 'google', { email })).location)).email).toBe(moved);
  });
});

describe('an unconfirmed account', () => {
  test('loses its password and metadata when its owner signs in by a provider', async () => {
    const email = newEmail();
    await auth.client().auth.signUp({ email, password, options: { data: { name: 'Mallory', plan: 'evil' } } });
    const { token, type } = linkIn(lastMailTo(stack.mailbox, email));
    const [opened] = await usersWith(email);

    const { location } = await signInWith(auth, 'google', { email, name: 'Ada Lovelace' });
    const user = await userIn(auth, location);
    expect(user.id).toBe(opened!.id);
    expect(user.email_confirmed_at).toBe(stack.clock.now().toISOString());
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['google']);
    expect(user.app_metadata).toEqual({ provider: 'google', providers: ['google'] });
    expect(user.user_metadata).not.toHaveProperty('plan');
    expect(user.user_metadata).toMatchObject({ name: 'Ada Lovelace', email_verified: true });
    expect(await actionsOf(user.id)).toContain('user_signedup google');

    const { error } = await auth.client().auth.signInWithPassword({ email, password });
    expect(error?.code).toBe('invalid_credentials');
    const mail = await auth.call('POST', '/verify', { body: { type, token_hash: token } });
    expect(mail).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });
    const { rows } = await stack.pool.query('select encrypted_password from auth.users where email = $1', [email]);
    expect(rows).toEqual([{ encrypted_password: null }]);
  });

  test('also loses a provider’s identity with the unconfirmed address', async () => {
    const email = newEmail();
    expectUnverified((await signInWith(auth, 'google', { email, emailState: 'unverified' })).location);
    const user = await userIn(auth, (await signInWith(auth, 'facebook', { email })).location);
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['facebook']);
    expect(await usersWith(email)).toEqual([{ id: user.id }]);
  });
});

describe('an address unconfirmed by the provider', () => {
  test('signs in only after its mail is opened', async () => {
    const email = newEmail();
    const { location } = await signInWith(auth, 'google', { email, emailState: 'unverified' });
    expectUnverified(location);
    expect(location.searchParams.get('error_description')).toBe(
      'Unverified email with google. A confirmation email has been sent to your google email',
    );
    const { path } = linkIn(lastMailTo(stack.mailbox, email));
    expect(new URL(path, SITE_URL).searchParams.get('redirect_to')).toBe(SITE_URL);
    const opened = await auth.call('GET', path);
    expect(fragmentOf(opened.location!).get('type')).toBe('signup');

    const again = await signInWith(auth, 'google', { email, emailState: 'unverified' });
    const user = await userIn(auth, again.location);
    expect([user.email, user.app_metadata.provider]).toEqual([email, 'google']);
  });

  test('neither links to nor changes the account with it', async () => {
    const email = newEmail();
    const { data } = await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
    const mails = stack.mailbox.store.list(email).length;
    const { location } = await signInWith(auth, 'google', { email, emailState: 'unverified' });
    expectUnverified(location);
    expect(location.searchParams.get('error_description')).toBe(
      'Unverified email with google. Verify the email with google in order to sign in',
    );
    expect(stack.mailbox.store.list(email)).toHaveLength(mails);
    const { data: after } = await auth.admin.auth.admin.getUserById(data.user!.id);
    expect(after.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
    expect(after.user?.updated_at).toBe(data.user!.updated_at);
    expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('counts as confirmed in a project that confirms every address', async () => {
    const open = await startProviderAuth(stack, { autoconfirm: true });
    const email = newEmail();
    const { location } = await signInWith(open, 'google', { email, emailState: 'unverified' });
    expect((await userIn(open, location)).email_confirmed_at).toBe(stack.clock.now().toISOString());
  });

  test('refuses to choose between two matching accounts', async () => {
    const email = newEmail();
    await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
    await signInWith(auth, 'google', { email, emailState: 'unverified' });
    const { location } = await signInWith(auth, 'facebook', { email });
    expect([location.searchParams.get('error'), location.searchParams.get('error_code')]).toEqual([
      'server_error',
      'unexpected_failure',
    ]);
  });
});

test('a user of a provider may set a password and use both', async () => {
  const email = newEmail();
  const { location } = await signInWith(auth, 'google', { email });
  const client = auth.client();
  const fragment = fragmentOf(location);
  await client.auth.setSession({
    access_token: fragment.get('access_token')!,
    refresh_token: fragment.get('refresh_token')!,
  });
  stack.clock.advance(1);
  const { data, error } = await client.auth.updateUser({ password });
  expect(error).toBeNull();
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['google', 'email']);
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
});
