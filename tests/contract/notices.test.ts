import { describe, expect, it } from 'vitest';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { operatorAct } from '../support/operator.ts';

const api = await testApi();
const sql = async (text: string, ...values: unknown[]) => (await api.db.pool.query(text, values)).rows;

const FORM = {
  urls: 'https://albumen.test/p/llum/gallery/1\nhttps://albumen.test/p/llum',
  kind: 'privacy',
  explanation: 'A portrait of me, to which I never agreed.',
  name: 'Ana <b>',
  email: 'Ana@example.org',
  goodFaith: 'on',
  language: 'es',
  website: '',
};
let network = 0;
/** Posts the form from a network of its own, unless told otherwise. */
const post = (values: object, ip = `198.51.${(network += 1)}.7`) =>
  api.call('POST', '/api/p/reports', {
    channel: null,
    body: new URLSearchParams({ ...FORM, ...values }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-viewer-address': ip },
  });
const stored = () => sql('select id, kind, urls, name, email, language, decision from notices order by created_at, id');
const decide = (noticeId: string, decision: string) => operatorAct(api, null, 'decide', { noticeId, decision });

describe('the form of /report', () => {
  it('is shown in the visitor’s language, and needs no script', async () => {
    const page = await api.call('GET', '/report', { channel: null, headers: { 'x-language': 'ca' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Denunciar contingut il·legal');
    expect(page.text).toContain('action="/api/p/reports"');
    expect(page.text).not.toContain('<script');
  });

  it('stores a notice and mails its receipt', async () => {
    const answer = await post({});
    expect([answer.status, answer.text.includes('Hemos recibido tu denuncia')]).toEqual([200, true]);
    expect(await stored()).toMatchObject([
      {
        kind: 'privacy',
        urls: ['https://albumen.test/p/llum/gallery/1', 'https://albumen.test/p/llum'],
        name: 'Ana <b>',
        email: 'ana@example.org',
        language: 'es',
        decision: null,
      },
    ]);
    await runOutbox(api.jobs);
    const mail = api.mails.at(-1)!;
    expect(mail).toMatchObject({ to: 'ana@example.org', subject: 'Hemos recibido tu denuncia' });
    const [{ id }] = await stored();
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(id);
      // Anybody may type a stranger's address: nothing of what they wrote reaches it.
      for (const typed of ['Ana', '/p/llum', 'portrait']) expect(body).not.toContain(typed);
    }
    await sql('delete from notices');
  });

  it.each([
    ['urls', 'not an address'],
    ['urls', ''],
    ['urls', 'javascript:alert(1)'],
    ['explanation', 'short'],
    ['name', ''],
    ['email', 'nobody'],
    ['email', ''],
    ['goodFaith', ''],
  ])('marks %s %j, keeps what was typed, and stores nothing', async (field, value) => {
    const answer = await post({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`id="${field}-error"`);
    if (field !== 'explanation') expect(answer.text).toContain(FORM.explanation);
    expect(answer.text).not.toContain('<b>');
    expect(await stored()).toEqual([]);
  });

  it('takes an unnamed notice of the abuse of a child', async () => {
    expect((await post({ kind: 'child_abuse', name: '', email: '' })).status).toBe(200);
    expect(await stored()).toHaveLength(1);
    await sql('delete from notices');
  });

  it('stores nothing of a program that fills in every field', async () => {
    expect((await post({ website: 'x' })).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('mails three receipts a day to a mailbox, and keeps the further notices', async () => {
    const emails = ['eva@example.org', 'Eva+1@example.org', 'eva+2@example.org', 'eva@example.org', 'joan@example.org'];
    for (const email of emails) expect((await post({ email })).status).toBe(200);
    await runOutbox(api.jobs);
    expect(await stored()).toHaveLength(5);
    const sent = api.mails.map(({ to }) => to).filter((to) => /^(eva|joan)/.test(to));
    expect(sent.toSorted()).toEqual(['eva+1@example.org', 'eva+2@example.org', 'eva@example.org', 'joan@example.org']);
    await sql('delete from notices');
  });

  it('takes ten a day from a network', async () => {
    for (let n = 0; n < 10; n += 1) expect((await post({}, '203.0.113.9')).status).toBe(200);
    const refused = await post({}, '203.0.113.9');
    expect([refused.status, refused.text.includes(FORM.explanation)]).toEqual([429, true]);
    await sql('delete from notices');
  });
});

describe('a decision', () => {
  it('is mailed with its reasons, once', async () => {
    await post({ language: 'en' });
    const [{ id }] = await stored();
    expect(await decide(id, 'acted')).toBe('done');
    await runOutbox(api.jobs);
    const mail = api.mails.at(-1)!;
    expect(mail).toMatchObject({ to: 'ana@example.org', subject: 'Your report: we’ve acted' });
    expect(mail.text).toContain('Our reasons: Spam to strangers');
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('no automated means');
    expect(await decide(id, 'rejected')).toBe('unchanged');
    expect(await decide('0'.repeat(20), 'acted')).toBe('not_found');
    expect(await decide(id, 'nonsense')).toBe('not_found');
  });
});
