import { beforeEach, expect, it } from 'vitest';
import { integrations } from '#core/api/integrations.ts';
import { WEBHOOK_EVENTS } from '#core/domain/studio/integrations.ts';
import { REQUEST_LIMITS } from '#core/domain/studio/request-limits.ts';
import { testApi } from '../support/api.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

/* What changes of webhooks record, and how many there may be. */

const api = await testApi();
let studio: Studio;
beforeEach(async () => {
  studio = await makeStudio(api);
});

const call = (method: string, path: string, body?: object) =>
  api.call(method, `/api/webhooks${path}`, { as: studio.owner, account: studio.id, ...(body ? { body } : {}) });
const make = async () => {
  const body = { url: 'https://hooks.example/a', description: '', events: WEBHOOK_EVENTS };
  return (await call('POST', '', body)).read(integrations.createWebhook).webhook;
};
const changes = async () => {
  const sql = `select count(*)::int as n from security_events where account_id = $1 and kind = 'webhook_changed'`;
  return (await api.db.pool.query(sql, [studio.id])).rows[0].n as number;
};

it('a request that changes nothing of what a webhook sends is no event of security', async () => {
  const { id, url, events } = await make();
  for (const body of [{}, { url }, { events: [...events].toReversed() }, { isActive: true }, { description: 'CRM' }])
    expect((await call('PATCH', `/${id}`, body)).status).toBe(200);
  expect(await changes()).toBe(0);
  await call('PATCH', `/${id}`, { isActive: false });
  await call('PATCH', `/${id}`, { url: 'https://hooks.example/b' });
  expect(await changes()).toBe(2);
});

it('changes of webhooks are limited for a studio', async () => {
  const { id } = await make();
  const fill = 'update rate_limits set count = $1 where bucket like $2 and count = 1 returning bucket';
  const { rows } = await api.db.pool.query(fill, [
    REQUEST_LIMITS['webhook-changes'].max,
    `webhook-changes:%${studio.id}%`,
  ]);
  expect(rows).toHaveLength(1);
  for (const [method, path] of [
    ['PATCH', `/${id}`],
    ['POST', `/${id}/secret`],
    ['DELETE', `/${id}`],
  ] as const) {
    const { error } = await call(method, path, method === 'PATCH' ? {} : undefined);
    expect(error.code).toBe('rate_limited');
  }
});
