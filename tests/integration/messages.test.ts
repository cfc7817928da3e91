import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { MESSAGE_KINDS, type MessageKind } from '#core/domain/messages/messages.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { storeContract } from '#functions/contracts/files.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { queueMessage, scheduleMessage, withdrawMessages } from '#functions/outbox/messages.ts';
import { hashToken } from '#functions/platform/auth/secrets.ts';
import type { Mail } from '#functions/platform/mail.ts';
import { sessionNameIn } from '#functions/public-studio/names.ts';
import { issueReceipt } from '#functions/receipts/issue.ts';
import { expectLogged } from '../support/expected-log.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import {
  type BookedSession,
  insertBookedSession,
  insertDocument,
  insertReceipt,
  LOCATION,
  STATUS_OF,
} from '../support/booked-session.ts';
import { insertRow, newId } from '../support/rows.ts';

expectLogged('effect_dead', 'effect_failed');

/** Maximum attempts of the outbox. */
const ATTEMPTS = 12;

const api = await testApi();
let booked: BookedSession;
beforeEach(async () => {
  await api.db.pool.query('delete from outbox');
  api.mails.length = 0;
  booked = await insertBookedSession(api.db.pool, new Date(api.clock.now() + 3 * DAY_MS));
});

const query = async (sql: string, values: unknown[] = []) => (await api.db.pool.query(sql, values)).rows;
const messages = () =>
  query('select kind, status, error, recipient from messages where session_id = $1 order by created_at, id', [
    booked.sessionId,
  ]);
const setSession = (values: string) => query(`update sessions set ${values} where id = $1`, [booked.sessionId]);

async function want(kind: MessageKind, more: Partial<Parameters<typeof scheduleMessage>[1]> = {}): Promise<void> {
  const { accountId, sessionId } = booked;
  await scheduleMessage(api.services.db, { accountId, kind, sessionId, ...more }, api.clock.now());
}

/** The whole price in one instalment, which is late. */
async function insertPlan(): Promise<void> {
  const { accountId, sessionId } = booked;
  const part = { order_id: sessionId, position: 1, account_id: accountId, amount: 250_000 };
  await insertRow(api.db.pool, 'order_instalments', { ...part, due_at: new Date(api.clock.now() - DAY_MS) });
}

const SIGNED_PDF = new TextEncoder().encode('%PDF-1.7 signed');
async function storeSigned(contractId: string): Promise<void> {
  const sha256 = await storeContract(api.services.storage, { accountId: booked.accountId, contractId }, SIGNED_PDF);
  const signed = "update contract_texts set signed_text = 'Text', signed_sha256 = $2 where contract_id = $1";
  await query(signed, [contractId, sha256]);
}

describe('a session’s name', () => {
  it.each([
    ['', 'es', 'Boda'],
    ['Wedding', 'es', 'Boda'],
    ['Wedding', 'ca', 'Wedding'],
    ['Anna & Pau', 'es', 'Anna & Pau'],
  ])('%j is, in %s, %j', async (type, language, name) => {
    const translations = JSON.stringify({ translations: { es: { name: 'Boda' }, ca: { name: '' } } });
    const [row] = await query(
      `select ${sessionNameIn('t', '$3::text')} as name
       from (values ($1)) s (type), (values ('Wedding', $2::jsonb)) t (name, settings)`,
      [type, translations, language],
    );
    expect(row).toEqual({ name });
  });

  it('is in the client’s language in mails', async () => {
    const [session] = await query('select author_id, type from sessions where id = $1', [booked.sessionId]);
    const id = newId();
    const settings = JSON.stringify({ translations: { ca: { name: 'Casament' } } });
    const author = { account_id: booked.accountId, author_id: session.author_id };
    await insertRow(api.db.pool, 'session_types', { id, ...author, name: session.type, settings });
    await query('update sessions set session_type_id = $2 where id = $1', [booked.sessionId, id]);
    await setSession("status = 'scheduled'");
    await want('booking_confirmed');
    await runOutbox(api.jobs);
    expect(api.mails[0]!.text).toContain('Casament');
  });
});

describe('a scheduled message', () => {
  it.each(MESSAGE_KINDS.filter((kind) => kind !== 'automation'))(
    'for %s sends one mail in the client’s language and marks it as sent',
    async (kind) => {
      const isOfPayment = kind === 'receipt' || kind === 'refund_failed';
      if (!isOfPayment) await setSession(`status = '${STATUS_OF[kind]}'`);
      const paymentId = await insertReceipt(api.db.pool, booked);
      if (kind === 'refund_failed') await query("update payments set status = 'failed' where id = $1", [paymentId]);
      await query('update session_billing set payment_amount = 250000 where session_id = $1', [booked.sessionId]);
      if (kind.startsWith('instalment_')) await insertPlan();
      const about: { paymentId?: string; contractId?: string } = isOfPayment
        ? { paymentId }
        : await insertDocument(api.db.pool, booked, kind);
      if (kind === 'contract_signed') await storeSigned(about.contractId!);
      await want(kind, about);
      expect(await runOutbox(api.jobs)).toMatchObject({ done: 1, failed: 0 });
      const [mail, ...others] = api.mails;
      expect(others).toEqual([]);
      const sender = { fromName: 'Llum & Mar', replyTo: 'owner@example.org', language: 'ca' };
      expect(mail).toMatchObject({ to: 'nuria@example.org', ...sender });
      expect(mail!.text).toContain('Hola, Núria:');
      expect(mail!.text).not.toMatch(/\{\{|undefined/);
      expect(mail!.text).toContain(isOfPayment ? '1.200,50 €' : '(Madrid)');
      expect(await messages()).toMatchObject([{ kind, status: 'sent', error: null }]);
      expect(await runOutbox(api.jobs)).toMatchObject({ done: 0, failed: 0 });
    },
  );

  it('is not stored for a client without an address or in the trash', async () => {
    for (const change of [`email = ''`, `email = 'a@example.org', deleted_at = now()`]) {
      await query(`update customers set ${change} where id = $1`, [booked.customerId]);
      await want('booking_confirmed');
    }
    expect(await messages()).toEqual([]);
    expect(await query('select from outbox')).toEqual([]);
  });

  it('replaces a pending one of its kind; a receipt’s, one of the same payment', async () => {
    const dueAt = api.clock.now() + UNDO_WINDOW_MS;
    await want('session_rescheduled', { dueAt });
    await want('session_rescheduled', { dueAt });
    const [one, other] = [await insertReceipt(api.db.pool, booked), await insertReceipt(api.db.pool, booked)];
    await want('receipt', { dueAt, paymentId: one });
    await want('receipt', { dueAt, paymentId: other });
    expect((await messages()).map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
      'receipt pending',
      'receipt pending',
      'session_rescheduled cancelled',
      'session_rescheduled pending',
    ]);
    api.clock.advance(UNDO_WINDOW_MS);
    await runOutbox(api.jobs);
    expect(api.mails).toHaveLength(3);
  });

  it('rolls back with its transaction', async () => {
    const { accountId, sessionId } = booked;
    const failing = api.services.db.transaction(async (tx) => {
      await scheduleMessage(tx, { accountId, kind: 'booking_confirmed', sessionId }, api.clock.now());
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await messages()).toEqual([]);
  });

  it('refuses a session of another studio', async () => {
    const own = booked;
    booked = await insertBookedSession(api.db.pool, new Date(api.clock.now() + DAY_MS));
    const message = { accountId: own.accountId, kind: 'booking_confirmed', sessionId: booked.sessionId } as const;
    await scheduleMessage(api.services.db, message, api.clock.now());
    await want('booking_confirmed', { dueAt: api.clock.now() + 1000 });
    await withdrawMessages(api.services.db, { accountId: own.accountId, sessionId: booked.sessionId }, api.clock.now());
    expect(await messages()).toMatchObject([{ status: 'pending' }]);
  });
});

describe('an undoable change', () => {
  it('is mailed after the undo window, and not at all if undone', async () => {
    await want('booking_confirmed', { dueAt: api.clock.now() + UNDO_WINDOW_MS });
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 0 });
    const { accountId, sessionId } = booked;
    await withdrawMessages(api.services.db, { accountId, sessionId, kinds: ['booking_confirmed'] }, api.clock.now());
    api.clock.advance(UNDO_WINDOW_MS);
    await runOutbox(api.jobs);
    expect(api.mails).toEqual([]);
    expect(await messages()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('withdraws its mail by rechecking the session', async () => {
    const untrue: [MessageKind, string][] = [
      ['booking_received', `status = 'declined'`],
      ['booking_confirmed', `status = 'cancelled'`],
      ['booking_declined', `status = 'inquiry'`],
      ['session_rescheduled', `status = 'cancelled'`],
      ['session_cancelled', `status = 'confirmed'`],
      ['session_reminder', `status = 'confirmed', date = now() - interval '1 minute'`],
      ['booking_confirmed', `status = 'confirmed', deleted_at = now()`],
    ];
    for (const [kind, change] of untrue) {
      await want(kind);
      await setSession(change);
      await runOutbox(api.jobs);
      await setSession('deleted_at = null');
    }
    expect(api.mails).toEqual([]);
    expect(new Set((await messages()).map(({ status }) => status))).toEqual(new Set(['cancelled']));
  });

  it('is mailed for a session in the trash if cancelled, but not to an erased client', async () => {
    const person = (values: string) => query(`update customers set ${values} where id = $1`, [booked.customerId]);
    for (const [kind, isTold] of [
      ['session_cancelled', true],
      ['booking_declined', true],
      ['session_rescheduled', false],
    ] as const) {
      api.mails.length = 0;
      await setSession(`status = '${STATUS_OF[kind]}'`);
      await want(kind);
      await setSession('deleted_at = now()');
      await person('deleted_at = now()');
      await runOutbox(api.jobs);
      expect(api.mails).toHaveLength(isTold ? 1 : 0);
      await setSession('deleted_at = null');
      await person('deleted_at = null');
    }
    await setSession(`status = 'cancelled'`);
    await want('session_cancelled');
    await person('erased_at = now()');
    await runOutbox(api.jobs);
    expect(api.mails).toEqual([]);
  });

  it('does not send a voided receipt', async () => {
    const paymentId = await insertReceipt(api.db.pool, booked, { status: 'pending', receipt: null });
    await want('receipt', { paymentId });
    await runOutbox(api.jobs);
    expect(api.mails).toEqual([]);
  });

  it('does not acknowledge a request that was already answered', async () => {
    await setSession(`status = 'inquiry'`);
    await want('booking_received', { dueAt: api.clock.now() + 1 });
    await setSession(`status = 'scheduled'`);
    await want('booking_confirmed', { dueAt: api.clock.now() + 1000 });
    api.clock.advance(1000);
    await runOutbox(api.jobs);
    expect(api.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('confirmada')]);
  });
});

describe('a mail', () => {
  it('attaches the appointment, updated and cancelled with the session', async () => {
    await want('booking_confirmed');
    await runOutbox(api.jobs);
    await setSession(`date = date + interval '1 day', updated_at = now() + interval '5 seconds'`);
    await want('session_rescheduled');
    await runOutbox(api.jobs);
    await setSession(`status = 'cancelled', updated_at = now() + interval '9 seconds'`);
    await want('session_cancelled');
    await runOutbox(api.jobs);
    expect(api.mails.map(({ calendar }) => calendar?.method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
    const contents = api.mails.map(({ calendar }) => calendar!.content.replaceAll('\r\n ', ''));
    expect(new Set(contents.map((content) => /^UID:(.*)$/m.exec(content)?.[1]?.trim())).size).toBe(1);
    expect(contents[0]).toContain(`LOCATION:${LOCATION.name}\\, ${LOCATION.address}`);
    expect(contents[0]).toContain('mailto:nuria@example.org');
    expect(contents[2]).toContain('STATUS:CANCELLED');
    const sequences = contents.map((content) => Number(/^SEQUENCE:(\d+)/m.exec(content)?.[1]));
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });

  it('of a payment attaches its receipt as PDF', async () => {
    const paymentId = await insertReceipt(api.db.pool, booked, { receipt: null });
    await api.services.db.transaction((tx) => issueReceipt(tx, booked.accountId, paymentId, api.clock.now()));
    await want('receipt', { paymentId });
    await runOutbox(api.jobs);
    const [{ receipt }] = await query('select receipt from payments where id = $1', [paymentId]);
    const [file] = api.mails[0]!.files!;
    expect(file).toMatchObject({ contentType: 'application/pdf', filename: expect.stringContaining(receipt) });
    expect(Buffer.from(file!.content).subarray(0, 5).toString()).toBe('%PDF-');
    expect([api.mails[0]!.subject, api.mails[0]!.calendar]).toEqual([expect.stringContaining(receipt), undefined]);
  });

  it('links to the session by a token that is stored as a hash', async () => {
    await want('session_reminder');
    await runOutbox(api.jobs);
    const [, token] = new RegExp(`${ORIGIN}/p/studio-${booked.accountId}/booking/([\\w-]{43})`).exec(
      api.mails[0]!.text,
    )!;
    const [link] = await query('select * from session_links where session_id = $1', [booked.sessionId]);
    expect(link).toMatchObject({ token_hash: hashToken(token!), account_id: booked.accountId });
    expect(link.expires_at.getTime()).toBeGreaterThan(api.clock.now() + 3 * DAY_MS);
    expect(JSON.stringify(link)).not.toContain(token);
  });

  it('uses the studio’s template for this language, else the default', async () => {
    const template = { kind: 'session_reminder', language: 'ca', subject: 'Ei, {{client}}', body: 'Fins a {{place}}!' };
    await query(
      'insert into mail_templates (account_id, author_id, kind, language, subject, body) values ($1, $2, $3, $4, $5, $6)',
      [booked.accountId, booked.ownerId, ...Object.values(template)],
    );
    await want('session_reminder');
    await runOutbox(api.jobs);
    await query(`update customers set language = null where id = $1`, [booked.customerId]);
    await want('session_reminder');
    await runOutbox(api.jobs);
    expect(api.mails.map(({ subject, language }) => [language, subject])).toEqual([
      ['ca', 'Ei, Núria'],
      ['en', expect.stringContaining('See you soon')],
    ]);
    expect(api.mails[0]!.text).toContain(`Fins a ${LOCATION.name}, ${LOCATION.address}!`);
  });
});

describe('failures', () => {
  /** The client's mailbox refuses mail; others accept it. */
  const failing = (error: Error) => ({
    ...api.jobs,
    sendMail: async (mail: Mail) => {
      if (mail.to === 'nuria@example.org') throw error;
      await api.jobs.sendMail(mail);
    },
  });

  it('try a refusing mailbox once; the studio sees the failure and is notified', async () => {
    await want('booking_confirmed');
    await runOutbox(failing(new AppError('mail_refused')));
    expect(await messages()).toMatchObject([{ status: 'failed', error: 'mail_refused' }]);
    await runOutbox(api.jobs);
    expect(api.mails.map(({ to, language }) => [to, language])).toEqual([['owner@example.org', 'en']]);
    expect(api.mails[0]!.text).toContain(`${ORIGIN}/app/clients/sessions/${booked.sessionId}`);
  });

  it('retry an unreachable server, and fail after the last attempt', async () => {
    await want('booking_confirmed');
    await query(`update sessions set date = now() + interval '30 days' where id = $1`, [booked.sessionId]);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      expect(await messages()).toMatchObject([{ status: 'pending' }]);
      await runOutbox(failing(new AppError('unavailable')));
      api.clock.advance(3_600_001);
    }
    expect(await messages()).toMatchObject([{ status: 'failed', error: 'mail_failed' }]);
    const [{ id }] = await query('select id from messages where session_id = $1', [booked.sessionId]);
    // Requested by the studio.
    await query(`update messages set status = 'pending', error = null where id = $1`, [id]);
    await queueMessage(api.services.db, booked.accountId, id, api.clock.now(), api.clock.now());
    api.mails.length = 0;
    await runOutbox(api.jobs);
    expect(api.mails.filter(({ to }) => to === 'nuria@example.org')).toHaveLength(1);
    expect(await messages()).toMatchObject([{ status: 'sent', error: null }]);
  });

  it('after sending, before recording, resend the mail with the same message id', async () => {
    await want('booking_confirmed');
    const sent: string[] = [];
    const dying = {
      ...api.jobs,
      sendMail: async ({ id }: { id: string }) => {
        sent.push(id);
        if (sent.length < 3) throw new Error('died');
      },
    };
    for (let run = 0; run < 4; run++) {
      await runOutbox(dying);
      api.clock.advance(MINUTE_MS);
    }
    expect(sent).toHaveLength(3);
    expect(new Set(sent).size).toBe(1);
    expect(await messages()).toMatchObject([{ status: 'sent' }]);
  });

  it('concurrent jobs send a mail once', async () => {
    await want('booking_confirmed');
    await Promise.all(Array.from({ length: 4 }, () => runOutbox(api.jobs)));
    expect(api.mails).toHaveLength(1);
  });
});
