import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { messageState } from '#core/domain/messages/messages.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import type { MailPart } from '#functions/mails/cause.ts';
import { MAIL_QUOTA, NETWORK_SHARE, PART_SHARES } from '#functions/mails/deliver.ts';
import { hashAddress } from '#functions/mails/suppressions.ts';
import { scheduleMessage } from '#functions/outbox/messages.ts';
import { hashToken } from '#functions/platform/auth/secrets.ts';
import { recordSessionEvent } from '#functions/sessions/events.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { type BookedSession, insertBookedSession, insertReceipt } from '../support/booked-session.ts';
import { expectLogged } from '../support/expected-log.ts';
import { comesBack, eventOf, receive } from '../support/mail-feedback.ts';
import { makeLink, mailedTokens } from '../support/portal.ts';
import { insertCustomer, insertGallery, insertRow, newId } from '../support/rows.ts';
import { makeStudio } from '../support/studio.ts';
import { inviteToTeam } from '../support/team-members.ts';

expectLogged('mail_quota');

/* What a bounce does to the mails of a client, a link and the team; the studio's quota; what is forgotten. */

const NURIA = 'nuria@example.org';
const NEW_ADDRESS = 'nuria.puig@example.org';

const api = await testApi();
const office = backOffice(api.db);
let booked: BookedSession;
beforeEach(async () => {
  for (const table of ['outbox', 'mail_suppressions', 'mail_refusals', 'mail_deliveries', 'rate_limits'])
    await api.db.pool.query(`delete from ${table}`);
  booked = await insertBookedSession(api.db.pool, new Date(api.clock.now() + 30 * DAY_MS));
  api.mails.length = 0;
});

const query = async (sql: string, values: unknown[] = []) => (await api.db.pool.query(sql, values)).rows;
const mutate = (name: string, args: object) => {
  const { accountId, ownerId: userId } = booked;
  return office.mutate(name, { now: 0, ...args }, { accountId, userId, role: 'owner', now: () => api.clock.now() });
};

/** Mails the client about the session. @returns the message's id */
async function send(): Promise<string> {
  const { accountId, sessionId } = booked;
  const input = { accountId, sessionId, kind: 'booking_confirmed' } as const;
  const id = await scheduleMessage(api.services.db, input, api.clock.now());
  await runOutbox(api.jobs);
  return id!;
}
const stateOf = async (id: string) => {
  const [row] = await query(
    'select status, error, due_at as "dueAt", sent_at as "sentAt" from messages where id = $1',
    [id],
  );
  return { state: messageState({ ...row, dueAt: row.dueAt.getTime() }, api.clock.now()), isSent: row.sentAt !== null };
};
const recipients = () => api.mails.map(({ to }) => to);

describe('a message to a client', () => {
  it('that bounces was not sent: the studio is told why, and it goes to the corrected address', async () => {
    const id = await send();
    await comesBack(api, NURIA, 'bounce');
    expect(await stateOf(id)).toEqual({ state: 'bounced', isSent: false });
    api.mails.length = 0;
    await runOutbox(api.jobs);
    expect(recipients()).toEqual(['owner@example.org']);
    expect(api.mails[0]!.text).toContain(`The mail server of ${NURIA} sent it back`);

    expect(await mutate('messages.retry', { id })).toBe('mail_bounced');
    await mutate('customers.update', { id: booked.customerId, changes: { email: NEW_ADDRESS } });
    expect(await mutate('messages.retry', { id })).toBe('done');
    api.mails.length = 0;
    await runOutbox(api.jobs);
    expect(recipients()).toEqual([NEW_ADDRESS]);
    expect(await stateOf(id)).toEqual({ state: 'sent', isSent: true });
    // The first mail has the same id, and another recipient.
    await receive(api, eventOf(api, { id, to: NURIA }, 'complaint'));
    expect(await stateOf(id)).toEqual({ state: 'sent', isSent: true });
  });

  it('is sent again to the same address if the studio insists', async () => {
    const id = await send();
    await comesBack(api, NURIA, 'bounce');
    expect(await mutate('messages.retry', { id, again: true })).toBe('done');
    api.mails.length = 0;
    await runOutbox(api.jobs);
    expect(recipients()).toContain(NURIA);
  });

  it('that is marked as spam has arrived, and is the last one', async () => {
    const id = await send();
    await comesBack(api, NURIA, 'complaint');
    expect(await stateOf(id)).toEqual({ state: 'reported', isSent: true });
    api.mails.length = 0;
    const next = await send();
    expect(await query('select status, error from messages where id = $1', [next])).toEqual([
      { status: 'failed', error: 'mail_complained' },
    ]);
    await runOutbox(api.jobs);
    expect(new Set(recipients())).toEqual(new Set(['owner@example.org']));
    expect(api.mails.map(({ subject }) => subject)).toContain('Núria marked an email as spam');
  });
});

it('a client link that bounces is marked, and another one is refused', async () => {
  const studio = await makeStudio(api);
  const email = `${crypto.randomUUID()}@example.org`;
  const customerId = await insertCustomer(api.db.pool, studio.id, { email });
  await makeLink(api, studio, customerId, { send: true });
  await mailedTokens(api, email);
  await comesBack(api, email, 'bounce');
  expect(await query('select mail_error from client_links where customer_id = $1', [customerId])).toEqual([
    { mail_error: 'mail_bounced' },
  ]);
  expect((await makeLink(api, studio, customerId, { send: true })).error.code).toBe('mail_bounced');
  expect((await makeLink(api, studio, customerId)).status).toBe(201);
});

it('an invitation to the team that bounces is marked, and another one is refused', async () => {
  const studio = await makeStudio(api);
  const email = `${crypto.randomUUID()}@example.org`;
  const inviteId = await inviteToTeam(api, studio, email);
  await runOutbox(api.jobs);
  await comesBack(api, email, 'bounce');
  expect(await query('select mail_error from team_invites where id = $1', [inviteId])).toEqual([
    { mail_error: 'mail_bounced' },
  ]);
  const call = (path: string, body: object) =>
    api.call('POST', `/api/members/invites${path}`, { as: studio.owner, account: studio.id, body });
  expect((await call(`/${inviteId}/resend`, { again: false })).error.code).toBe('mail_bounced');
  expect((await call('', { email, role: 'assistant' })).error.code).toBe('mail_bounced');
  expect((await call(`/${inviteId}/resend`, { again: true })).status).toBe(200);
});

const sendBefore = (count: number, ms: number, part: MailPart = 'studio', network: string | null = null) =>
  query(
    `insert into mail_deliveries (mail_id, address_hash, account_id, sent_at, part, network_hash)
     select 'aaaaaaaaaaaaaaaaaaaaaaa' || n, $1, $2, $3, $5, $6 from generate_series(1, $4::int) n`,
    [hashAddress(NURIA), booked.accountId, new Date(api.clock.now() - ms), count, part, network],
  );

describe('the quota of a studio', () => {
  const makeOld = () =>
    query(`update accounts set created_at = now() - interval '30 days' where id = $1`, [booked.accountId]);

  it.each([
    ['an hour', MAIL_QUOTA.perHour, 30 * MINUTE_MS, true],
    ['a day', MAIL_QUOTA.perDay, 2 * HOUR_MS, true],
    ['a day of a new studio', MAIL_QUOTA.perDayInFirstWeek, 2 * HOUR_MS, false],
  ])('postpones a mail beyond %s, which has not failed', async (_per, quota, ms, isOld) => {
    if (isOld) await makeOld();
    await sendBefore(quota, ms);
    const id = await send();
    expect(recipients()).toEqual([]);
    expect((await stateOf(id)).state).toBe('sending');
    expect(await query('select attempts, last_error from outbox where done_at is null')).toEqual([
      { attempts: 0, last_error: null },
    ]);
    await query('delete from mail_deliveries where address_hash = $1 and mail_id like $2', [
      hashAddress(NURIA),
      'aaa%1',
    ]);
    api.clock.advance(11 * MINUTE_MS);
    await runOutbox(api.jobs);
    expect(recipients()).toEqual([NURIA]);
  });
});

describe('mails about a session that was booked on the public page', () => {
  const NETWORK = 'a'.repeat(22);
  const STRANGERS = PART_SHARES.strangers * MAIL_QUOTA.perHour;
  beforeEach(async () => {
    await query("update sessions set source = 'client' where id = $1", [booked.sessionId]);
    await query('update customers set unconfirmed_since = now() where id = $1', [booked.customerId]);
    await query(
      `insert into session_links (token_hash, account_id, session_id, expires_at, client_name, network_hash)
       values ($1, $2, $3, now() + interval '1 year', 'Núria', $4)`,
      [hashToken(crypto.randomUUID()), booked.accountId, booked.sessionId, NETWORK],
    );
  });
  const invite = async () => {
    const { accountId, ownerId } = booked;
    const galleryId = await insertGallery(api.db.pool, accountId);
    const grant = { id: newId(), account_id: accountId, author_id: ownerId, gallery_id: galleryId, email: NURIA };
    await insertRow(api.db.pool, 'grants', grant);
  };
  const remind = async () => {
    const { accountId, sessionId } = booked;
    await scheduleMessage(api.services.db, { accountId, sessionId, kind: 'session_reminder' }, api.clock.now());
    await runOutbox(api.jobs);
  };

  it('wait beyond the strangers’ part, its reminder too, and use up nothing else', async () => {
    await sendBefore(STRANGERS, 30 * MINUTE_MS, 'strangers');
    await send();
    await remind();
    expect(recipients()).toEqual([]);
    await query('delete from mail_deliveries');
    await sendBefore(MAIL_QUOTA.perHour, 30 * MINUTE_MS, 'studio');
    await send();
    expect(recipients()).toEqual([NURIA]);
    expect(await query("select part, network_hash from mail_deliveries where part <> 'studio'")).toEqual([
      { part: 'strangers', network_hash: NETWORK },
    ]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['has a confirmed address', () => query('update customers set unconfirmed_since = null')],
    ['has paid', () => insertReceipt(api.db.pool, booked)],
    ['was invited to a gallery', invite],
    [
      'had the booking accepted',
      () =>
        recordSessionEvent(
          api.services.db,
          { accountId: booked.accountId, sessionId: booked.sessionId, kind: 'status', actorId: booked.ownerId },
          api.clock.now(),
        ),
    ],
  ])('do not wait for strangers’ if the client %s', async (_how, prove) => {
    await prove();
    await sendBefore(STRANGERS, 30 * MINUTE_MS, 'strangers');
    await remind();
    expect(recipients()).toEqual([NURIA]);
    expect(await query("select part from mail_deliveries where mail_id not like 'aaa%'")).toEqual([
      { part: 'clients' },
    ]);
  });

  it('wait once their network has had its share, and those of other networks do not', async () => {
    await sendBefore(Math.ceil(NETWORK_SHARE * STRANGERS), 30 * MINUTE_MS, 'strangers', NETWORK);
    await send();
    expect(recipients()).toEqual([]);
    await query('update session_links set network_hash = $1', ['b'.repeat(22)]);
    await send();
    expect(recipients()).toEqual([NURIA]);
  });

  it('use nothing of the studio’s part, for any client', async () => {
    await query('update customers set unconfirmed_since = null');
    await sendBefore(MAIL_QUOTA.perHour, 30 * MINUTE_MS, 'clients');
    await remind();
    expect(recipients()).toEqual([]);
    await query("update sessions set source = 'studio'");
    await remind();
    expect(recipients()).toEqual([NURIA]);
  });
});

describe('erasing a client', () => {
  it('takes the studio from the suppression, and its mails to the address', async () => {
    await send();
    await comesBack(api, NURIA, 'bounce');
    await mutate('customers.trash', { id: booked.customerId });
    await mutate('customers.erase', { id: booked.customerId });
    expect(await query('select reason, account_id from mail_suppressions')).toEqual([
      { reason: 'bounce', account_id: null },
    ]);
    expect(await query('select from mail_refusals')).toEqual([]);
    expect(await query('select from mail_deliveries where address_hash = $1', [hashAddress(NURIA)])).toEqual([]);
  });
});

it('deliveries end after a month, bounces after half a year, complaints never', async () => {
  await query(
    `insert into mail_deliveries (mail_id, address_hash, sent_at) values
       ('aaaaaaaaaaaaaaaaaaaaa1', $1, $2), ('aaaaaaaaaaaaaaaaaaaaa2', $1, $3)`,
    [hashAddress(NURIA), new Date(api.clock.now() - 31 * DAY_MS), new Date(api.clock.now() - 29 * DAY_MS)],
  );
  const old = new Date(api.clock.now() - 181 * DAY_MS);
  await query(
    `with rows as (select * from (values ($1, 'bounce', $4::timestamptz), ($2, 'complaint', $4), ($3, 'bounce', now())) r),
       refused as (insert into mail_refusals (address_hash, reason, created_at) select * from rows)
     insert into mail_suppressions (address_hash, reason, created_at) select * from rows`,
    [...['a@x.org', 'b@x.org', 'c@x.org'].map(hashAddress), old],
  );
  await emptyTrash(api.jobs);
  expect(await query('select mail_id from mail_deliveries')).toEqual([{ mail_id: 'aaaaaaaaaaaaaaaaaaaaa2' }]);
  for (const table of ['mail_suppressions', 'mail_refusals'])
    expect(await query(`select reason from ${table} order by reason`)).toEqual([
      { reason: 'bounce' },
      { reason: 'complaint' },
    ]);
});
