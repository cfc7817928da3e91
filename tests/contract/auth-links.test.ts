import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  lastMailTo,
  linkIn,
  SITE_URL,
  startAuthStack,
  type AuthStack,
  type AuthUnderTest,
} from '../support/auth-stack.ts';

let stack: AuthStack;
let auth: AuthUnderTest;
/** A project whose mails contain only the code to type. */
let typing: AuthUnderTest;
let templates: string;
let email: string;
let people = 0;
const password = 'correct horse';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = { code_challenge: challenge, code_challenge_method: 's256' };

beforeAll(async () => {
  stack = await startAuthStack();
  auth = await stack.start({ redirectUrls: ['https://*.studio.example/**', 'albumen://callback'] });
  templates = await mkdtemp(join(tmpdir(), 'albumen-templates-'));
  const kinds = ['confirmation', 'magic_link', 'recovery', 'invite', 'email_change', 'reauthentication'];
  await Promise.all(kinds.map((kind) => writeFile(join(templates, `${kind}.html`), '<p>{{ .Token }}</p>')));
  const subjects = JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, kind])));
  await writeFile(join(templates, 'subjects.json'), subjects);
  typing = await stack.start({ templatesDir: templates });
});
afterAll(async () => {
  await stack?.stop();
  await rm(templates, { recursive: true, force: true });
});
beforeEach(() => {
  people += 1;
  email = `person-${people}@example.org`;
});

async function createPerson(attributes: object = {}) {
  const { data } = await auth.admin.auth.admin.createUser({ email, password, email_confirm: true, ...attributes });
  return data.user!;
}

const mail = (address = email) => lastMailTo(stack.mailbox, address);
const open = (path: string) => auth.call('GET', path);
const fragmentOf = (location: URL | null) => Object.fromEntries(new URLSearchParams(location?.hash.slice(1)));
const otpExpired = { status: 403, body: { error_code: 'otp_expired' } };

test('a magic link signs in once, with all parameters in the fragment', async () => {
  await createPerson();
  expect((await auth.client().auth.signInWithOtp({ email })).error).toBeNull();
  const link = linkIn(mail());
  const { status, location } = await open(link.path);
  expect(status).toBe(303);
  expect(location?.search).toBe('');
  const now = stack.clock.now().getTime() / 1_000;
  const fragment = fragmentOf(location);
  expect(fragment).toMatchObject({
    expires_at: String(now + 3_600),
    expires_in: '3600',
    token_type: 'bearer',
    type: 'magiclink',
  });
  expect(fragment.refresh_token).toMatch(/^[a-z0-9]{12}$/);
  expect(decodeJwt(fragment.access_token!).amr).toEqual([{ method: 'otp', timestamp: now }]);
  const again = await open(link.path);
  expect(again.status).toBe(303);
  expect(again.location?.search).toBe('');
  expect(fragmentOf(again.location)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  });
});

test('two concurrent uses of a link make one sign-in', async () => {
  await createPerson();
  await auth.call('POST', '/otp', { body: { email } });
  const { path } = linkIn(mail());
  const answers = await Promise.all([open(path), open(path), open(path), open(path)]);
  expect(answers.filter(({ location }) => location?.hash.includes('access_token'))).toHaveLength(1);
});

test('HEAD does not use up a link', async () => {
  await createPerson();
  await auth.call('POST', '/otp', { body: { email } });
  const { path } = linkIn(mail());
  expect((await auth.call('HEAD', path)).status).toBe(405);
  expect((await open(path)).location?.hash).toContain('access_token');
});

test('links expire after an hour', async () => {
  await createPerson();
  await auth.call('POST', '/otp', { body: { email } });
  stack.clock.advance(3_601);
  expect(fragmentOf((await open(linkIn(mail()).path)).location).error_code).toBe('otp_expired');
  await auth.call('POST', '/otp', { body: { email } });
  stack.clock.advance(3_600);
  expect((await open(linkIn(mail()).path)).location?.hash).toContain('access_token');
});

test('a magic link signs up a new user, unless disabled', async () => {
  const refused = await auth.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled' });
  expect(stack.mailbox.store.list(email)).toEqual([]);
  await auth.client().auth.signInWithOtp({ email, options: { data: { full_name: 'Nou' } } });
  const link = linkIn(mail());
  expect(link.type).toBe('signup');
  const { access_token: token } = fragmentOf((await open(link.path)).location);
  expect(decodeJwt(token!).user_metadata).toMatchObject({ full_name: 'Nou', email_verified: true });
});

test('limits mails to one a minute for each user and purpose', async () => {
  await createPerson();
  const ask = () => auth.call('POST', '/recover', { body: { email } });
  expect(await ask()).toMatchObject({ status: 200, body: {} });
  stack.clock.advance(59);
  const soon = await ask();
  expect(soon).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } });
  expect(soon.body.msg).toBe('For security purposes, you can only request this after 1 seconds.');
  stack.clock.advance(1);
  expect((await ask()).status).toBe(200);
  expect(stack.mailbox.store.list(email)).toHaveLength(2);
});

test('responses do not reveal who is registered', async () => {
  await createPerson();
  for (const [path, body] of [
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
  ] as const) {
    const known = await auth.call('POST', path, { body: { email, ...body } });
    const unknown = await auth.call('POST', path, { body: { email: 'nobody@example.org', ...body } });
    expect([known.status, known.body]).toEqual([200, {}]);
    expect([unknown.status, unknown.body]).toEqual([200, {}]);
  }
  expect(stack.mailbox.store.list('nobody@example.org')).toEqual([]);
});

test('resends an unconfirmed sign-up’s mail', async () => {
  await auth.call('POST', '/signup', { body: { email, password } });
  stack.clock.advance(60);
  expect((await auth.client().auth.resend({ type: 'signup', email })).error).toBeNull();
  const [newest, first] = stack.mailbox.store.list(email);
  expect(fragmentOf((await open(linkIn(first!).path)).location).error_code).toBe('otp_expired');
  expect((await open(linkIn(newest!).path)).location?.hash).toContain('type=signup');
});

test('links redirect to allowed URLs only, and to the site otherwise', async () => {
  await createPerson();
  const target = async (redirectTo: string) => {
    stack.clock.advance(60);
    await auth.call('POST', `/otp?redirect_to=${encodeURIComponent(redirectTo)}`, { body: { email } });
    const { location } = await open(linkIn(mail()).path);
    expect(location?.hash).toContain('access_token');
    return location?.href.split('#')[0];
  };
  const site = `${SITE_URL}/`;
  expect(await target(`${SITE_URL}/app/galleries?tab=a&b=2`)).toBe(`${SITE_URL}/app/galleries?tab=a&b=2`);
  expect(await target('http://localhost:9999/elsewhere')).toBe('http://localhost:9999/elsewhere');
  expect(await target('https://ada.studio.example/p/x')).toBe('https://ada.studio.example/p/x');
  expect(await target('https://evil.example/')).toBe(site);
  expect(await target('https://a.b.studio.example/')).toBe(site);
  expect(await target('http://localhost:4300@evil.example/')).toBe(site);
  expect(await target('http://localhost\\@evil.example/')).toBe(site);
  expect(await target('javascript:alert(1)')).toBe(site);
});

test('checks the redirect again when a link is opened', async () => {
  await createPerson();
  await auth.call('POST', '/otp', { body: { email } });
  const { token } = linkIn(mail());
  const { location } = await open(`/verify?token=${token}&type=magiclink&redirect_to=https://evil.example`);
  expect(location?.origin).toBe(SITE_URL);
});

test('a PKCE client exchanges the link’s code once, with its own verifier', async () => {
  await createPerson();
  const client = auth.client('pkce');
  await client.auth.signInWithOtp({ email, options: { emailRedirectTo: `${SITE_URL}/app?x=1` } });
  const link = linkIn(mail());
  expect(link.token).toMatch(/^pkce_/);
  const { location } = await open(link.path);
  expect(location?.hash).toBe('');
  expect(location?.searchParams.get('x')).toBe('1');
  const code = location!.searchParams.get('code')!;
  const stranger = await auth.call('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: verifier },
  });
  expect(stranger).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } });
  const { data, error } = await client.auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
  expect(decodeJwt(data.session!.access_token).amr).toMatchObject([{ method: 'magiclink' }]);
  const again = await auth.call('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: verifier },
  });
  expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } });
});

test('a code is used once, also by two concurrent requests', async () => {
  await createPerson();
  await auth.call('POST', '/otp', { body: { email, ...pkce } });
  const code = (await open(linkIn(mail()).path)).location!.searchParams.get('code');
  const body = { auth_code: code, code_verifier: verifier };
  const answers = await Promise.all([1, 2, 3].map(() => auth.call('POST', '/token?grant_type=pkce', { body })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
});

test('codes expire after five minutes; a magic link’s counts from when it is opened', async () => {
  await createPerson();
  const trade = (code: string | null | undefined) =>
    auth.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } });
  await auth.call('POST', '/otp', { body: { email, ...pkce } });
  stack.clock.advance(1_800);
  const opened = (await open(linkIn(mail()).path)).location?.searchParams.get('code');
  stack.clock.advance(300);
  expect((await trade(opened)).status).toBe(200);

  await auth.call('POST', '/recover', { body: { email, ...pkce } });
  const late = (await open(linkIn(mail()).path)).location?.searchParams.get('code');
  stack.clock.advance(301);
  expect(await trade(late)).toMatchObject({ status: 422, body: { error_code: 'flow_state_expired' } });
});

test('accepts challenge methods in any case, also plain, and refuses incomplete ones', async () => {
  await createPerson();
  const plain = 'p'.repeat(43);
  await auth.call('POST', '/otp', { body: { email, code_challenge: plain, code_challenge_method: 'PLAIN' } });
  const code = (await open(linkIn(mail()).path)).location!.searchParams.get('code');
  const traded = await auth.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: plain } });
  expect(traded.status).toBe(200);
  for (const half of [
    { code_challenge: challenge },
    { code_challenge_method: 's256' },
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: `${challenge}!`, code_challenge_method: 's256' },
    { code_challenge: challenge, code_challenge_method: 's512' },
  ]) {
    const answer = await auth.call('POST', '/otp', { body: { email, ...half } });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  }
});

test('a PKCE client gets errors in the query as well', async () => {
  const { location } = await open('/verify?token=pkce_0123&type=magiclink');
  expect(location?.searchParams.get('error_code')).toBe('otp_expired');
  expect(fragmentOf(location)).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' });
  const unknownType = await open('/verify?token=0123&type=nonsense');
  expect(unknownType.status).toBe(303);
  expect(fragmentOf(unknownType.location)).toMatchObject({ error: 'invalid_request', error_code: 'validation_failed' });
  expect((await open('/verify?token=0123')).status).toBe(400);
  expect((await open('/verify?type=magiclink')).status).toBe(400);
});

test('a typed code is valid for its address, once', async () => {
  await createPerson();
  await typing.call('POST', '/otp', { body: { email } });
  const code = mail().text;
  expect(code).toMatch(/^\d{6}$/);
  const type = (body: object) => typing.call('POST', '/verify', { body: { type: 'email', token: code, ...body } });
  expect(await type({ email: 'nobody@example.org' })).toMatchObject(otpExpired);
  expect(await type({ email, token: code === '000000' ? '000001' : '000000' })).toMatchObject(otpExpired);
  expect(await type({ email, type: 'signup' })).toMatchObject(otpExpired);
  // The stored hash joins address and code; a digit must not move from one to the other.
  expect(await type({ email: email + code[0], token: code.slice(1) })).toMatchObject(otpExpired);
  const right = await type({ email: email.toUpperCase() });
  expect(right).toMatchObject({ status: 200, body: { token_type: 'bearer', user: { email } } });
  expect(await type({ email })).toMatchObject(otpExpired);
});

test('a typed code also works when a PKCE client requested it', async () => {
  await typing.call('POST', '/signup', { body: { email, password, ...pkce } });
  const { data, error } = await typing.client().auth.verifyOtp({ email, token: mail().text, type: 'email' });
  expect(error).toBeNull();
  expect(data.user?.email_confirmed_at).toBeTruthy();
});

test('typed codes expire like links', async () => {
  await createPerson();
  await typing.call('POST', '/otp', { body: { email } });
  stack.clock.advance(3_601);
  const { error } = await typing.client().auth.verifyOtp({ email, token: mail().text, type: 'magiclink' });
  expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('a hash is no code and a code no hash', async () => {
  await createPerson();
  await typing.call('POST', '/otp', { body: { email } });
  const code = mail().text;
  const hash = createHash('sha224')
    .update(email + code)
    .digest('hex');
  const post = (body: object) => typing.call('POST', '/verify', { body: { type: 'magiclink', ...body } });
  expect(await post({ token: hash, email })).toMatchObject(otpExpired);
  expect(await post({ token_hash: code })).toMatchObject(otpExpired);
  expect(await post({ token_hash: hash, email })).toMatchObject({ status: 400 });
  expect(await post({ token_hash: hash, token: code, email })).toMatchObject({ status: 400 });
  expect(await post({ token: code })).toMatchObject({ status: 400 });
  expect((await post({ token_hash: hash })).status).toBe(200);
});

test('stores codes as hashes only', async () => {
  await createPerson();
  await typing.call('POST', '/otp', { body: { email } });
  const code = mail().text;
  const { rows } = await stack.pool.query<{ everything: string }>(
    `select users::text || one_time_tokens::text as everything from auth.users
       join auth.one_time_tokens on user_id = users.id where email = $1`,
    [email],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.everything).not.toContain(`(${code},`);
  expect(rows[0]?.everything).not.toContain(`,${code},`);
});

test('a recovery signs in to set a new password', async () => {
  await createPerson();
  const client = auth.client();
  await client.auth.resetPasswordForEmail(email, { redirectTo: `${SITE_URL}/app/password` });
  const { location } = await open(linkIn(mail()).path);
  expect(location?.pathname).toBe('/app/password');
  const fragment = fragmentOf(location);
  expect(fragment.type).toBe('recovery');
  const tokens = { access_token: fragment.access_token!, refresh_token: fragment.refresh_token! };
  await client.auth.setSession(tokens);
  expect((await client.auth.updateUser({ password: 'a better one' })).error).toBeNull();
  expect((await auth.client().auth.signInWithPassword({ email, password: 'a better one' })).error).toBeNull();
});

test('mails use the user’s language and the product’s name, and escape markup', async () => {
  const words = {
    en: 'Your sign-in link',
    es: 'Tu enlace para iniciar sesión',
    ca: 'El teu enllaç per iniciar la sessió',
  };
  for (const [language, subject] of Object.entries(words)) {
    email = `${language}-${people}@example.org`;
    await createPerson({ user_metadata: { language } });
    await auth.call('POST', '/otp', { body: { email } });
    expect(mail().subject).toContain(subject);
    expect(mail().html).toContain(`lang="${language}"`);
    expect(mail().html).not.toContain('{{');
    expect(mail().text).toContain(email);
  }
  email = `quote'${people}@example.org`;
  await createPerson({ user_metadata: { language: '<script>' } });
  await auth.call('POST', '/otp', { body: { email } });
  expect(mail().subject).toContain(words.en);
  expect(mail().html).toContain(`quote&#39;${people}@example.org`);
});
