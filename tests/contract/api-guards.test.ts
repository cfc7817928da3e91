import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { can, ROLES } from '#core/domain/studio/roles.ts';
import { testApi, ZERO_API_KEY } from '../support/api.ts';
import { insertRow } from '../support/rows.ts';
import { makeStudio, stranger } from '../support/studio.ts';

/** Tests every endpoint of the contract, so that new ones are covered automatically. */
const ALL = Object.entries(endpoints).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${group}.${name}`, endpoint] as const,
  ),
);
const having = (...access: readonly Endpoint['access'][]) =>
  ALL.filter(([, endpoint]) => access.includes(endpoint.access));

const api = await testApi();
const studio = await makeStudio(api);
const other = await makeStudio(api);

/** Calls an endpoint with a well-formed path. */
const pathOf = (endpoint: Endpoint) =>
  endpoint.path
    .replace(':accountId', other.id)
    .replace(':accountSlug', other.slug)
    .replace(':galleryId', `${other.id}${'0'.repeat(16)}`)
    .replaceAll(/:\w+/g, '0'.repeat(20));

const channelOf = (endpoint: Endpoint) => endpoint.channel ?? null;
const keyOf = (endpoint: Endpoint) => (endpoint.access === 'sync' ? { 'x-api-key': ZERO_API_KEY } : {});

describe('every endpoint', () => {
  it.each(ALL)('%s refuses requests that bypass the distribution', async (_, endpoint) => {
    const wrong = { 'x-origin-secret': 'guessed' };
    const answer = await api.call(endpoint.method, pathOf(endpoint), { headers: wrong, channel: channelOf(endpoint) });
    expect(answer.status).toBe(403);
    expect(answer.error.code).toBe('forbidden');
  });

  it.each(ALL.filter(([, { channel }]) => channel))('%s requires its channel header', async (_, endpoint) => {
    for (const channel of [null, 'elsewhere', endpoint.channel === 'public' ? 'backoffice' : 'public']) {
      const answer = await api.call(endpoint.method, pathOf(endpoint), { channel });
      expect(answer.error.code).toBe('channel_required');
      expect(answer.status).toBe(400);
    }
  });

  it.each(ALL)('%s answers other methods with 405', async (_, endpoint) => {
    const answer = await api.call('OPTIONS', pathOf(endpoint), { channel: channelOf(endpoint) });
    expect(answer.status).toBe(405);
    expect(answer.error).toEqual({ code: 'method_not_allowed', message: 'You can’t do this here.' });
    const allowed = answer.headers.get('allow')!.split(', ');
    expect(allowed).toContain(endpoint.method);
    expect(allowed.includes('HEAD')).toBe(allowed.includes('GET'));
  });

  it('answers 404 for other paths', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/accounts/',
      '/api/nothing',
      '/api/gallery',
      '/api/gallery/%ff',
      '/api/p/',
    ]) {
      const answer = await api.call('GET', path);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

describe('signed-in endpoints', () => {
  it.each(having('user', 'member', 'token', 'sync'))('%s requires a signed-in user', async (_, endpoint) => {
    const base = { channel: channelOf(endpoint), headers: keyOf(endpoint), account: studio.id };
    const owner = studio.owner;
    const tokens: Array<[string, string | undefined]> = [
      ['none', undefined],
      ['nonsense', 'abc'],
      ['expired', await api.issuer.sign(owner, { expiresIn: -60 })],
      ['a key of another person', await api.issuer.sign(owner, { foreignKey: true })],
      ['another issuer', await api.issuer.sign(owner, { claims: { iss: 'https://evil.example/auth/v1' } })],
      ['another audience', await api.issuer.sign(owner, { claims: { aud: 'anon' } })],
      ['the anon role', await api.issuer.sign(owner, { claims: { role: 'anon' } })],
      ['the service role', await api.issuer.sign(owner, { claims: { role: 'service_role' } })],
      ['an anonymous sign-in', await api.issuer.sign(owner, { claims: { is_anonymous: true } })],
      ['a subject that is no user', await api.issuer.sign(owner, { claims: { sub: 'admin' } })],
    ];
    for (const [what, token] of tokens) {
      const answer = await api.call(endpoint.method, pathOf(endpoint), { ...base, ...(token ? { token } : {}) });
      const code = endpoint.access === 'token' ? 'token_invalid' : 'unauthorized';
      expect([what, answer.status, answer.error.code]).toEqual([what, 401, code]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="Albumen"/);
    }
  });
});

describe('member endpoints', () => {
  const MEMBER = having('member', 'sync');

  it.each(MEMBER)('%s requires one well-formed account id', async (_, endpoint) => {
    const base = { channel: channelOf(endpoint), as: studio.owner };
    const call = (headers: Record<string, string>) =>
      api.call(endpoint.method, pathOf(endpoint), { ...base, headers: { ...keyOf(endpoint), ...headers } });
    expect((await call({})).error.code).toBe('account_required');
    for (const header of [`${studio.id},${other.id}`, `${studio.id}, ${studio.id}`, 'x', `${studio.id}'--`]) {
      const answer = await call({ 'x-account-id': header });
      expect([header, answer.status, answer.error.code]).toEqual([header, 400, 'account_header_invalid']);
    }
  });

  it.each(MEMBER)('%s refuses a stranger alike for an existing account and a missing one', async (_, endpoint) => {
    const base = { channel: channelOf(endpoint), headers: keyOf(endpoint), as: stranger() };
    const there = await api.call(endpoint.method, pathOf(endpoint), { ...base, account: studio.id });
    const nowhere = await api.call(endpoint.method, pathOf(endpoint), { ...base, account: '0'.repeat(10) });
    expect(there.status).toBe(403);
    expect(there.text).toBe(nowhere.text);
    expect(nowhere.status).toBe(403);
  });

  it.each(MEMBER)('%s refuses a removed member with a valid token', async (_, endpoint) => {
    const base = { channel: channelOf(endpoint), headers: keyOf(endpoint), account: studio.id };
    const person = stranger();
    const token = await api.issuer.sign(person);
    const row = { account_id: studio.id, user_id: person.userId, role: 'admin', email: person.email };
    await insertRow(api.db.pool, 'account_members', row);
    await api.db.pool.query('delete from account_members where user_id = $1', [person.userId]);
    const answer = await api.call(endpoint.method, pathOf(endpoint), { ...base, token });
    expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
  });

  it.each(MEMBER.filter(([, { capability }]) => capability))(
    '%s refuses roles without its capability',
    async (_, endpoint) => {
      // An account for each case: some endpoints succeed and remove members.
      const team = await makeStudio(api);
      for (const role of ROLES) {
        const answer = await api.call(endpoint.method, pathOf(endpoint), {
          channel: channelOf(endpoint),
          as: team.people[role],
          account: team.id,
          ...(endpoint.method === 'GET' ? {} : { body: {} }),
        });
        if (can(role, endpoint.capability!)) expect(answer.status).not.toBe(403);
        else expect(answer.error).toMatchObject({ code: 'forbidden', params: { capability: endpoint.capability } });
      }
    },
  );

  it.each(having('sync'))('%s refuses callers other than zero-cache', async (_, endpoint) => {
    for (const headers of [{}, { 'x-api-key': 'guessed' }]) {
      const answer = await api.call(endpoint.method, pathOf(endpoint), {
        channel: null,
        as: studio.owner,
        account: studio.id,
        headers,
      });
      expect(answer.status).toBe(403);
    }
  });
});
