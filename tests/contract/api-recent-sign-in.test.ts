import { beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { integrations } from '#core/api/integrations.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { newId } from '../support/rows.ts';
import { makeStudio } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api, 'Llum');
const { owner, people } = studio;
const fields = { url: 'https://hooks.example/a', description: '', events: ['gallery.published'] };
const none = '0'.repeat(20);

/** A valid body of each endpoint that takes a recent sign-in. */
const BODIES: Readonly<Record<string, object | undefined>> = {
  'accounts.slug': { slug: 'other-light' },
  'accounts.close': { name: 'Llum' },
  'accounts.saveScript': { script: 'void 0', hosts: [] },
  'accounts.restoreScript': { versionId: none },
  'accounts.exportData': {},
  'accounts.exportLink': {},
  'calendar.create': undefined,
  'integrations.createToken': { name: 'Thief', scopes: ['customers:read'], expiresAt: api.clock.now() + HOUR_MS },
  'integrations.createWebhook': fields,
  'integrations.updateWebhook': { url: 'https://thief.example' },
  'integrations.rotateSecret': undefined,
  'integrations.readDelivery': undefined,
  'me.remove': { email: owner.email },
  'members.invite': { email: 'thief@example.org', role: 'admin' },
  'members.changeRole': { role: 'admin' },
  'members.remove': undefined,
  'members.allowSupport': { hours: 24 },
  'members.transfer': { userId: people.admin.userId },
  'plan.portal': undefined,
  'stripe.connect': undefined,
  'stripe.disconnect': undefined,
};

const SENSITIVE = Object.entries(endpoints).flatMap(([group, table]) =>
  Object.entries(table as Record<string, Endpoint>)
    .filter(([, { recentSignIn }]) => recentSignIn)
    .map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);
const ids: Readonly<Record<string, string>> = { accountId: studio.id, userId: people.assistant.userId };
const act = ({ method, path }: Endpoint, body: object | undefined) =>
  api.call(
    method,
    path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? none),
    {
      as: owner,
      account: studio.id,
      ...(body ? { body } : {}),
    },
  );
const age = (interval: string) =>
  api.db.pool.query('update auth.sessions set created_at = now() - $2::interval where user_id = $1', [
    owner.userId,
    interval,
  ]);

beforeEach(async () => {
  // The first call makes the session.
  await api.call('GET', '/api/accounts', { as: owner });
  await age('0 hours');
  await api.db.pool.query('delete from outbox');
  await api.db.pool.query('delete from security_events');
  await api.db.pool.query('delete from rate_limits');
  await api.db.pool.query('delete from auth.mfa_amr_claims');
  await api.db.pool.query('update auth.users set phone_confirmed_at = null');
  api.mails.length = 0;
});

describe('a session of two hours', () => {
  it.each(SENSITIVE)('is refused by $name', async ({ name, endpoint }) => {
    expect(Object.keys(BODIES)).toContain(name);
    await age('2 hours');
    const { status, error } = await act(endpoint, BODIES[name]);
    expect([status, error.code]).toEqual([403, 'recent_sign_in_required']);
  });

  it('invites an assistant', async () => {
    await age('2 hours');
    const answer = await act(endpoints.members.invite, { email: 'ada@example.org', role: 'assistant' });
    expect(answer.status).toBe(201);
  });
});

describe('after a new password or a linked provider', () => {
  const changed = (kind: string, ago: string) =>
    api.db.pool.query(
      `insert into security_events (id, account_id, kind, actor_id, at) values ($1, $2, $3, $4, now() - $5::interval)`,
      [newId(), studio.id, kind, owner.userId, ago],
    );
  const proof = (method: string) =>
    api.db.pool.query(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), id, now(), now(), $2 from auth.sessions where user_id = $1`,
      [owner.userId, method],
    );
  const answer = async () => {
    const answered = await act(endpoints.stripe.disconnect, undefined);
    return answered.status < 400 ? answered.status : [answered.error.code, answered.error.params];
  };
  const refused = ['recent_sign_in_required', { mail: true }];

  it.each(['password_changed', 'identity_linked'])('a session that began later is refused: %s', async (kind) => {
    await changed(kind, '10 minutes');
    await proof('password');
    expect(await answer()).toEqual(refused);
  });

  it('a session that began with a mailed code is accepted', async () => {
    await changed('password_changed', '10 minutes');
    await proof('otp');
    expect(await answer()).toBe(200);
  });

  it('the session that was there before is accepted for its hour, and then asked for the code', async () => {
    await changed('password_changed', '10 minutes');
    await age('50 minutes');
    expect(await answer()).toBe(200);
    await age('2 hours');
    expect(await answer()).toEqual(refused);
  });

  it('any session is accepted a day later', async () => {
    await changed('password_changed', '25 hours');
    await changed('mfa_added', '10 minutes');
    expect(await answer()).toBe(200);
  });

  it('a code to a new phone number does not count', async () => {
    await api.db.pool.query(
      `update auth.users set created_at = now() - interval '1 year', phone_confirmed_at = now() - interval '10 minutes'
       where id = $1`,
      [owner.userId],
    );
    await proof('otp');
    expect(await answer()).toEqual(['recent_sign_in_required', undefined]);
  });
});

describe('owners get a mail', () => {
  const told = async () => {
    await runOutbox(api.jobs);
    return api.mails.filter(({ to }) => to === owner.email).map(({ subject, text }) => `${subject}. ${text}`);
  };
  const made = async () => (await act(endpoints.integrations.createWebhook, fields)).read(integrations.createWebhook);

  it('about a token, when it is made and revoked', async () => {
    const body = { name: 'Lightroom', scopes: ['customers:read'], expiresAt: api.clock.now() + HOUR_MS };
    const { created } = (await act(endpoints.integrations.createToken, body)).read(integrations.createToken);
    expect((await told()).join()).toMatch(/^New API token for Llum\..*“Lightroom” was created/s);
    api.mails.length = 0;
    await api.call('DELETE', `/api/tokens/${created.id}`, { as: people.admin, account: studio.id });
    expect((await told()).join()).toMatch(/^API token revoked.*“Lightroom”/s);
  });

  it('about a webhook, when it is made and changed, by its host alone', async () => {
    const { webhook } = await made();
    expect((await told()).join()).toMatch(/^New webhook.*hooks\.example/s);
    api.mails.length = 0;
    const path = `/api/webhooks/${webhook.id}`;
    const body = { url: 'https://new.example/secret-path' };
    expect((await api.call('PATCH', path, { as: owner, account: studio.id, body })).status).toBe(200);
    const mails = await told();
    expect(mails).toEqual([expect.stringMatching(/^A webhook of Llum was changed.*new\.example/s)]);
    expect(mails.join()).not.toContain('secret-path');
  });

  it('about an admin, invited or promoted, and about a new owner', async () => {
    await act(endpoints.members.invite, { email: 'new@example.org', role: 'admin' });
    expect((await told()).join()).toMatch(/^An admin was invited to Llum.*: new@example\.org/);
    api.mails.length = 0;
    await act(endpoints.members.changeRole, { role: 'admin' });
    expect((await told()).join()).toMatch(/New admin of Llum/);
    api.mails.length = 0;
    await act(endpoints.members.changeRole, { role: 'owner' });
    expect(await told()).toEqual([expect.stringContaining('The owners of Llum have changed')]);
    await act(endpoints.members.changeRole, { role: 'assistant' });
  });

  it('about other people’s roles none', async () => {
    await act(endpoints.members.changeRole, { role: 'photographer' });
    await act(endpoints.members.invite, { email: 'bea@example.org', role: 'photographer' });
    expect(await told()).toEqual([]);
  });

  it('about Stripe, when it is connected and disconnected', async () => {
    await act(endpoints.stripe.connect, undefined);
    expect((await told()).join()).toMatch(/^Stripe was connected to Llum/);
    api.mails.length = 0;
    await act(endpoints.stripe.disconnect, undefined);
    await act(endpoints.stripe.disconnect, undefined);
    expect(await told()).toEqual([expect.stringMatching(/^Stripe was disconnected from Llum/)]);
  });
});
