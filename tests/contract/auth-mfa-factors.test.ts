import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '#local/auth/second-factors.ts';
import { SERVICE_KEY, startAuthStack, type AuthStack, type AuthUnderTest } from '../support/auth-stack.ts';
import { challenge, enrol, showCode } from '../support/second-factor.ts';

let stack: AuthStack;
let auth: AuthUnderTest;
let people = 0;
const password = 'correct horse';

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await stack.start();
});
afterAll(() => stack?.stop());

async function newPerson(): Promise<string> {
  people += 1;
  const email = `factor-${people}@example.org`;
  await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
  return email;
}

async function signIn(email: string, server = auth) {
  return (await server.client().auth.signInWithPassword({ email, password })).data.session!;
}

/** A user with a verified factor: one session at aal2, and one at aal1. */
async function careful() {
  const email = await newPerson();
  const { access_token: first, user } = await signIn(email);
  const app = await enrol(auth, first);
  const { body } = await showCode(stack, auth, first, app);
  const low = (await signIn(email)).access_token;
  return { email, id: user.id, app, high: body.access_token as string, refresh: body.refresh_token as string, low };
}

const begin = (bearer: string, body: object, server = auth) =>
  server.call('POST', '/factors', { bearer, body: { factor_type: 'totp', ...body } });
const put = (bearer: string, body: object) => auth.call('PUT', '/user', { bearer, body });

test('factor names are unique, and may be empty once', async () => {
  const { access_token: bearer } = await signIn(await newPerson());
  const { status, body } = await begin(bearer, {});
  expect([status, body.friendly_name, body.type]).toEqual([200, '', 'totp']);
  const taken = { status: 422, body: { error_code: 'mfa_factor_name_conflict' } };
  expect(await begin(bearer, {})).toMatchObject(taken);
  expect((await begin(bearer, { friendly_name: 'phone' })).status).toBe(200);
  expect(await begin(bearer, { friendly_name: 'phone' })).toMatchObject(taken);
  const together = await Promise.all([1, 2, 3].map(() => begin(bearer, { friendly_name: 'tablet' })));
  expect(together.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(together.filter((answer) => answer.status === 422)).toHaveLength(2);
  const { access_token: stranger } = await signIn(await newPerson());
  expect((await begin(stranger, { friendly_name: 'phone' })).status).toBe(200);
});

test('the enrolment names the issuer: the site, or the requested one', async () => {
  const { access_token: bearer } = await signIn(await newPerson());
  const uri = async (body: object) => ((await begin(bearer, body)).body.totp as { uri: string }).uri;
  expect(await uri({ friendly_name: 'a' })).toContain('&issuer=localhost%3A4300&');
  expect(await uri({ friendly_name: 'b', issuer: 'Foto Puig' })).toMatch(
    /^otpauth:\/\/totp\/Foto%20Puig:.*&issuer=Foto%20Puig&/,
  );
  expect(await begin(bearer, { friendly_name: 'c', issuer: 'x'.repeat(5_000) })).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed' },
  });
});

test('a user contains the factors without their secrets', async () => {
  const { access_token: bearer } = await signIn(await newPerson());
  expect((await auth.call('GET', '/user', { bearer })).body).not.toHaveProperty('factors');
  const { factorId, secret } = await enrol(auth, bearer);
  const { body } = await auth.call('GET', '/user', { bearer });
  const now = stack.clock.now().toISOString();
  expect(body.factors).toEqual([
    {
      id: factorId,
      created_at: now,
      updated_at: now,
      status: 'unverified',
      friendly_name: 'phone',
      factor_type: 'totp',
      phone: '',
      last_challenged_at: null,
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('limits a user to ten factors and removes stale unverified ones', async () => {
  const { access_token: bearer } = await signIn(await newPerson());
  for (let count = 0; count < 9; count += 1) await enrol(auth, bearer, `left ${count}`);
  const asked = await enrol(auth, bearer, 'asked');
  await challenge(auth, bearer, asked);
  expect(await begin(bearer, { friendly_name: 'eleventh' })).toMatchObject({
    status: 422,
    body: { error_code: 'too_many_enrolled_mfa_factors' },
  });
  stack.clock.advance(301);
  const later = await enrol(auth, bearer, 'later');
  const { body } = await auth.call('GET', '/user', { bearer });
  expect((body.factors as { id: string }[]).map(({ id }) => id)).toEqual([asked.factorId, later.factorId]);
});

test('adding a factor next to a verified one requires aal2', async () => {
  const { low, high } = await careful();
  expect(await begin(low, { friendly_name: 'tablet' })).toMatchObject({
    status: 403,
    body: { error_code: 'insufficient_aal' },
  });
  expect((await begin(high, { friendly_name: 'tablet' })).status).toBe(200);
});

test('refuses disabled factors and missing tokens', async () => {
  const off = await stack.start({ totpEnrollment: false, totpVerification: false });
  const { email, app } = await careful();
  const { access_token: low } = await signIn(email, off);
  const refused = (code: string) => ({ status: 422, body: { error_code: code } });
  expect(await begin(low, {}, off)).toMatchObject(refused('mfa_totp_enroll_not_enabled'));
  const path = `/factors/${app.factorId}`;
  const verify = { challenge_id: crypto.randomUUID(), code: '123456' };
  for (const [action, body] of Object.entries({ challenge: {}, verify })) {
    expect(await off.call('POST', `${path}/${action}`, { bearer: low, body })).toMatchObject(
      refused('mfa_totp_verify_not_enabled'),
    );
  }
  expect((await auth.call('POST', '/factors', { body: {} })).status).toBe(401);
});

test('removing a verified factor requires its code, an unverified one nothing', async () => {
  const { app, low, high } = await careful();
  const begun = await enrol(auth, high, 'begun');
  expect(await auth.call('DELETE', `/factors/${app.factorId}`, { bearer: low })).toMatchObject({
    status: 422,
    body: { error_code: 'insufficient_aal' },
  });
  expect((await auth.call('DELETE', `/factors/${begun.factorId}`, { bearer: low })).body).toEqual({
    id: begun.factorId,
  });
  expect((await auth.call('DELETE', `/factors/${app.factorId}`, { bearer: high })).body).toEqual({ id: app.factorId });
  expect((await auth.call('GET', '/user', { bearer: high })).body).not.toHaveProperty('factors');
});

test('removing its factor lowers a session to aal1 and keeps it', async () => {
  const { app, high, refresh } = await careful();
  await auth.call('DELETE', `/factors/${app.factorId}`, { bearer: high });
  const body = { refresh_token: refresh };
  const later = await auth.call('POST', '/token?grant_type=refresh_token', { body });
  const claims = decodeJwt(later.body.access_token as string);
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  const { rows } = await stack.pool.query('select aal, factor_id from auth.sessions where id = $1', [
    claims.session_id,
  ]);
  expect(rows).toEqual([{ aal: 'aal1', factor_id: null }]);
});

test('the official client removes a factor', async () => {
  const client = auth.client();
  await client.auth.signInWithPassword({ email: await newPerson(), password });
  const { mfa } = client.auth;
  const { data } = await mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  const factorId = data!.id;
  const code = totpCode(data!.totp.secret, stack.clock.now());
  expect((await mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  expect(await mfa.unenroll({ factorId })).toEqual({ data: { id: factorId }, error: null });
  await client.auth.refreshSession();
  expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
    currentAuthenticationMethods: [{ method: 'password' }],
  });
});

test('with a second factor, password and address change only at aal2', async () => {
  const { email, low, high } = await careful();
  const refused = { status: 401, body: { error_code: 'insufficient_aal' } };
  expect(await put(low, { password: 'a better one' })).toMatchObject(refused);
  expect(await put(low, { email: `new-${email}` })).toMatchObject(refused);
  expect(await put(low, { phone: '+34600111222' })).toMatchObject(refused);
  expect(stack.mailbox.store.list(`new-${email}`)).toEqual([]);
  expect((await put(low, { email, data: { language: 'ca' } })).status).toBe(200);
  expect((await put(high, { password: 'a better one', email: `new-${email}` })).status).toBe(200);
  expect((await auth.call('GET', '/user', { bearer: low })).status).toBe(403);
});

test('an unverified factor protects nothing yet', async () => {
  const { access_token: bearer } = await signIn(await newPerson());
  await enrol(auth, bearer);
  expect((await put(bearer, { password: 'a better one' })).status).toBe(200);
});

test('a ban also applies at aal2', async () => {
  const { app, id, high } = await careful();
  const asked = await challenge(auth, high, app);
  await auth.admin.auth.admin.updateUserById(id, { ban_duration: '1h' });
  const banned = { status: 403, body: { error_code: 'user_banned' } };
  expect(await begin(high, { friendly_name: 'x' })).toMatchObject(banned);
  expect(await showCode(stack, auth, high, app, asked)).toMatchObject(banned);
  expect(await auth.call('DELETE', `/factors/${app.factorId}`, { bearer: high })).toMatchObject(banned);
  stack.clock.advance(3_601);
});

test('an administrator removes a user’s factor', async () => {
  const { app, id, low } = await careful();
  const path = `/admin/users/${id}/factors/${app.factorId}`;
  const other = await careful();
  const foreign = `/admin/users/${id}/factors/${other.app.factorId}`;
  expect(await auth.call('DELETE', foreign, { bearer: SERVICE_KEY })).toMatchObject({
    status: 404,
    body: { error_code: 'mfa_factor_not_found' },
  });
  expect(await auth.call('DELETE', path, { bearer: low })).toMatchObject({
    status: 403,
    body: { error_code: 'not_admin' },
  });
  const removed = await auth.admin.auth.admin.mfa.deleteFactor({ userId: id, id: app.factorId });
  expect(removed.error).toBeNull();
  expect((await put(low, { password: 'a better one' })).status).toBe(200);
});
