import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import type { MessageKind } from '#core/domain/messages/messages.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { scheduleMessage } from '#functions/outbox/messages.ts';
import type { Queryable } from '#functions/platform/db/database.ts';
import { testApi } from '../support/api.ts';
import { backOffice, type Tx } from '../support/back-office.ts';
import { type BookedSession, insertBookedSession } from '../support/booked-session.ts';
import { waitingSessions } from '../support/database.ts';
import { insertCustomer } from '../support/rows.ts';

const api = await testApi();
let booked: BookedSession;
const office = backOffice(api.db);
beforeEach(async () => {
  await api.db.pool.query('delete from outbox');
  api.mails.length = 0;
  booked = await insertBookedSession(api.db.pool, new Date(api.clock.now() + 48 * HOUR_MS));
});

const query = async (sql: string, values: unknown[] = []) => (await api.db.pool.query(sql, values)).rows;

/** Runs a mutation as the server does. */
const mutate = (name: string, args: object) => office.transaction((tx) => mutateIn(tx, name, args));

async function mutateIn(tx: Tx, name: string, args: object): Promise<void> {
  const now = api.clock.now();
  const { accountId, ownerId: userId } = booked;
  const ctx = { accountId, userId, role: 'owner', now: () => now } as const;
  await office.mutateIn(tx, name, { now: 0, ...args } as never, ctx);
}
const changing = (changes: object) => ({ id: booked.customerId, changes });
const change = (changes: object) => mutate('customers.update', changing(changes));

async function want(kind: MessageKind = 'session_reminder'): Promise<string> {
  const { accountId, sessionId } = booked;
  const now = api.clock.now();
  await scheduleMessage(api.services.db, { accountId, kind, sessionId, dueAt: now + HOUR_MS }, now);
  const sql = 'select id from messages where session_id = $1 and kind = $2 order by created_at desc limit 1';
  return String((await query(sql, [sessionId, kind]))[0].id);
}
const messages = () =>
  query(
    `select m.recipient, m.language, m.status, exists (
       select from outbox o where o.dedupe_key = 'message:' || m.id and o.done_at is null) as queued
     from messages m where m.session_id = $1 order by m.created_at, m.id`,
    [booked.sessionId],
  );
const waiting = (recipient: string, language = 'ca') => ({ recipient, language, status: 'pending', queued: true });

describe('a pending mail', () => {
  it('uses the customer’s corrected address and language', async () => {
    await want();
    await change({ email: 'nuria.new@example.org', language: 'es' });
    expect(await messages()).toEqual([waiting('nuria.new@example.org', 'es')]);
    await change({ language: null });
    expect(await messages()).toEqual([waiting('nuria.new@example.org', 'en')]);
    api.clock.advance(HOUR_MS);
    await runOutbox(api.jobs);
    expect(api.mails.map(({ to, language }) => [to, language])).toEqual([['nuria.new@example.org', 'en']]);
  });

  it('is withdrawn when its customer has no address any more', async () => {
    await want();
    await change({ email: '' });
    expect(await messages()).toMatchObject([{ status: 'cancelled', queued: false }]);
  });

  it('of another customer, or sent, does not change', async () => {
    const id = await want('booking_confirmed');
    await query(`update messages set status = 'sent', sent_at = now() where id = $1`, [id]);
    const sent = await messages();
    await change({ email: 'nuria.new@example.org' });
    expect(await messages()).toEqual(sent);
    await want();
    const other = await insertCustomer(api.db.pool, booked.accountId, { email: 'bo@example.org' });
    await mutate('customers.update', { id: other, changes: { email: 'bo.new@example.org' } });
    expect((await messages())[1]).toEqual(waiting('nuria.new@example.org'));
  });

  it('goes to the surviving address after a merge', async () => {
    await want();
    const kept = await insertCustomer(api.db.pool, booked.accountId, { email: 'kept@example.org', language: 'es' });
    await mutate('customers.merge', { keepId: kept, mergeIds: [booked.customerId] });
    expect(await messages()).toEqual([waiting('kept@example.org', 'es')]);
  });

  it('is resent to the customer’s current address, or not at all', async () => {
    const id = await want();
    await mutate('messages.withdraw', { id });
    await change({ email: 'nuria.new@example.org', language: 'es' });
    await mutate('messages.undoWithdraw', { id });
    expect(await messages()).toEqual([waiting('nuria.new@example.org', 'es')]);
    await query(`update messages set status = 'failed', error = 'mail_refused' where id = $1`, [id]);
    await change({ email: '' });
    await mutate('messages.retry', { id });
    expect(await messages()).toMatchObject([{ status: 'cancelled', queued: false }]);
  });

  it('being sent keeps its recipient during a correction', async () => {
    await want();
    api.clock.advance(HOUR_MS);
    const sendMail = () => change({ email: 'late@example.org' });
    await runOutbox({ ...api.jobs, sendMail });
    expect(await messages()).toMatchObject([{ status: 'sent', recipient: 'nuria@example.org' }]);
  });

  it('scheduled and corrected concurrently, in either order, uses the current address', async () => {
    const message = { accountId: booked.accountId, kind: 'session_reminder', sessionId: booked.sessionId } as const;
    const wanting = (tx: Queryable) =>
      scheduleMessage(tx, { ...message, dueAt: api.clock.now() + HOUR_MS }, api.clock.now());
    /** Starts within the other's transaction and waits for its end. */
    const waitingFor = async (begin: () => Promise<unknown>) => {
      const begun = begin();
      await expect.poll(() => waitingSessions(api.db.pool)).toBe(1);
      return { begun };
    };
    const one = await api.services.db.transaction(async (tx) => {
      await wanting(tx);
      return waitingFor(() => change({ email: 'one@example.org' }));
    });
    await one.begun;
    expect(await messages()).toEqual([waiting('one@example.org')]);
    await query('delete from messages where session_id = $1', [booked.sessionId]);
    const other = await office.transaction(async (tx) => {
      await mutateIn(tx, 'customers.update', changing({ email: 'other@example.org' }));
      return waitingFor(() => wanting(api.services.db));
    });
    await other.begun;
    expect(await messages()).toEqual([waiting('other@example.org')]);
  });
});

describe('a customer in the trash', () => {
  const ids = () => [booked.customerId];
  const mailed = () => api.mails.map(({ subject }) => subject);

  it('still gets pending mails after an undo', async () => {
    await want('booking_confirmed');
    api.clock.advance(HOUR_MS - UNDO_WINDOW_MS / 2);
    await mutate('customers.trash', { ids: ids() });
    api.clock.advance(UNDO_WINDOW_MS - MINUTE_MS);
    await runOutbox(api.jobs);
    expect(mailed()).toEqual([]);
    await mutate('customers.restore', { ids: ids() });
    expect(await messages()).toEqual([waiting('nuria@example.org')]);
    api.clock.advance(60_001);
    await runOutbox(api.jobs);
    expect(mailed()).toEqual([expect.stringContaining('confirmada')]);
  });

  it('gets no mail about active sessions after the undo window', async () => {
    await want('booking_confirmed');
    api.clock.advance(HOUR_MS);
    await mutate('customers.trash', { ids: ids() });
    api.clock.advance(UNDO_WINDOW_MS + 1);
    await runOutbox(api.jobs);
    expect(mailed()).toEqual([]);
    expect(await messages()).toMatchObject([{ status: 'cancelled' }]);
  });

  it.each([
    ['cancelled', 'confirmed', 'customers.trash', 'cancel·lat'],
    ['cancelled', 'confirmed', 'sessions.trash', 'cancel·lat'],
    ['declined', 'inquiry', 'sessions.trash', 'sol·licitud'],
  ])('or with a session in the trash gets a mail that it was %s', async (to, from, trash, subject) => {
    await query('update sessions set status = $2 where id = $1', [booked.sessionId, from]);
    await mutate('sessions.setStatus', { id: booked.sessionId, to });
    await mutate(trash, trash === 'sessions.trash' ? { id: booked.sessionId } : { ids: ids() });
    api.clock.advance(UNDO_WINDOW_MS + 1);
    await runOutbox(api.jobs);
    expect(mailed()).toEqual([expect.stringContaining(subject)]);
  });
});
