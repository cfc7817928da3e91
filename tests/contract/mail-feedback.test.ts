import { beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { hashAddress } from '#functions/mails/suppressions.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { comesBack, eventOf, receive } from '../support/mail-feedback.ts';
import { invite, mailedToken } from '../support/gallery-invites.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';

expectLogged('mail_event_failed', 'mail_event_refused');

/* Bounces and complaints of invitations: the function that receives them, the screens' rows, notices, later mails. */

const api = await testApi();
let studio: Studio;
let galleryId: string;
let email: string;
beforeEach(async () => {
  await api.db.pool.query('delete from outbox');
  studio = await makeStudio(api, 'Llum');
  galleryId = await publishedGallery(api, studio, { visibility: 'invite', name: 'Boda al mas' });
  email = `${crypto.randomUUID()}@example.org`;
  api.mails.length = 0;
});

const query = async (sql: string, values: unknown[] = []) => (await api.db.pool.query(sql, values)).rows;
const own = (of = studio) => ({ as: of.owner, account: of.id });
const data = () => ({ galleryId, accountSlug: studio.slug, label: 'Núria' });
const errorOf = async (grantId: string) => (await query('select mail_error from grants where id = $1', [grantId]))[0];
const suppressed = (address: string) =>
  query('select reason, account_id from mail_suppressions where address_hash = $1', [hashAddress(address)]);
const resend = (grantId: string, body?: object) =>
  api.call('POST', `/api/auth/invite/${grantId}/resend`, { ...own(), ...(body && { body }) });
/** Sends what is due and returns the mails since then. */
async function mailsOf(): Promise<typeof api.mails> {
  api.mails.length = 0;
  await runOutbox(api.jobs);
  return [...api.mails];
}

describe('an invitation that bounces', () => {
  it('is marked, the studio is told once, and a second mail is refused', async () => {
    const { grantId } = await invite(api, studio, galleryId, { email, data: data() });
    const { id } = api.mails.at(-1)!;
    const event = eventOf(api, { id, to: email.toUpperCase() }, 'bounce');
    await Promise.all([receive(api, event), receive(api, event)]);
    expect(await errorOf(grantId)).toEqual({ mail_error: 'mail_bounced' });
    const notices = await mailsOf();
    expect(notices.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@example.org', 'An invitation to Núria wasn’t delivered'],
    ]);
    expect(notices[0]!.text).toContain(`The mail server of ${email} sent it back`);
    expect(notices[0]!.text).toContain(`${ORIGIN}/app/galleries/${galleryId}/access`);
    expect(notices[0]!.html).not.toMatch(/\{\{|undefined/);

    const refused = await resend(grantId);
    expect([refused.status, refused.error.code]).toEqual([422, 'mail_bounced']);
    const again = await api.call('POST', '/api/auth/invite', { ...own(), body: { email, data: data() } });
    expect(again.error).toMatchObject({ code: 'mail_bounced', field: 'email' });
    expect(await mailsOf()).toEqual([]);
  });

  it('is sent once more a day if the studio insists', async () => {
    const { grantId } = await invite(api, studio, galleryId, { email });
    await comesBack(api, email, 'bounce');
    expect((await resend(grantId, { again: true })).status).toBe(200);
    expect((await mailsOf()).map(({ to }) => to)).toContain(email);
    expect(await errorOf(grantId)).toEqual({ mail_error: null });
    await comesBack(api, email, 'bounce');
    expect(await errorOf(grantId)).toEqual({ mail_error: 'mail_bounced' });
    expect((await resend(grantId, { again: true })).error.code).toBe('rate_limited');
    api.clock.advance(DAY_MS);
    expect((await resend(grantId, { again: true })).status).toBe(200);
  });

  it('goes to the corrected address, and the first link stops working', async () => {
    const { grantId, token } = await invite(api, studio, galleryId, { email });
    await comesBack(api, email, 'bounce');
    const right = `${crypto.randomUUID()}@example.org`;
    const correct = (to: string) => api.call('PATCH', `/api/auth/invite/${grantId}`, { ...own(), body: { email: to } });
    expect((await correct(email)).error.code).toBe('mail_bounced');
    expect((await correct(right)).read(endpoints.invites.correct)).toEqual({ grantId, status: 'pending' });
    const second = await mailedToken(api, right);
    const open = (link: string) =>
      api.call('POST', '/api/auth/verify-invite', { channel: 'public', body: { token: link } });
    expect((await open(token)).error.code).toBe('invite_invalid');
    expect((await open(second)).status).toBe(200);
    // Another person has it now.
    expect((await correct(`${crypto.randomUUID()}@example.org`)).error.code).toBe('transition_refused');
  });

  it('mails no link to an address that is corrected while the mail is made', async () => {
    const body = { email, data: data() };
    const made = await api.call('POST', '/api/auth/invite', { ...own(), body });
    const { grantId } = made.read(endpoints.invites.create);
    const right = `${crypto.randomUUID()}@example.org`;
    let isCorrected = false;
    const db: typeof api.jobs.db = {
      ...api.jobs.db,
      async query<Row>(sql: string, values?: readonly unknown[]) {
        if (sql.includes('insert into grant_tokens') && !isCorrected) {
          isCorrected = true;
          await api.call('PATCH', `/api/auth/invite/${grantId}`, { ...own(), body: { email: right } });
        }
        return api.jobs.db.query<Row>(sql, values);
      },
    };
    await runOutbox({ ...api.jobs, db });
    expect(isCorrected).toBe(true);
    expect(api.mails.map(({ to }) => to)).not.toContain(email);
  });

  it('is not corrected to a person who is invited, or by another studio', async () => {
    const { grantId } = await invite(api, studio, galleryId, { email });
    const { email: taken } = await invite(api, studio, galleryId);
    const path = `/api/auth/invite/${grantId}`;
    expect((await api.call('PATCH', path, { ...own(), body: { email: taken } })).error.code).toBe('already_invited');
    const other = await makeStudio(api, 'Mar');
    expect((await api.call('PATCH', path, { ...own(other), body: { email: taken } })).status).toBe(404);
  });

  it('stays as it is after a full mailbox', async () => {
    const { grantId } = await invite(api, studio, galleryId, { email });
    const event = eventOf(api, api.mails.at(-1)!, 'bounce') as { bounce: { bounceType: string } };
    event.bounce.bounceType = 'Transient';
    await receive(api, event);
    expect([await errorOf(grantId), await suppressed(email)]).toEqual([{ mail_error: null }, []]);
  });

  it('is marked after its mail was recorded as sent, not before', async () => {
    const outcomes: unknown[] = [];
    const { grantId } = (await api.call('POST', '/api/auth/invite', { ...own(), body: { email, data: data() } })).read(
      endpoints.invites.create,
    );
    const sendMail: typeof api.jobs.sendMail = async (mail) => {
      outcomes.push(await receive(api, eventOf(api, mail, 'bounce')));
      await api.jobs.sendMail(mail);
    };
    await runOutbox({ ...api.jobs, sendMail });
    expect(outcomes).toContainEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(await errorOf(grantId)).toEqual({ mail_error: null });
    await comesBack(api, email, 'bounce');
    expect(await errorOf(grantId)).toEqual({ mail_error: 'mail_bounced' });
  });
});

describe('an invitation that its reader marks as spam', () => {
  it('is marked, the studio is told, and only an operator ends it', async () => {
    const { grantId } = await invite(api, studio, galleryId, { email, data: data() });
    await comesBack(api, email, 'complaint');
    expect(await errorOf(grantId)).toEqual({ mail_error: 'mail_complained' });
    const [notice] = await mailsOf();
    expect(notice).toMatchObject({ to: 'owner@example.org', subject: 'Núria marked an email as spam' });
    expect((await resend(grantId, { again: true })).error.code).toBe('mail_complained');
    // A bounce of another mail does not replace it.
    await comesBackAsBounce();
    expect((await resend(grantId)).error.code).toBe('mail_complained');
  });

  const comesBackAsBounce = async () => {
    const id = crypto.randomUUID();
    await query(
      `insert into mail_deliveries (mail_id, address_hash, account_id, accepted_at) values ($1, $2, $3, now())`,
      [id, hashAddress(email), studio.id],
    );
    await receive(api, eventOf(api, { id, to: email }, 'bounce'));
  };
});

describe('an event', () => {
  it.each(['not JSON', '{}', '{"eventType":"Delivery"}'])('without the form of one is refused: %s', async (body) => {
    expect(await receive(api, body)).toEqual({ batchItemFailures: [] });
  });

  it('of another AWS account, of another address or of a forged id changes nothing', async () => {
    const { grantId } = await invite(api, studio, galleryId, { email });
    const mail = api.mails.at(-1)!;
    const victim = `${crypto.randomUUID()}@example.org`;
    const foreign = eventOf(api, mail, 'complaint');
    foreign.mail.sendingAccountId = '111111111111';
    const forged = [
      foreign,
      eventOf(api, { ...mail, to: victim }, 'complaint'),
      eventOf(api, { id: '0'.repeat(20), to: victim }, 'bounce'),
    ];
    for (const event of forged) expect(await receive(api, event)).toEqual({ batchItemFailures: [] });
    expect([await errorOf(grantId), await suppressed(email), await suppressed(victim)]).toEqual([
      { mail_error: null },
      [],
      [],
    ]);
  });
});

describe('two studios with the same address', () => {
  it('are not told of each other: one sees its bounce, the other that nothing is delivered', async () => {
    const other = await makeStudio(api, 'Mar');
    const theirs = await publishedGallery(api, other, { visibility: 'invite' });
    const { grantId: ofOther } = await invite(api, other, theirs, { email });
    await invite(api, studio, galleryId, { email });
    await comesBack(api, email, 'bounce');
    expect(await errorOf(ofOther)).toEqual({ mail_error: null });
    expect(await query(`select account_id from outbox where kind = 'studio.notification'`)).toEqual([
      { account_id: studio.id },
    ]);
    const path = `/api/auth/invite/${ofOther}/resend`;
    expect((await api.call('POST', path, own(other))).error.code).toBe('mail_suppressed');
    expect((await api.call('POST', path, { ...own(other), body: { again: true } })).status).toBe(200);
  });

  it('do not share a complaint; a second one ends the mails of all, without a word of it', async () => {
    const other = await makeStudio(api, 'Mar');
    const theirs = await publishedGallery(api, other, { visibility: 'invite' });
    await invite(api, studio, galleryId, { email });
    await comesBack(api, email, 'complaint');
    await invite(api, other, theirs, { email });
    await comesBack(api, email, 'complaint');
    const third = await makeStudio(api, 'Sol');
    const gallery = await publishedGallery(api, third, { visibility: 'invite' });
    const body = { email, again: true, data: { galleryId: gallery, accountSlug: third.slug } };
    expect((await api.call('POST', '/api/auth/invite', { ...own(third), body })).error.code).toBe('mail_suppressed');
  });
});
