import { beforeAll, beforeEach, expect, it } from 'vitest';
import { integrations } from '#core/api/integrations.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { runMutation } from '#functions/zero/run-mutation.ts';
import { testApi } from '../support/api.ts';
import { insertGallery } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';
import { addMember } from '../support/team-members.ts';
import type { Person } from '../support/tokens.ts';

/* Webhooks of members who leave, or lose the right to manage integrations. */

const api = await testApi();
let studio: Studio;
let admin: Person;
beforeAll(async () => {
  studio = await makeStudio(api);
  // The first call makes the user of the auth service, whose address the mails go to.
  await api.call('GET', '/api/accounts', { as: studio.owner });
});
beforeEach(async () => {
  await api.db.pool.query('delete from webhook_endpoints');
  api.clock.advance(HOUR_MS);
  admin = await addMember(api, studio, 'admin');
  await runOutbox(api.jobs);
  api.mails.length = 0;
  api.posted.length = 0;
});

const call = (method: string, path: string, as: Person, body?: object) =>
  api.call(method, path, { as, account: studio.id, ...(body ? { body } : {}) });
const make = async (as: Person, host: string) =>
  (
    await call('POST', '/api/webhooks', as, {
      url: `https://${host}/a`,
      description: '',
      events: ['gallery.published'],
    })
  ).read(integrations.createWebhook).webhook.id;
const publish = async () => {
  const id = await insertGallery(api.db.pool, studio.id, { name: 'Boda' });
  const ctx = { accountId: studio.id, userId: studio.owner.userId, role: 'owner', access: 'open' } as const;
  await runMutation(api.services, ctx, 'galleries.setStatus', { id, to: 'published' } as never);
  await runOutbox(api.jobs);
  return api.posted.splice(0).map(({ url }) => new URL(url).host);
};
const endings: Record<string, () => Promise<unknown>> = {
  removed: () => call('DELETE', `/api/members/${admin.userId}`, studio.owner),
  demoted: () => call('PATCH', `/api/members/${admin.userId}`, studio.owner, { role: 'photographer' }),
  gone: () => call('POST', '/api/members/leave', admin),
  deleted: () => call('POST', '/api/me/delete', admin, { email: admin.email }),
};

it.each(Object.keys(endings))('sends no event to the webhook of a %s admin, and tells the owners', async (ending) => {
  await make(studio.owner, 'own.example');
  const id = await make(admin, 'theirs.example');
  expect((await publish()).toSorted()).toEqual(['own.example', 'theirs.example']);
  api.mails.length = 0;
  api.clock.advance(HOUR_MS);
  expect(await endings[ending]!()).toMatchObject({ status: 200 });
  expect(await publish()).toEqual(['own.example']);
  const told = api.mails.filter(
    ({ to, subject, text }) =>
      to === studio.owner.email && subject.includes('was changed') && text.includes('theirs.example'),
  );
  expect(told).toHaveLength(1);
  // One press of an owner sends them again, also if its first author leaves for good.
  expect((await call('PATCH', `/api/webhooks/${id}`, studio.owner, { isActive: true })).status).toBe(200);
  expect((await publish()).toSorted()).toEqual(['own.example', 'theirs.example']);
});

it.each([
  [{ url: 'https://other.example/a' }, ['other.example']],
  [{ events: ['gallery.published', 'payment.received'] }, ['theirs.example']],
  [{ isActive: false }, []],
  [{ description: 'Ours' }, []],
])('whoever changes %j of a webhook answers for it if other data is sent, or elsewhere', async (change, sent) => {
  const id = await make(admin, 'theirs.example');
  expect((await call('PATCH', `/api/webhooks/${id}`, studio.owner, change)).status).toBe(200);
  await call('PATCH', `/api/webhooks/${id}`, studio.owner, { isActive: true });
  await endings['removed']!();
  expect(await publish()).toEqual(sent);
});

it('sends no event to the webhook of an admin who is banned, until the ban ends', async () => {
  await make(admin, 'theirs.example');
  const ban = (until: number) =>
    api.db.pool.query('update auth.users set banned_until = $2 where id = $1', [admin.userId, new Date(until)]);
  await ban(api.clock.now() + HOUR_MS);
  expect(await publish()).toEqual([]);
  await ban(api.clock.now());
  expect(await publish()).toEqual(['theirs.example']);
});
