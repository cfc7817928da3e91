import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#core/domain/values/errors.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { MAX_ATTEMPTS } from '#functions/outbox/effects.ts';
import type { Mail } from '#functions/platform/mail.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';

expectLogged('effect_dead', 'effect_failed');

/* Undeliverable invitation mails: the sender sees the failure, is notified, and can resend. */

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

const own = () => ({ as: studio.owner, account: studio.id });
const data = () => ({ galleryId, accountSlug: studio.slug, label: 'Núria' });

/** The invited mailbox refuses mail; others accept it. */
const failing = (error: Error, asked: string[] = []) => ({
  ...api.jobs,
  sendMail: async (mail: Mail) => {
    if (mail.to !== email) return api.jobs.sendMail(mail);
    asked.push(mail.to);
    throw error;
  },
});

const INVITATIONS = [
  {
    what: 'to a gallery',
    table: 'grants',
    link: () => `${ORIGIN}/app/galleries/${galleryId}/access`,
    subject: 'An invitation to Núria wasn’t delivered',
    invite: () => api.call('POST', '/api/auth/invite', { ...own(), body: { email, data: data() } }),
    resend: (id: string) => api.call('POST', `/api/auth/invite/${id}/resend`, own()),
  },
  {
    what: 'to the team',
    table: 'team_invites',
    link: () => `${ORIGIN}/app/settings/team`,
    subject: '',
    invite: () => api.call('POST', '/api/members/invites', { ...own(), body: { email, role: 'photographer' } }),
    resend: (id: string) => api.call('POST', `/api/members/invites/${id}/resend`, own()),
  },
] as const;

describe.each(INVITATIONS)('an invitation $what', ({ table, link, subject, invite, resend }) => {
  const row = async () =>
    (await api.db.pool.query(`select id, status, mail_error from ${table} where account_id = $1`, [studio.id])).rows[0];

  it('is attempted once at a refusing mailbox; the studio sees the failure and is notified', async () => {
    await invite();
    const asked: string[] = [];
    await runOutbox(failing(new AppError('mail_refused'), asked));
    expect(await row()).toMatchObject({ status: 'pending', mail_error: 'mail_refused' });
    api.clock.advance(3_600_001);
    await runOutbox(failing(new AppError('mail_refused'), asked));
    expect(asked).toHaveLength(1);
    const [notice, ...more] = api.mails.filter(({ to }) => to === 'owner@example.org');
    expect(more).toEqual([]);
    expect(notice!.subject).toBe(subject || `A team invitation to ${email} wasn’t delivered`);
    expect(notice!.text).toContain(link());
    expect(notice!.html).not.toMatch(/\{\{|undefined/);
  });

  it('fails after the last attempt, not before', async () => {
    await invite();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect(await row()).toMatchObject({ mail_error: null });
      await runOutbox(failing(new AppError('unavailable')));
      api.clock.advance(3_600_001);
    }
    expect(await row()).toMatchObject({ status: 'pending', mail_error: 'mail_failed' });
    await runOutbox(api.jobs);
    expect(api.mails.map(({ to }) => to)).toEqual(['owner@example.org']);
  });

  it('is pending again after a resend', async () => {
    await invite();
    await runOutbox(failing(new AppError('mail_refused')));
    const { id } = await row();
    expect((await resend(id)).status).toBe(200);
    expect(await row()).toMatchObject({ status: 'pending', mail_error: null });
    await runOutbox(failing(new AppError('mail_refused')));
    expect(await row()).toMatchObject({ status: 'pending', mail_error: 'mail_refused' });
    await invite();
    expect(await row()).toMatchObject({ id, status: 'pending', mail_error: null });
    await runOutbox(api.jobs);
    expect(await row()).toMatchObject({ status: 'sent', mail_error: null });
  });

  it('causes no notice when the studio disabled it, or after revocation', async () => {
    await api.db.pool.query(
      `insert into settings (account_id, key, author_id, value) values ($1, 'notifications', $2, '{"failedMail":false}')
       on conflict (account_id, key) do update set value = excluded.value`,
      [studio.id, studio.owner.userId],
    );
    await invite();
    await runOutbox(failing(new AppError('mail_refused')));
    expect(await row()).toMatchObject({ mail_error: 'mail_refused' });
    expect(api.mails).toEqual([]);
    await api.db.pool.query("update settings set value = '{}' where account_id = $1 and key = 'notifications'", [
      studio.id,
    ]);
    await resend((await row()).id);
    // The notice is scheduled first; the invitation is revoked before the notice is written.
    const jobs = failing(new AppError('mail_refused'));
    const ended = table === 'grants' ? 'revoked_at' : 'responded_at';
    await runOutbox({
      ...jobs,
      db: {
        ...jobs.db,
        transaction: async (run) => {
          const done = await jobs.db.transaction(run);
          await api.db.pool.query(`update ${table} set status = 'revoked', ${ended} = now()`);
          return done;
        },
      },
    });
    expect(api.mails).toEqual([]);
  });
});
