import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { MAIL_TEMPLATE_KINDS } from '#core/domain/messages/messages.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import en from '#locales/en/mail.json' with { type: 'json' };
import { testApi } from '../support/api.ts';
import { makeStudio } from '../support/studio.ts';
import { addMember } from '../support/team-members.ts';

const api = await testApi();
const studio = await makeStudio(api);
const ask = (body: object, as = studio.owner) =>
  api.call('POST', '/api/accounts/test-mail', { as, account: studio.id, body });
const template = { kind: 'gallery_invite', language: 'en', subject: 'Hi {{client}}', body: '{{gallery}}\n\n{{link}}' };

describe('POST /api/accounts/test-mail', () => {
  it.each(MAIL_TEMPLATE_KINDS)('mails %s to the caller alone, with every field filled in', async (kind) => {
    const member = await addMember(api, studio, 'admin');
    // The owner's mail about the new admin.
    await runOutbox(api.jobs);
    for (const language of LANGUAGES) {
      const before = api.mails.length;
      expect((await ask({ kind, language, ...en.messages[kind] }, member)).status).toBe(202);
      await runOutbox(api.jobs);
      const [mail, ...others] = api.mails.slice(before);
      expect([mail?.to, others]).toEqual([member.email, []]);
      for (const part of [mail!.subject, mail!.text, mail!.html]) expect(part).not.toMatch(/\{\{|undefined|null/);
    }
  });

  it('shows the studio’s logo and contact details, as the clients’ mails do', async () => {
    const member = await addMember(api, studio, 'admin');
    const logo = `/logos/${studio.id}/0123456789abcdefghjk-96x96d.png`;
    await api.db.pool.query("update settings set value = $2 where account_id = $1 and key = 'theme.logoUrl'", [
      studio.id,
      JSON.stringify(logo),
    ]);
    await ask(template, member);
    await runOutbox(api.jobs);
    expect(api.mails.findLast(({ to }) => to === member.email)!.html).toContain(`/api${logo}"`);
  });

  it('refuses unknown fields, and members who may not change templates', async () => {
    const unknown = await ask({ ...template, body: '{{price}}' });
    expect(unknown.error).toMatchObject({ code: 'template_field_unknown', field: 'body' });
    expect((await ask(template, await addMember(api, studio, 'assistant'))).status).toBe(403);
  });

  it('limits a member to ten in an hour', async () => {
    const member = await addMember(api, studio, 'admin');
    const answers = [];
    for (let mail = 0; mail < 11; mail++) answers.push((await ask(template, member)).status);
    expect(answers).toEqual([...Array<number>(10).fill(202), 429]);
  });
});
