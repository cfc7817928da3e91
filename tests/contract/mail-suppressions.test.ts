import { beforeEach, describe, expect, it } from 'vitest';
import type { SecurityNotice } from '#core/domain/studio/security-events.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { enqueue } from '#functions/outbox/enqueue.ts';
import { testApi } from '../support/api.ts';
import { invite } from '../support/gallery-invites.ts';
import { comesBack, eventOf, receive } from '../support/mail-feedback.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';

/* What a sender can provoke at a person's mail server: it ends the mails of that sender at most. */

const api = await testApi();
let [studio, attacker]: Studio[] = [];
let victim: string;
beforeEach(async () => {
  for (const table of ['outbox', 'mail_suppressions', 'mail_refusals', 'rate_limits'])
    await api.db.pool.query(`delete from ${table}`);
  [studio, attacker] = [await makeStudio(api, 'Llum'), await makeStudio(api, 'Mar')];
  victim = `${crypto.randomUUID()}@example.org`;
  api.mails.length = 0;
});

const subjects = async (to: string) => {
  api.mails.length = 0;
  await runOutbox(api.jobs);
  return api.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
};
/** The mail server of the address refuses the text of its last mail. */
async function refusesText(address: string): Promise<void> {
  const event = eventOf(
    api,
    api.mails.findLast(({ to }) => to === address)!,
    'bounce',
  );
  if (!('bounce' in event)) throw new Error('no bounce');
  event.bounce.bounceSubType = 'General';
  event.bounce.bouncedRecipients[0]!.status = '5.7.1';
  expect(await receive(api, event)).toEqual({ batchItemFailures: [] });
}
async function securityNotices(email: string) {
  const payload: SecurityNotice = {
    what: 'password_changed',
    email,
    language: 'en',
    timeZone: 'UTC',
    at: api.clock.now(),
  };
  await enqueue(api.services.db, null, 'security.notice', payload, api.clock.now());
  return subjects(email);
}
const galleryOf = (of: Studio) => publishedGallery(api, of, { visibility: 'invite' });
const inviteBy = async (of: Studio) => invite(api, of, await galleryOf(of), { email: victim });

describe('a mail whose text a mail server refuses', () => {
  it('ends the mails of the studio that sent it, and no others', async () => {
    const { grantId } = await inviteBy(attacker!);
    await refusesText(victim);
    const { rows } = await api.db.pool.query('select mail_error from grants where id = $1', [grantId]);
    expect(rows).toEqual([{ mail_error: 'mail_bounced' }]);
    const own = { as: attacker!.owner, account: attacker!.id };
    expect((await api.call('POST', `/api/auth/invite/${grantId}/resend`, own)).error.code).toBe('mail_bounced');
    await inviteBy(studio!);
    expect(await securityNotices(victim)).toHaveLength(1);
  });

  it('ends nothing if a stranger wrote it', async () => {
    const write = (message: string) =>
      api.call('POST', `/api/p/${studio!.slug}/contact`, {
        channel: null,
        body: { name: 'Mar', email: 'mar@example.org', message, language: 'en' },
      });
    await write('XJS*C4JDBQADN1');
    expect(await subjects('owner@example.org')).toHaveLength(1);
    await refusesText('owner@example.org');
    await write('Are you free in May?');
    expect(await subjects('owner@example.org')).toHaveLength(1);
    expect(await securityNotices('owner@example.org')).toHaveLength(1);
  });
});

it('complaints about two studios end no security notice', async () => {
  await inviteBy(attacker!);
  await comesBack(api, victim, 'complaint');
  await inviteBy(studio!);
  await comesBack(api, victim, 'complaint');
  expect(await securityNotices(victim)).toHaveLength(1);
});

it('an address that does not exist gets no mail of anybody', async () => {
  await inviteBy(attacker!);
  await comesBack(api, victim, 'bounce');
  expect(await securityNotices(victim)).toEqual([]);
});
