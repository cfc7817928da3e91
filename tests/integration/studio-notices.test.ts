import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { notifyStudio } from '#functions/notifications/studio-notifications.ts';
import { MAX_ATTEMPTS } from '#functions/outbox/effects.ts';
import type { Mail } from '#functions/platform/mail.ts';
import { testApi } from '../support/api.ts';
import { type BookedSession, insertBookedSession } from '../support/booked-session.ts';
import { expectLogged } from '../support/expected-log.ts';
import { insertRow, newId } from '../support/rows.ts';

expectLogged('effect_dead', 'effect_failed');

const SECOND = 'second@example.org';

const api = await testApi();
let booked: BookedSession;
let secondId: string;
beforeEach(async () => {
  await api.db.pool.query('delete from accounts');
  await api.db.pool.query('delete from outbox');
  booked = await insertBookedSession(api.db.pool, new Date(api.clock.now() + 300 * HOUR_MS));
  secondId = randomUUID();
  const owner = { account_id: booked.accountId, user_id: secondId, role: 'owner', email: SECOND };
  await insertRow(api.db.pool, 'account_members', owner);
  api.mails.length = 0;
});

const tell = () => {
  const { accountId, sessionId } = booked;
  return notifyStudio(api.services.db, { accountId, sessionId, what: 'booking' }, api.clock.now());
};
const outbox = async () => (await api.db.pool.query('select * from outbox order by created_at, id')).rows;
const failing = (address: string, error: Error, asked: Mail[]) => ({
  ...api.jobs,
  sendMail: async (mail: Mail) => {
    if (mail.to !== address) return api.jobs.sendMail(mail);
    asked.push(mail);
    throw error;
  },
});

describe('a studio of two owners', () => {
  it('notifies each once', async () => {
    await tell();
    await runOutbox(api.jobs);
    expect(api.mails.map(({ to }) => to).sort()).toEqual(['owner@example.org', SECOND]);
    expect(new Set(api.mails.map(({ id }) => id)).size).toBe(2);
    // The outbox stores no address.
    expect(JSON.stringify(await outbox())).not.toContain('@');
  });

  it.each(['owner@example.org', SECOND])('notifies the other one once while %s is unreachable', async (address) => {
    await tell();
    const asked: Mail[] = [];
    for (let run = 0; run < MAX_ATTEMPTS + 2; run++) {
      await runOutbox(failing(address, new AppError('unavailable'), asked));
      api.clock.advance(3_600_001);
    }
    expect(api.mails.map(({ to }) => to)).toEqual([address === SECOND ? 'owner@example.org' : SECOND]);
    expect(asked).toHaveLength(MAX_ATTEMPTS);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  });

  it('stops after a refusing mailbox', async () => {
    await tell();
    const asked: Mail[] = [];
    const jobs = failing(SECOND, new AppError('mail_refused'), asked);
    expect(await runOutbox(jobs)).toMatchObject({ failed: 0 });
    api.clock.advance(3_600_001);
    await runOutbox(jobs);
    expect(asked).toHaveLength(1);
    expect(api.mails.map(({ to }) => to)).toEqual(['owner@example.org']);
  });

  it('notifies no former owner', async () => {
    await tell();
    await runOutbox(failing(SECOND, new AppError('unavailable'), []));
    await api.db.pool.query("update account_members set role = 'admin' where user_id = $1", [secondId]);
    api.clock.advance(3_600_001);
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 1, failed: 0 });
    expect(api.mails.map(({ to }) => to)).toEqual(['owner@example.org']);
  });

  it('notifies again of the next event', async () => {
    await tell();
    await runOutbox(api.jobs);
    api.clock.advance(1000);
    await tell();
    await runOutbox(api.jobs);
    expect(api.mails).toHaveLength(4);
    expect(new Set(api.mails.map(({ id }) => id)).size).toBe(4);
  });

  const setOwnAddress = async () => {
    const own = `value || '{"email":"hola@llum.example"}'`;
    await api.db.pool.query(`update settings set value = ${own} where account_id = $1 and key = 'photographer'`, [
      booked.accountId,
    ]);
  };

  const insertFailedMail = async (kind: string) => {
    const { accountId, sessionId, customerId } = booked;
    const mail = { id: newId(), account_id: accountId, session_id: sessionId, recipient: 'nuria@example.org' };
    const lost = { customer_id: customerId, kind, status: 'failed', error: 'mail_refused' };
    await insertRow(api.db.pool, 'messages', { ...mail, ...lost, language: 'ca', due_at: new Date() });
    return mail.id;
  };

  it('notifies its own address once', async () => {
    await setOwnAddress();
    await tell();
    await runOutbox(api.jobs);
    expect(api.mails.map(({ to }) => to)).toEqual(['hola@llum.example']);
  });

  it('falls back to its owners if its own address refuses', async () => {
    await setOwnAddress();
    await tell();
    const asked: Mail[] = [];
    const jobs = failing('hola@llum.example', new AppError('mail_refused'), asked);
    await runOutbox(jobs);
    await runOutbox(jobs);
    expect(asked).toHaveLength(1);
    expect(api.mails.map(({ to }) => to).sort()).toEqual(['owner@example.org', SECOND]);
  });

  it('answers the client by replying, unless the notice tells that they cannot be reached', async () => {
    await setOwnAddress();
    await tell();
    const { accountId, sessionId } = booked;
    const messageId = await insertFailedMail('booking_confirmed');
    await notifyStudio(api.services.db, { accountId, sessionId, messageId, what: 'failedMail' }, api.clock.now());
    await runOutbox(api.jobs);
    const [booking, failure] = api.mails.sort((a, b) => b.replyTo.localeCompare(a.replyTo));
    expect(booking).toMatchObject({ replyTo: 'nuria@example.org', replyName: 'Núria', fromName: 'Llum & Mar' });
    expect(failure).toMatchObject({ to: 'hola@llum.example', replyTo: '' });
  });

  it('is notified of a session in the trash only if the cancellation mail failed', async () => {
    const { accountId, sessionId, customerId } = booked;
    await api.db.pool.query(`update sessions set status = 'cancelled', deleted_at = now() where id = $1`, [sessionId]);
    const failed = (messageId: string) =>
      notifyStudio(api.services.db, { accountId, sessionId, messageId, what: 'failedMail' }, api.clock.now());
    await failed(await insertFailedMail('booking_confirmed'));
    await runOutbox(api.jobs);
    expect(api.mails).toEqual([]);
    const messageId = await insertFailedMail('session_cancelled');
    api.clock.advance(1000);
    await failed(messageId);
    await runOutbox(api.jobs);
    expect(api.mails).toHaveLength(2);
    expect(api.mails[0]!.text).toContain(`/app/clients/customers/${customerId}`);
  });
});
