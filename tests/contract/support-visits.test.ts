import { beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { can, CAPABILITIES } from '#core/domain/studio/roles.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi, ZERO_API_KEY } from '../support/api.ts';
import { insertUser } from '../support/auth-sessions.ts';
import { operatorAct } from '../support/operator.ts';
import { makeStudio, publishedGallery, readyPhoto, stranger, type Studio } from '../support/studio.ts';
import { securityEvents } from '../support/team-members.ts';
import type { Person } from '../support/tokens.ts';

const { members, accounts, insights } = endpoints;
const api = await testApi();
const sql = async (text: string, ...values: unknown[]) => (await api.db.pool.query(text, values)).rows;

let own: Studio;
let visitor: Person;
beforeEach(async () => {
  own = await makeStudio(api);
  visitor = await securedPerson();
});

/** A sign-in with a second factor, which its sessions have verified. */
async function securedPerson(): Promise<Person> {
  const person = stranger();
  await insertUser(api.db.pool, person);
  await sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'phone', 'totp', 'verified', now(), now())`,
    person.userId,
  );
  return person;
}

const ask = (email = visitor.email) => operatorAct(api, own.id, 'enter', { email });
const owner = () => ({ as: own.owner, account: own.id });
const visits = async () => (await api.call('GET', '/api/support-visits', owner())).read(members.supportVisits);
const allow = async (hours: number, who = owner()) => {
  const [{ id }] = await sql('select id from support_visits where account_id = $1 order by asked_at desc', own.id);
  return api.call('POST', `/api/support-visits/${id}`, { ...who, body: { hours } });
};
/** A token of the visitor's session, which has verified the second factor. */
const signed = () => api.issuer.sign(visitor, { claims: { aal: 'aal2' } });
const look = async () => api.call('GET', '/api/insights/usage', { token: await signed(), account: own.id });

describe('a visit', () => {
  it('is asked for, allowed by an owner, and ends by its time', async () => {
    expect(await ask()).toBe('done');
    expect((await look()).error.code).toBe('forbidden');
    expect(await visits()).toMatchObject([{ email: visitor.email, reason: 'Spam to strangers', until: null }]);
    expect((await allow(24)).status).toBe(200);
    expect((await look()).status).toBe(200);
    const listed = (await api.call('GET', '/api/accounts', { token: await signed() })).read(accounts.list);
    expect(listed).toMatchObject([{ id: own.id, role: 'support' }]);
    api.clock.advance(24 * HOUR_MS + MINUTE_MS);
    expect((await look()).error.code).toBe('forbidden');
    await runOutbox(api.jobs);
    expect(await sql('select ended_at is not null as ended from support_visits where account_id = $1', own.id)).toEqual(
      [{ ended: true }],
    );
    expect((await securityEvents(api, own.id)).map(({ kind }) => kind)).toEqual([
      'support_asked',
      'support_allowed',
      'support_ended',
    ]);
  });

  it('is told to the owner with its times, until it ends', async () => {
    const told = async () => {
      const [account] = (await api.call('GET', '/api/accounts', { as: own.owner })).read(accounts.list);
      return account!.visits;
    };
    await ask();
    expect(await told()).toEqual([]);
    await allow(24);
    const [first] = await told();
    expect(first!.until - first!.since!).toBe(24 * HOUR_MS);
    api.clock.advance(HOUR_MS);
    await allow(72);
    expect(await told()).toMatchObject([{ since: first!.since }]);
    expect((await told())[0]!.until).toBeGreaterThan(first!.until);
    const { id } = (await visits())[0]!;
    await api.call('DELETE', `/api/support-visits/${id}`, owner());
    expect(await told()).toEqual([]);
  });

  it('is ended by an owner immediately', async () => {
    await ask();
    await allow(72);
    const { id } = (await visits())[0]!;
    expect((await api.call('DELETE', `/api/support-visits/${id}`, owner())).status).toBe(200);
    expect((await look()).error.code).toBe('forbidden');
    expect(await visits()).toEqual([]);
    expect((await allow(1)).status).toBe(404);
  });

  it('is allowed by owners alone, for 1, 24 or 72 hours', async () => {
    await ask();
    for (const role of ['admin', 'photographer', 'assistant'] as const) {
      const answer = await allow(1, { as: own.people[role], account: own.id });
      expect([answer.status, answer.error.params]).toEqual([403, { capability: 'owners.manage' }]);
    }
    expect((await allow(48)).status).toBe(400);
    const other = await makeStudio(api);
    expect((await allow(1, { as: other.owner, account: other.id })).status).toBe(404);
  });

  it('needs a second factor, when it is asked for and at each call', async () => {
    const plain = stranger();
    await insertUser(api.db.pool, plain);
    expect(await ask(plain.email)).toBe('not_found');
    expect(await ask('nobody@example.org')).toBe('not_found');
    await ask();
    await allow(1);
    const answer = await api.call('GET', '/api/insights/usage', { as: visitor, account: own.id });
    expect(answer.error.code).toBe('mfa_required');
  });

  it('that nobody answers ends after a week', async () => {
    await ask();
    api.clock.advance(7 * DAY_MS + MINUTE_MS);
    await runOutbox(api.jobs);
    expect(await visits()).toEqual([]);
    expect((await allow(1)).status).toBe(404);
  });
});

describe('the visitor', () => {
  it('has rights to read alone, without clients, sessions and money', () => {
    expect(CAPABILITIES.filter((capability) => can('support', capability))).toEqual([
      'account.read',
      'members.read',
      'galleries.read',
      'photos.read',
    ]);
  });

  const entries = Object.entries(endpoints).flatMap(([group, table]) =>
    Object.entries(table as Record<string, Endpoint>).map(
      ([name, endpoint]) => [`${group}.${name}`, endpoint] as const,
    ),
  );

  it('is refused every write, and every read that needs another right', async () => {
    await ask();
    await allow(1);
    const open = [];
    for (const [name, endpoint] of entries.filter(([, { access }]) => access === 'member')) {
      const path = endpoint.path
        .replace(':galleryId', `${own.id}${'0'.repeat(16)}`)
        .replaceAll(/:\w+/g, '0'.repeat(20));
      const { channel = null } = endpoint;
      const answer = await api.call(endpoint.method, path, {
        token: await signed(),
        account: own.id,
        channel,
        ...(endpoint.method === 'GET' ? {} : { body: {} }),
      });
      if (answer.status !== 403) open.push(name);
    }
    expect(open).toEqual([
      'images.token',
      'insights.studio',
      'insights.usage',
      'insights.table',
      'insights.gallery',
      'insights.galleryTable',
      'members.supportVisits',
      'watermarks.image',
    ]);
  });

  it('reads figures without clients, bookings and money', async () => {
    await ask();
    await allow(1);
    const visit = { token: await signed(), account: own.id };
    const figures = (await api.call('GET', '/api/insights?period=30d', visit)).read(insights.studio);
    expect(figures).toMatchObject({ clients: null, booking: null, revenue: null, galleries: [] });
    const tables = Object.entries({
      clients: 'customers.read',
      booking: 'sessions.read',
      revenue: 'money.read',
    });
    for (const [table, capability] of tables) {
      const path = `/api/insights/tables/${table}?period=30d`;
      expect((await api.call('GET', path, visit)).error.params).toEqual({ capability });
    }
    expect((await api.call('GET', '/api/insights/tables/visits?period=30d', visit)).status).toBe(200);
    const member = { as: own.people.assistant, account: own.id };
    const theirs = (await api.call('GET', '/api/insights?period=30d', member)).read(insights.studio);
    expect(theirs).toMatchObject({ clients: [], booking: { viewed: 0 } });
    for (const table of ['clients', 'booking'])
      expect((await api.call('GET', `/api/insights/tables/${table}?period=30d`, member)).status).toBe(200);
  });

  it('neither downloads, nor counts as a member', async () => {
    const galleryId = await publishedGallery(api, own, { visibility: 'invite' });
    const photo = await readyPhoto(api, own, galleryId);
    await ask();
    await allow(1);
    const path = `/api/p/${galleryId}/photos/${photo.id}/download?size=original`;
    expect((await api.call('GET', path, { token: await signed(), channel: 'public' })).status).toBe(401);
    expect(await sql('select count(*)::int as count from account_members where account_id = $1', own.id)).toEqual([
      { count: 4 },
    ]);
    const [listed] = (await api.call('GET', '/api/accounts', { as: own.owner })).read(accounts.list);
    expect(listed!.members).toHaveLength(4);
  });

  it('reads by named queries what support may, and runs no mutator', async () => {
    await ask();
    await allow(1);
    const socket = { token: await signed(), account: own.id, channel: null, headers: { 'x-api-key': ZERO_API_KEY } };
    const body = ['transform', [{ id: 'q', name: 'galleries.list', args: [{ limit: 10 }] }]];
    expect((await api.call('POST', endpoints.zero.query.path, { ...socket, body })).status).toBe(200);
    api.clock.advance(HOUR_MS + MINUTE_MS);
    expect((await api.call('POST', endpoints.zero.query.path, { ...socket, token: await signed(), body })).status).toBe(
      403,
    );
  });
});
