import { afterAll, beforeAll, expect, test } from 'vitest';
import { SERVICE_KEY, SITE_URL, startAuthStack, type AuthStack } from '../support/auth-stack.ts';
import { enrol } from '../support/second-factor.ts';

let stack: AuthStack;
const email = 'ada@example.org';
const password = 'correct horse';

beforeAll(async () => {
  stack = await startAuthStack();
});
afterAll(() => stack?.stop());

/** Random values of the wrong type, seeded so that a failure can be repeated. */
function* nonsense(seed: number): Generator<unknown> {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const values = [
    null,
    true,
    0,
    -1,
    1e308,
    '',
    'x',
    'x'.repeat(5_000),
    '\u0000',
    'a\u0000b',
    '\ud800',
    '💥',
    "'; drop table x; --",
    '%00',
    '../..',
    [],
    [[]],
    {},
    { a: null },
    { $gt: '' },
    email,
    'pkce_',
    '0'.repeat(12),
    '00000000-0000-0000-0000-000000000000',
    { '\u0000': 1 },
    JSON.parse('{"__proto__": {"x": 1}}'),
    'https://[',
    'signup',
    'email',
    'email_change',
    'magiclink',
    '2562048h',
  ];
  for (;;) yield values[random(values.length)];
}

const code = 'c'.repeat(43);
const flow = { code_challenge: code, code_challenge_method: 'plain' };
const person = { email: 'fuzz@example.org', phone: '', password, data: { a: 1 } };
const soundCalls: [method: string, path: string, body: Record<string, unknown>][] = [
  ['POST', '/signup', { ...person, ...flow }],
  ['POST', '/otp', { email, create_user: true, data: {}, ...flow }],
  ['POST', '/recover', { email, ...flow }],
  ['POST', '/resend', { type: 'signup', email, ...flow }],
  ['POST', '/verify', { type: 'email', token: '123456', token_hash: '', email, redirect_to: '' }],
  ['PUT', '/user', { email: 'fuzzed@example.org', password: 'a better one', nonce: '', data: { a: 1 }, ...flow }],
  ['POST', '/token?grant_type=password', { email, phone: '', password }],
  ['POST', '/token?grant_type=refresh_token', { refresh_token: 'aaaaaaaaaaaa' }],
  ['POST', '/token?grant_type=pkce', { auth_code: 'x', code_verifier: code }],
  ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }],
  ['POST', '/factors', { factor_type: 'totp', friendly_name: 'fuzz', issuer: 'fuzz' }],
  ['POST', '/factors/{factor}/challenge', {}],
  ['POST', '/factors/{factor}/verify', { challenge_id: crypto.randomUUID(), code: '123456' }],
  ['POST', '/sso', { domain: 'example.org', gotrue_meta_security: {} }],
  ['POST', '/invite', { email: 'fuzz-invite@example.org', data: {} }],
  ['POST', '/admin/generate_link', { type: 'signup', ...person, new_email: 'n@example.org', redirect_to: SITE_URL }],
  [
    'POST',
    '/admin/users',
    { ...person, id: crypto.randomUUID(), role: 'x', ban_duration: '1h', app_metadata: {}, user_metadata: {} },
  ],
];

test('never answers invalid input with a 5xx', async () => {
  const own = await stack.start({ mailIntervalSeconds: 0 });
  await own.admin.auth.admin.createUser({ email, password, email_confirm: true });
  const { data: signedIn } = await own.client().auth.signInWithPassword({ email, password });
  const { factorId } = await enrol(own, signedIn.session!.access_token);
  const faults: unknown[] = [];
  const statuses = new Set<number>();
  const newToken = async () => (await own.client().auth.signInWithPassword({ email, password })).data.session;
  let session = await newToken();
  const send = async (method: string, path: string, body: unknown) => {
    const privileged = path.startsWith('/admin') || path === '/invite';
    const token = privileged ? SERVICE_KEY : (session ?? signedIn.session!).access_token;
    const answer = await own.call(method, path.replace('{factor}', factorId), { bearer: token, body });
    // A call can change the password, or end the session. Signing in for every call would cost a password hash each.
    if ([200, 401, 403].includes(answer.status)) session = await newToken();
    statuses.add(answer.status);
    if (answer.status >= 500) faults.push([method, path, body, answer.body]);
  };
  const values = nonsense(7);
  for (const [method, path, sound] of soundCalls) {
    await send(method, path, sound);
    for (const field of Object.keys(sound)) {
      for (let round = 0; round < 16; round += 1) await send(method, path, { ...sound, [field]: values.next().value });
    }
    const nested = `{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`;
    for (const broken of ['', 'null', '[]', '"x"', '{', '{"email": "a"', '['.repeat(100_000), nested]) {
      await send(method, path, broken);
    }
  }
  const queries = [
    '/verify?token=%00&type=email',
    '/verify?token=x&type=%00',
    `/verify?token=${'x'.repeat(9_000)}&type=signup`,
    '/verify?token=x&type=__proto__',
    '/admin/users?page=%00',
    '/admin/users?per_page=999999999&page=999999999',
    '/admin/users/%00',
  ];
  for (const query of queries) {
    const { status } = await own.call('GET', query, { bearer: SERVICE_KEY });
    if (status >= 500) faults.push(query);
  }
  expect(faults).toEqual([]);
  for (const status of [200, 400, 403, 404, 422]) expect(statuses).toContain(status);
}, 120_000);
