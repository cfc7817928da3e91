import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { ANON_KEY, SERVICE_KEY, startAuthStack, type AuthStack, type AuthUnderTest } from '../support/auth-stack.ts';
import { enrol, showCode } from '../support/second-factor.ts';

let stack: AuthStack;
let auth: AuthUnderTest;
const password = 'correct horse';
let people = 0;

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await stack.start();
});
afterAll(() => stack?.stop());

async function newPerson(): Promise<string> {
  people += 1;
  const email = `person-${people}@example.org`;
  const { error } = await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
  expect(error).toBeNull();
  return email;
}

async function signIn(email: string) {
  const { data } = await auth.client().auth.signInWithPassword({ email, password });
  return data.session!;
}

const refresh = (token: string) =>
  auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } });
const next = async (token: string) => (await refresh(token)).body.refresh_token as string;

test('an access token contains user, session and expiry, and is publicly verifiable', async () => {
  const session = await signIn(await newPerson());
  const keys = createRemoteJWKSet(new URL(`${auth.url}/auth/v1/.well-known/jwks.json`));
  const { payload, protectedHeader } = await jwtVerify(session.access_token, keys, {
    algorithms: ['ES256'],
    issuer: `${auth.url}/auth/v1`,
    audience: 'authenticated',
    currentDate: stack.clock.now(),
  });
  const now = stack.clock.now().getTime() / 1_000;
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'JWT' });
  expect(payload).toEqual({
    iss: `${auth.url}/auth/v1`,
    sub: session.user.id,
    aud: 'authenticated',
    iat: now,
    exp: now + 3_600,
    email: session.user.email,
    phone: '',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: now }],
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email_verified: true },
  });
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3_600, expires_at: now + 3_600 });
  expect(session.refresh_token).toMatch(/^[a-z0-9]{12}$/);

  const jwks = await fetch(`${auth.url}/auth/v1/.well-known/jwks.json`);
  expect(jwks.headers.get('cache-control')).toBe('public, max-age=600');
  const [key, ...others] = ((await jwks.json()) as { keys: Record<string, unknown>[] }).keys;
  expect(others).toEqual([]);
  expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', kid: protectedHeader.kid });
  expect(key).not.toHaveProperty('d');
});

test('the official client fetches the key itself', async () => {
  const client = auth.client();
  await client.auth.signInWithPassword({ email: await newPerson(), password });
  const { data, error } = await client.auth.getClaims();
  expect(error).toBeNull();
  expect(data?.claims.role).toBe('authenticated');
});

test('refreshing rotates the token and keeps the session', async () => {
  const first = await signIn(await newPerson());
  stack.clock.advance(1_800);
  const second = await refresh(first.refresh_token);
  expect(second.status).toBe(200);
  expect(second.body.refresh_token).not.toBe(first.refresh_token);
  const claims = decodeJwt(second.body.access_token as string);
  expect(claims.session_id).toBe(decodeJwt(first.access_token).session_id);
  expect(claims.amr).toEqual(decodeJwt(first.access_token).amr);
  expect(claims.exp).toBe(stack.clock.now().getTime() / 1_000 + 3_600);
});

test('the active token’s parent is accepted at any time and gets the active token back', async () => {
  const { refresh_token: first } = await signIn(await newPerson());
  const second = await next(first);
  stack.clock.advance(86_400);
  expect(await next(first)).toBe(second);
  expect(await next(first)).toBe(second);
  expect((await refresh(second)).status).toBe(200);
});

test('an older token is accepted for ten seconds after its rotation', async () => {
  const { refresh_token: first } = await signIn(await newPerson());
  await next(await next(first));
  stack.clock.advance(10);
  expect((await refresh(first)).status).toBe(200);
});

test('later, an older token counts as stolen and revokes the whole family', async () => {
  const session = await signIn(await newPerson());
  const second = await next(session.refresh_token);
  const third = await next(second);
  stack.clock.advance(11);
  for (const token of [session.refresh_token, third, second]) {
    expect(await refresh(token)).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } });
  }
  const { rows } = await stack.pool.query(
    'select count(*)::int as active from auth.refresh_tokens where session_id = $1 and not revoked',
    [decodeJwt(session.access_token).session_id],
  );
  expect(rows).toEqual([{ active: 0 }]);
});

test('concurrently refreshing tabs get the same token', async () => {
  const { refresh_token: first } = await signIn(await newPerson());
  const tokens = await Promise.all(Array.from({ length: 8 }, () => next(first)));
  expect(new Set(tokens).size).toBe(1);
});

test('refuses invalid refresh tokens', async () => {
  for (const token of ['', 'short', 'ABCDEFGHIJKL', 'x'.repeat(40)]) {
    expect(await refresh(token)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  }
  expect(await refresh('aaaaaaaaaaaa')).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } });
});

test('signs out of this session, all others, or all', async () => {
  const email = await newPerson();
  const sessions = await Promise.all([signIn(email), signIn(email), signIn(email)]);
  const alive = async () =>
    Promise.all(
      sessions.map(async ({ access_token: bearer }) => {
        const { status, body } = await auth.call('GET', '/user', { bearer });
        if (status !== 200) expect([status, body.error_code]).toEqual([403, 'session_not_found']);
        return status === 200;
      }),
    );
  const logout = (index: number, scope: string) =>
    auth.call('POST', `/logout${scope}`, { bearer: sessions[index]!.access_token });
  expect((await logout(0, '?scope=local')).status).toBe(204);
  expect(await alive()).toEqual([false, true, true]);
  expect((await refresh(sessions[0]!.refresh_token)).status).toBe(400);
  expect((await logout(1, '?scope=everything')).status).toBe(400);
  expect((await logout(1, '?scope=others')).status).toBe(204);
  expect(await alive()).toEqual([false, true, false]);
  sessions[2] = await signIn(email);
  expect((await logout(1, '')).status).toBe(204);
  expect(await alive()).toEqual([false, false, false]);
  expect(await logout(1, '')).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
});

test('the official client signs out and clears its storage', async () => {
  const client = auth.client();
  await client.auth.signInWithPassword({ email: await newPerson(), password });
  expect((await client.auth.getUser()).error).toBeNull();
  expect((await client.auth.signOut()).error).toBeNull();
  expect((await client.auth.getSession()).data.session).toBeNull();
});

test('only a valid token of ours opens an account', async () => {
  const session = await signIn(await newPerson());
  const get = (bearer?: string) => auth.call('GET', '/user', bearer ? { bearer } : {});
  expect(await get()).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
  const claims = decodeJwt(session.access_token);
  const { kid } = decodeProtectedHeader(session.access_token);
  const hmac = new TextEncoder().encode('a secret that is long enough to sign with');
  const [head, , signature] = session.access_token.split('.');
  const altered = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url');
  const foreign = [
    'garbage',
    ANON_KEY,
    SERVICE_KEY,
    `${head}.${altered}.${signature}`,
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${altered}.`,
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...(kid ? { kid } : {}) }).sign(hmac),
  ];
  for (const bearer of foreign) {
    expect(await get(bearer)).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
  }
  stack.clock.advance(3_599);
  expect((await get(session.access_token)).status).toBe(200);
  stack.clock.advance(2);
  expect(await get(session.access_token)).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
});

test('a deleted user’s token is refused', async () => {
  const session = await signIn(await newPerson());
  await auth.admin.auth.admin.deleteUser(session.user.id);
  expect(await auth.call('GET', '/user', { bearer: session.access_token })).toMatchObject({
    status: 403,
    body: { error_code: 'user_not_found' },
  });
});

test('a session stores the device of its last use', async () => {
  const email = await newPerson();
  const device = (agent: string, ip: string) => ({ headers: { 'user-agent': agent, 'x-forwarded-for': ip } });
  const signedIn = await auth.call('POST', '/token?grant_type=password', {
    body: { email, password },
    ...device('Firefox', '203.0.113.1, 10.0.0.1'),
  });
  const id = decodeJwt(signedIn.body.access_token as string).session_id;
  const columns = 'user_agent, host(ip) as ip, aal, factor_id, created_at, refreshed_at';
  const row = async () =>
    (await stack.pool.query<Record<string, unknown>>(`select ${columns} from auth.sessions where id = $1`, [id]))
      .rows[0];
  const created = stack.clock.now();
  const opened = { aal: 'aal1', factor_id: null, created_at: created };
  expect(await row()).toEqual({ ...opened, user_agent: 'Firefox', ip: '203.0.113.1', refreshed_at: null });
  stack.clock.advance(60);
  await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: signedIn.body.refresh_token },
    ...device('Safari', '2001:db8::7'),
  });
  const { refreshed_at: refreshedAt, ...later } = (await row())!;
  expect(later).toEqual({ ...opened, user_agent: 'Safari', ip: '2001:db8::7' });
  const { rows } = await stack.pool.query<{ same: boolean }>(
    `select $1::timestamp = $2::timestamptz at time zone 'utc' as same`,
    [refreshedAt, stack.clock.now()],
  );
  expect(rows).toEqual([{ same: true }]);
});

test('deleting a session in the database ends its tokens', async () => {
  const email = await newPerson();
  const [gone, kept] = [await signIn(email), await signIn(email)];
  await stack.pool.query('delete from auth.sessions where id = $1', [decodeJwt(gone.access_token).session_id]);
  expect(await auth.call('GET', '/user', { bearer: gone.access_token })).toMatchObject({
    status: 403,
    body: { error_code: 'session_not_found' },
  });
  expect(await refresh(gone.refresh_token)).toMatchObject({ status: 400 });
  expect((await auth.call('GET', '/user', { bearer: kept.access_token })).status).toBe(200);
  expect((await refresh(kept.refresh_token)).status).toBe(200);
});

test('deleting a user in the database leaves no rows', async () => {
  const session = await signIn(await newPerson());
  const app = await enrol(auth, session.access_token);
  await showCode(stack, auth, session.access_token, app);
  await auth.call('POST', '/recover', { body: { email: session.user.email } });
  const id = session.user.id;
  const left = async () => {
    const tables = ['identities', 'sessions', 'one_time_tokens', 'mfa_factors', 'refresh_tokens'];
    const counts = tables.map(
      (table) => `(select count(*)::int from auth.${table} where user_id::text = $1) as ${table}`,
    );
    const challenges = '(select count(*)::int from auth.mfa_challenges where factor_id::text = $2) as mfa_challenges';
    const proofs = '(select count(*)::int from auth.mfa_amr_claims where session_id::text = $3) as mfa_amr_claims';
    const values = [id, app.factorId, decodeJwt(session.access_token).session_id];
    const { rows } = await stack.pool.query<Record<string, number>>(
      `select ${[...counts, challenges, proofs].join(', ')}`,
      values,
    );
    return rows[0]!;
  };
  expect(Object.values(await left()).filter((count) => count === 0)).toEqual([]);
  await stack.pool.query('delete from auth.users where id = $1', [id]);
  expect(Object.values(await left()).filter((count) => count !== 0)).toEqual([]);
  expect((await auth.call('GET', '/user', { bearer: session.access_token })).body.error_code).toBe('user_not_found');
});

test('an expired session is not refreshed', async () => {
  const session = await signIn(await newPerson());
  const until = new Date(stack.clock.now().getTime() + MINUTE_MS);
  await stack.pool.query('update auth.sessions set not_after = $2 where id = $1', [
    decodeJwt(session.access_token).session_id,
    until,
  ]);
  stack.clock.advance(60);
  const second = await next(session.refresh_token);
  stack.clock.advance(1);
  expect(await refresh(second)).toMatchObject({ status: 400, body: { error_code: 'session_expired' } });
});
