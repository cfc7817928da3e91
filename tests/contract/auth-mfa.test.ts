import { decodeJwt } from 'jose';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '#local/auth/second-factors.ts';
import { startAuthStack, type AuthStack, type AuthUnderTest } from '../support/auth-stack.ts';
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
  const email = `mfa-${people}@example.org`;
  await auth.admin.auth.admin.createUser({ email, password, email_confirm: true });
  return email;
}

async function signIn(email: string) {
  return (await auth.client().auth.signInWithPassword({ email, password })).data.session!;
}

const refresh = (token: unknown) =>
  auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } });

/** A user with a verified factor, in a session at aal2. */
async function careful() {
  const email = await newPerson();
  const session = await signIn(email);
  const app = await enrol(auth, session.access_token);
  const raised = await showCode(stack, auth, session.access_token, app);
  return { email, app, bearer: raised.body.access_token as string, refreshToken: raised.body.refresh_token as string };
}

test('the official client adds an authenticator app and its code raises the session to aal2', async () => {
  const email = await newPerson();
  const client = auth.client();
  await client.auth.signInWithPassword({ email, password });
  const { data: factor, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'My phone',
    issuer: 'Albumen',
  });
  expect(error).toBeNull();
  expect(factor).toMatchObject({ type: 'totp', friendly_name: 'My phone' });
  const { qr_code: qrCode, secret, uri } = factor!.totp;
  expect(uri).toBe(`otpauth://totp/Albumen:${email}?algorithm=SHA1&digits=6&issuer=Albumen&period=30&secret=${secret}`);
  const [, svg] = /^data:image\/svg\+xml;utf-8,(<svg .*<\/svg>)$/.exec(qrCode)!;
  expect(svg).not.toMatch(/[#%]/);
  const { data, info } = await sharp(Buffer.from(svg!)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(decodeQr({ width: info.width, height: info.height, data })).toBe(uri);
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  });

  const asked = await client.auth.mfa.challenge({ factorId: factor!.id });
  expect(asked.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    type: 'totp',
    expires_at: stack.clock.now().getTime() / 1_000 + 300,
  });
  const code = totpCode(secret, stack.clock.now());
  const verified = await client.auth.mfa.verify({ factorId: factor!.id, challengeId: asked.data!.id, code });
  expect(verified.error).toBeNull();
  expect(verified.data).toMatchObject({
    token_type: 'bearer',
    expires_in: 3_600,
    user: { email, factors: [{ id: factor!.id, factor_type: 'totp', status: 'verified', friendly_name: 'My phone' }] },
  });
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  });
  const listed = await client.auth.mfa.listFactors();
  expect(listed.data?.totp.map(({ id }) => id)).toEqual([factor!.id]);
  expect(JSON.stringify(verified.data)).not.toContain(secret);
});

test('a session stays at aal2 on refresh, and lists the newest method first', async () => {
  const email = await newPerson();
  const first = await signIn(email);
  const app = await enrol(auth, first.access_token);
  stack.clock.advance(60);
  const raised = (await showCode(stack, auth, first.access_token, app)).body;
  const [before, after] = [decodeJwt(first.access_token), decodeJwt(raised.access_token as string)];
  expect([before.aal, after.aal]).toEqual(['aal1', 'aal2']);
  expect(after.session_id).toBe(before.session_id);
  const now = stack.clock.now().getTime() / 1_000;
  expect(after.amr).toEqual([
    { method: 'totp', timestamp: now },
    { method: 'password', timestamp: now - 60 },
  ]);
  stack.clock.advance(600);
  const later = (await refresh(raised.refresh_token)).body;
  expect(decodeJwt(later.access_token as string)).toMatchObject({ aal: 'aal2', amr: after.amr });
  const { rows } = await stack.pool.query('select aal, factor_id from auth.sessions where id = $1', [after.session_id]);
  expect(rows).toEqual([{ aal: 'aal2', factor_id: app.factorId }]);
});

test('a second factor ends aal1 sessions and unverified factors', async () => {
  const email = await newPerson();
  const [mine, other, stranger] = [await signIn(email), await signIn(email), await signIn(await newPerson())];
  const app = await enrol(auth, mine.access_token);
  await enrol(auth, mine.access_token, 'left lying');
  const { body } = await showCode(stack, auth, mine.access_token, app);
  expect(await auth.call('GET', '/user', { bearer: other.access_token })).toMatchObject({
    status: 403,
    body: { error_code: 'session_not_found' },
  });
  expect((await refresh(other.refresh_token)).status).toBe(400);
  expect((await auth.call('GET', '/user', { bearer: stranger.access_token })).status).toBe(200);
  expect((await refresh(stranger.refresh_token)).status).toBe(200);
  const { body: user } = await auth.call('GET', '/user', { bearer: body.access_token as string });
  expect((user.factors as { id: string }[]).map(({ id }) => id)).toEqual([app.factorId]);
});

test('a refresh token from before the second factor does not lead into the aal2 session', async () => {
  const session = await signIn(await newPerson());
  const app = await enrol(auth, session.access_token);
  stack.clock.advance(30);
  const raised = (await showCode(stack, auth, session.access_token, app)).body;
  expect(raised.refresh_token).not.toBe(session.refresh_token);
  expect(await refresh(session.refresh_token)).toMatchObject({
    status: 400,
    body: { error_code: 'refresh_token_already_used' },
  });
});

test('a new sign-in requires a code again', async () => {
  const { email, app } = await careful();
  const client = auth.client();
  await client.auth.signInWithPassword({ email, password });
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  const code = totpCode(app.secret, stack.clock.now());
  expect((await client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code })).error).toBeNull();
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
});

test('a second aal2 session leaves the first alone', async () => {
  const { email, app, bearer } = await careful();
  const { access_token: again } = await signIn(email);
  expect((await showCode(stack, auth, again, app)).status).toBe(200);
  expect((await auth.call('GET', '/user', { bearer })).status).toBe(200);
});

test('accepts a code half a minute early or late, and no longer', async () => {
  const { email, app } = await careful();
  const { access_token: bearer } = await signIn(email);
  const at = (steps: number) => totpCode(app.secret, new Date(stack.clock.now().getTime() + steps * 30_000));
  const show = async (code: string) => {
    const body = { challenge_id: await challenge(auth, bearer, app), code };
    return auth.call('POST', `/factors/${app.factorId}/verify`, { bearer, body });
  };
  for (const code of [at(-2), at(2), `${at(0)}0`, at(0).slice(1), 'abcdef']) {
    if ([at(-1), at(0), at(1)].includes(code)) continue;
    expect(await show(code)).toMatchObject({ status: 422, body: { error_code: 'mfa_verification_failed' } });
  }
  for (const steps of [-1, 0, 1]) expect((await show(at(steps))).status).toBe(200);
});

test('a challenge is used once, also by two concurrent requests', async () => {
  const { email, app, bearer } = await careful();
  const used = await challenge(auth, bearer, app);
  expect((await showCode(stack, auth, bearer, app, used)).status).toBe(200);
  expect(await showCode(stack, auth, bearer, app, used)).toMatchObject({
    status: 422,
    body: { error_code: 'mfa_ip_address_mismatch' },
  });
  const sessions = await Promise.all([signIn(email), signIn(email)]);
  const shared = await challenge(auth, bearer, app);
  const answers = await Promise.all(
    sessions.map(({ access_token: token }) => showCode(stack, auth, token, app, shared)),
  );
  // The loser finds the challenge used, or its own session ended by the winner's.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422 || status === 403)).toHaveLength(1);
});

test('a wrong code does not use up the challenge', async () => {
  const { app, bearer } = await careful();
  const id = await challenge(auth, bearer, app);
  const body = { challenge_id: id, code: 'wrong!' };
  expect((await auth.call('POST', `/factors/${app.factorId}/verify`, { bearer, body })).status).toBe(422);
  expect((await showCode(stack, auth, bearer, app, id)).status).toBe(200);
});

test('a challenge expires after five minutes and is deleted', async () => {
  const { app, bearer } = await careful();
  const [punctual, late] = [await challenge(auth, bearer, app), await challenge(auth, bearer, app)];
  stack.clock.advance(300);
  expect((await showCode(stack, auth, bearer, app, punctual)).status).toBe(200);
  stack.clock.advance(1);
  const expired = await showCode(stack, auth, bearer, app, late);
  expect(expired).toMatchObject({ status: 422, body: { error_code: 'mfa_challenge_expired' } });
  const gone = await showCode(stack, auth, bearer, app, late);
  expect(gone).toMatchObject({ status: 422, body: { error_code: 'mfa_factor_not_found' } });
});

test('a challenge is bound to its IP address', async () => {
  const { app, bearer } = await careful();
  const body = { challenge_id: await challenge(auth, bearer, app), code: totpCode(app.secret, stack.clock.now()) };
  const from = (ip: string) =>
    auth.call('POST', `/factors/${app.factorId}/verify`, { bearer, body, headers: { 'x-forwarded-for': ip } });
  expect(await from('203.0.113.9')).toMatchObject({ status: 422, body: { error_code: 'mfa_ip_address_mismatch' } });
  expect((await from('127.0.0.1')).status).toBe(200);
});

test('refuses invalid answers to a challenge', async () => {
  const { app, bearer } = await careful();
  const other = await careful();
  const foreign = await challenge(auth, other.bearer, other.app);
  const verify = (body: object, factorId = app.factorId) =>
    auth.call('POST', `/factors/${factorId}/verify`, { bearer, body });
  const code = totpCode(app.secret, stack.clock.now());
  const refusals: [body: object, status: number, errorCode: string][] = [
    [{ challenge_id: foreign, code }, 422, 'mfa_factor_not_found'],
    [{ challenge_id: crypto.randomUUID(), code }, 422, 'mfa_factor_not_found'],
    [{ code }, 422, 'mfa_factor_not_found'],
    [{ challenge_id: 'x', code }, 400, 'bad_json'],
    [{ challenge_id: await challenge(auth, bearer, app) }, 400, 'validation_failed'],
  ];
  for (const [body, status, errorCode] of refusals) {
    expect(await verify(body)).toMatchObject({ status, body: { error_code: errorCode } });
  }
  for (const id of [other.app.factorId, crypto.randomUUID()]) {
    const missing = { status: 404, body: { error_code: 'mfa_factor_not_found' } };
    expect(await verify({ challenge_id: foreign, code }, id)).toMatchObject(missing);
    expect(await auth.call('POST', `/factors/${id}/challenge`, { bearer, body: {} })).toMatchObject(missing);
    expect(await auth.call('DELETE', `/factors/${id}`, { bearer })).toMatchObject(missing);
  }
  expect((await verify({}, 'x')).body.error_code).toBe('validation_failed');
});

test('many users may be challenged at the same time', async () => {
  const everybody = await Promise.all(Array.from({ length: 6 }, careful));
  const ids = await Promise.all(everybody.map(({ bearer, app }) => challenge(auth, bearer, app)));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

test('a code does not restore tokens revoked as stolen', async () => {
  const session = await signIn(await newPerson());
  const app = await enrol(auth, session.access_token);
  const second = (await refresh(session.refresh_token)).body.refresh_token;
  await refresh(second);
  stack.clock.advance(11);
  await refresh(session.refresh_token);
  const answer = await showCode(stack, auth, session.access_token, app);
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'refresh_token_not_found' } });
});

test('rate-limits codes from one address', async () => {
  const { email, app } = await careful();
  const { access_token: bearer } = await signIn(email);
  const plenty = { events: 100, seconds: 60 };
  const rateLimits = { mails: plenty, signUps: plenty, tokens: plenty, verifications: plenty, codes: plenty };
  const strict = await stack.start({ rateLimits: { ...rateLimits, factors: { events: 2, seconds: 60 } } });
  const { access_token: own } = (await strict.client().auth.signInWithPassword({ email, password })).data.session!;
  const ask = () => strict.call('POST', `/factors/${app.factorId}/challenge`, { bearer: own, body: {} });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
  expect(await ask()).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } });
  expect((await challenge(auth, bearer, app)).length).toBe(36);
});
