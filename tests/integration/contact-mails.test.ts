import { beforeEach, describe, expect, it } from 'vitest';
import { ADDED_ROLES } from '#core/domain/clients/contacts.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import type { MessageKind } from '#core/domain/messages/messages.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { enqueueGrantMail, saveGrant } from '#functions/galleries/grants.ts';
import { scheduleMessage } from '#functions/outbox/messages.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { type BookedSession, insertBookedSession } from '../support/booked-session.ts';
import { comesBack } from '../support/mail-feedback.ts';
import { insertGallery, insertRow, newId } from '../support/rows.ts';

const MARC = 'marc@example.org';
const NURIA = 'nuria@example.org';

const api = await testApi();
const office = backOffice(api.db);
let booked: BookedSession;
let marc: string;
beforeEach(async () => {
  for (const table of ['outbox', 'mail_suppressions', 'mail_refusals', 'mail_deliveries'])
    await api.db.pool.query(`delete from ${table}`);
  api.mails.length = 0;
  booked = await insertBookedSession(api.db.pool, new Date(api.clock.now() + 48 * HOUR_MS));
  await mutate('contacts.update', { id: booked.customerId, changes: { name: 'Núria' } });
  marc = await add({ name: 'Marc', email: MARC });
});

const query = async (sql: string, values: unknown[] = []) => (await api.db.pool.query(sql, values)).rows;
async function mutate(name: string, args: object): Promise<void> {
  const { accountId, ownerId: userId } = booked;
  const ctx = { accountId, userId, role: 'owner', now: () => api.clock.now() } as const;
  expect(await office.mutate(name, { now: 0, ...args } as never, ctx)).toBe('done');
}
async function add(contact: object): Promise<string> {
  const id = newId();
  const empty = { email: '', phone: '', language: null, ...ADDED_ROLES };
  await mutate('contacts.add', { id, customerId: booked.customerId, ...empty, ...contact });
  return id;
}
const want = (kind: MessageKind = 'session_reminder') =>
  scheduleMessage(
    api.services.db,
    { accountId: booked.accountId, sessionId: booked.sessionId, kind, dueAt: api.clock.now() + HOUR_MS },
    api.clock.now(),
  );
async function send(): Promise<void> {
  api.clock.advance(HOUR_MS);
  await runOutbox(api.jobs);
}
const pending = async () =>
  (
    await query(`select recipient from messages where session_id = $1 and status = 'pending' order by recipient`, [
      booked.sessionId,
    ])
  ).map(({ recipient }) => recipient);
const byText = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1);

/** Recipients, sorted, with the first line of their mails. */
const greetings = () => api.mails.map(({ to, text }) => [to, text.split('\n')[0]]).toSorted(byText);

describe('a mail about a session', () => {
  it('goes to each contact who receives, in their language and by their name', async () => {
    await mutate('contacts.update', { id: marc, changes: { language: 'en' } });
    await want();
    await send();
    expect(greetings()).toEqual([
      [MARC, 'Hello Marc,'],
      [NURIA, 'Hola, Núria:'],
    ]);
  });

  it('greets both where one has no address', async () => {
    await mutate('contacts.update', { id: marc, changes: { email: '' } });
    await want();
    await send();
    expect(greetings()).toEqual([[NURIA, 'Hola, Núria i Marc:']]);
  });

  it.each(['payment_request', 'receipt', 'refund_failed'] as const)('of kind %s goes to who pays', async (kind) => {
    await want(kind);
    expect(await pending()).toEqual([NURIA]);
    await mutate('contacts.update', { id: marc, changes: { pays: true } });
    await mutate('contacts.update', { id: booked.customerId, changes: { pays: false } });
    await want(kind);
    expect(await pending()).toContain(MARC);
  });

  it('of an automation reaches both, with the step’s text', async () => {
    const typeId = newId();
    const author = { account_id: booked.accountId, author_id: booked.ownerId };
    await insertRow(api.db.pool, 'session_types', { id: typeId, ...author, name: 'Wedding' });
    const settings = { texts: { en: { subject: 'Bring shoes', body: 'Hello {{client}},\n\nBring shoes.' } } };
    const step = { id: newId(), ...author, session_type_id: typeId, kind: 'mail', settings };
    await insertRow(api.db.pool, 'automation_steps', {
      ...step,
      anchor: 'shoot',
      offset_unit: 'days',
      offset_amount: -1,
    });
    const messageId = await want('automation');
    const run = { account_id: booked.accountId, session_id: booked.sessionId, step_id: step.id };
    await insertRow(api.db.pool, 'automation_runs', { ...run, kind: 'mail', status: 'done', message_id: messageId });
    await send();
    expect(api.mails.map(({ to, subject }) => [to, subject]).toSorted(byText)).toEqual([
      [MARC, 'Bring shoes'],
      [NURIA, 'Bring shoes'],
    ]);
  });
});

describe('a pending mail', () => {
  it('of a contact who is removed is cancelled where others get it', async () => {
    await want();
    expect(await pending()).toEqual([MARC, NURIA]);
    await mutate('contacts.remove', { id: marc });
    expect(await pending()).toEqual([NURIA]);
  });

  it('of the only recipient goes to the first contact once they are removed', async () => {
    await mutate('contacts.update', { id: booked.customerId, changes: { receives: false } });
    await want();
    expect(await pending()).toEqual([MARC]);
    await mutate('contacts.remove', { id: marc });
    expect(await pending()).toEqual([NURIA]);
  });

  it('follows a contact’s corrected address, and no other contact’s', async () => {
    await want();
    await mutate('contacts.update', { id: marc, changes: { email: 'marc.pi@example.org' } });
    expect(await pending()).toEqual(['marc.pi@example.org', NURIA]);
    await mutate('contacts.makeFirst', { id: marc });
    expect(await pending()).toEqual(['marc.pi@example.org', NURIA]);
  });
});

it('links in mails end for the contact whose address changes, and for no other', async () => {
  await want();
  await send();
  const linked = async () =>
    (await query('select contact_id from session_links where session_id = $1', [booked.sessionId]))
      .map(({ contact_id: id }) => id)
      .toSorted(byText);
  expect(await linked()).toEqual([booked.customerId, marc].toSorted(byText));
  await mutate('contacts.update', { id: marc, changes: { email: 'marc.pi@example.org' } });
  expect(await linked()).toEqual([booked.customerId]);
});

describe('an invitation', () => {
  async function invite(email: string): Promise<void> {
    const galleryId = await insertGallery(api.db.pool, booked.accountId, {
      customer_id: booked.customerId,
      status: 'published',
      published_at: new Date(),
    });
    const grant = { accountId: booked.accountId, authorId: booked.ownerId, galleryId, email };
    const unset = { label: undefined, message: undefined, rights: undefined, expiresAt: undefined };
    const now = api.clock.now();
    const grantId = await saveGrant(api.services.db, { ...grant, ...unset }, now);
    await enqueueGrantMail(api.services.db, booked.accountId, { grantId, redirectTo: '/p/x/gallery/y' }, now);
    await runOutbox(api.jobs);
  }
  const listed = () =>
    query(`select kind, recipient, status, error, contact_id from messages where customer_id = $1 and mail_id <> ''`, [
      booked.customerId,
    ]);

  it('greets a contact by name, and is among the client’s mails', async () => {
    await invite(MARC);
    expect(greetings()).toEqual([[MARC, 'Hola, Marc:']]);
    const sent = { kind: 'gallery_invite', recipient: MARC, contact_id: marc };
    expect(await listed()).toEqual([{ ...sent, status: 'sent', error: null }]);
    await comesBack(api, MARC, 'bounce');
    expect(await listed()).toEqual([{ ...sent, status: 'failed', error: 'mail_bounced' }]);
  });

  it('to another person is none of the client’s mails', async () => {
    await invite('aunt@example.org');
    expect(await listed()).toEqual([]);
  });
});
