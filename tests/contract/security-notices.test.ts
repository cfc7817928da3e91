import { beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import type { SecurityEventKind } from '#core/domain/studio/security-events.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { recordSecurityEvent } from '#functions/security/security-events.ts';
import { testApi } from '../support/api.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

/* How often a studio's owners are mailed about its security events. */

const api = await testApi();
let studio: Studio;
beforeAll(async () => {
  studio = await makeStudio(api, 'Llum');
  // The first call makes the user of the auth service, whose address the mails go to.
  await api.call('GET', '/api/accounts', { as: studio.owner });
});
beforeEach(async () => {
  await api.db.pool.query('delete from outbox');
  api.clock.advance(HOUR_MS - (api.clock.now() % HOUR_MS));
  api.mails.length = 0;
});

const record = (integration: string, kind: SecurityEventKind = 'webhook_created') =>
  api.services.db.transaction((tx) =>
    recordSecurityEvent(
      tx,
      { accountId: studio.id, kind, actor: { userId: studio.owner.userId }, details: { integration } },
      api.clock.now(),
    ),
  );
/** Runs what is due, and returns the new mails. */
async function mailed() {
  await runOutbox(api.jobs);
  return api.mails.splice(0);
}

it('mails the first event immediately and the further ones of its kind together after the hour', async () => {
  await record('first.example');
  expect(await mailed()).toMatchObject([{ to: studio.owner.email, subject: expect.not.stringContaining('changes') }]);
  for (let n = 1; n <= 59; n++) await record(`hook${n}.example`);
  await record('Lightroom', 'api_token_created');
  expect(await mailed()).toMatchObject([{ text: expect.stringContaining('Lightroom') }]);
  api.clock.advance(HOUR_MS);
  const [digest, ...others] = await mailed();
  expect(others).toEqual([]);
  expect(digest!.subject).toContain('60 changes');
  for (const host of ['first.example', 'hook1.example', 'hook59.example']) expect(digest!.text).toContain(host);
  expect(digest!.text).not.toContain('Lightroom');
  await record('next.example');
  expect(await mailed()).toHaveLength(1);
});

it('records ten changes of texts by one member in an hour, and mails the owners of them', async () => {
  for (let n = 0; n < 25; n++) await record('', 'client_texts_changed');
  await record('', 'reply_address_changed');
  const counted = async () => {
    const { rows } = await api.db.pool.query(
      `select kind, count(*)::int from security_events where account_id = $1 and kind like '%\\_changed'
         and kind <> 'webhook_changed' group by kind order by kind`,
      [studio.id],
    );
    return rows;
  };
  expect(await counted()).toEqual([
    { kind: 'client_texts_changed', count: 10 },
    { kind: 'reply_address_changed', count: 1 },
  ]);
  expect(await mailed()).toHaveLength(2);
  api.clock.advance(HOUR_MS);
  expect(await mailed()).toMatchObject([{ subject: expect.stringContaining('10 changes') }]);
  await record('', 'client_texts_changed');
  expect(await counted()).toContainEqual({ kind: 'client_texts_changed', count: 11 });
});

it('mails again about an event that was stored after the mail of its hour', async () => {
  await record('first.example');
  await record('second.example');
  const late = api.clock.now() + 59 * MINUTE_MS;
  api.clock.advance(HOUR_MS);
  await mailed();
  const event = { accountId: studio.id, kind: 'webhook_created', actor: { userId: studio.owner.userId } } as const;
  await api.services.db.transaction((tx) =>
    recordSecurityEvent(tx, { ...event, details: { integration: 'late.example' } }, late),
  );
  expect(await mailed()).toMatchObject([{ text: expect.stringContaining('late.example') }]);
});
