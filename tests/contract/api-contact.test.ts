import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeProof } from '#core/domain/clients/contact-proof.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { hashToken } from '#functions/platform/auth/secrets.ts';
import { testApi } from '../support/api.ts';
import { offer } from '../support/booking.ts';
import { insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
let studio: Studio;
beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  await api.db.pool.query('delete from outbox');
  studio = await makeStudio(api);
  api.mails.length = 0;
});

const OWNER = 'owner@example.org';
const FORM = { name: 'Mar Riera', email: 'mar@example.org', message: 'Are you free in May?', language: 'ca' };
const from = (network: number) => ({ 'x-viewer-address': `10.${network >> 8}.${network & 255}.1` });
const send = (values: object = {}, { network = 1, slug = studio.slug } = {}) =>
  api.call('POST', `/api/p/${slug}/contact`, { channel: null, headers: from(network), body: { ...FORM, ...values } });
/** Sends the form as a browser without scripts. */
const submit = (values: Record<string, string> = {}, slug = studio.slug) =>
  api.call('POST', `/api/p/${slug}/contact`, {
    channel: null,
    headers: { ...from(1), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...FORM, ...values }).toString(),
  });
const leads = async (): Promise<Row[]> =>
  (await api.db.pool.query('select * from leads where account_id = $1 order by created_at, id', [studio.id])).rows;
const mails = async () => {
  await runOutbox(api.jobs);
  return api.mails;
};
const setProfile = (value: object) =>
  api.db.pool.query(
    `insert into settings (account_id, key, author_id, value) values ($1, 'photographer', $2, $3)
     on conflict (account_id, key) do update set value = settings.value || excluded.value`,
    [studio.id, studio.owner.userId, JSON.stringify(value)],
  );

describe('a message of the contact form', () => {
  it('becomes a lead of the studio, with what the visitor chose', async () => {
    const type = await offer(api, studio);
    const answer = await send({ phone: '600 000 000', preferredDate: '2027-05-08', sessionTypeId: type });
    expect([answer.status, answer.text]).toEqual([201, '{}']);
    const stored = { phone: '600 000 000', preferred_date: '2027-05-08', session_type_id: type, status: 'new' };
    expect(await leads()).toMatchObject([{ ...FORM, ...stored, customer_id: null }]);
  });

  it('leaves out a session type of another studio', async () => {
    const type = await offer(api, await makeStudio(api));
    await send({ sessionTypeId: type });
    expect(await leads()).toMatchObject([{ session_type_id: null }]);
  });

  it('is stored once if it is sent again', async () => {
    await Promise.all([send(), send(), send({ email: 'Mar@Example.org' })]);
    expect(await leads()).toHaveLength(1);
    await send({ message: 'And in June?' });
    expect(await leads()).toHaveLength(2);
  });

  it('reaches a studio by its former address', async () => {
    const former = studio.slug;
    const slug = `new-${newId(8)}`;
    await api.db.pool.query('update accounts set slug = $1 where id = $2', [slug, studio.id]);
    expect((await send({}, { slug: former })).status).toBe(201);
    expect(await leads()).toHaveLength(1);
  });

  it('counts a proof of work of its own text', async () => {
    const sha256 = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    const proof = await makeProof(sha256, { slug: studio.slug, email: FORM.email, message: FORM.message });
    await send({ proof });
    await send({ proof, message: 'Another text' });
    expect((await leads()).map((lead) => lead['spam_signs'])).toEqual([[], ['no_proof']]);
  });
});

describe('the mail to the studio', () => {
  it('shows the message and is answered to the visitor', async () => {
    await send({ message: 'Love <3 & light', name: 'Mar "M" Riera' });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: OWNER, replyTo: FORM.email, replyName: 'Mar "M" Riera' });
    expect(mail!.subject).toContain('Mar "M" Riera');
    expect(mail!.text).toContain('Love <3 & light');
    expect(mail!.html).toContain('Love &lt;3 &amp; light');
    const [lead] = await leads();
    expect(mail!.text).toContain(`/app/clients/inquiries/${String(lead!['id'])}`);
  });

  it('is not sent if the studio turned it off', async () => {
    const row = { account_id: studio.id, key: 'notifications', author_id: studio.owner.userId };
    await api.db.pool.query('delete from settings where account_id = $1 and key = $2', [studio.id, row.key]);
    await insertRow(api.db.pool, 'settings', { ...row, value: { contact: false } });
    await send();
    expect(await mails()).toEqual([]);
    expect(await leads()).toHaveLength(1);
  });

  it('is sent ten times an hour, and every message is stored', async () => {
    for (let at = 0; at < 12; at++) await send({ email: `${newId()}@example.org` }, { network: at + 1 });
    expect(await mails()).toHaveLength(10);
    expect(await leads()).toHaveLength(12);
  });

  it('goes to nobody else: the visitor gets none', async () => {
    await send();
    expect((await mails()).map(({ to }) => to)).toEqual([OWNER]);
  });
});

describe('spam', () => {
  it.each([
    ['the hidden field', { website: 'https://evil.example' }],
    ['500 links', { message: 'https://a.io '.repeat(300) }],
  ])('with %s is answered alike, kept in its folder, and not mailed', async (_, values) => {
    expect((await send(values)).status).toBe(201);
    expect(await leads()).toMatchObject([{ status: 'spam' }]);
    expect(await mails()).toEqual([]);
  });

  it('is the same text at more than ten studios', async () => {
    const hash = hashToken(FORM.message);
    const start = new Date(api.clock.now() - (api.clock.now() % DAY_MS));
    await insertRow(api.db.pool, 'rate_limits', { bucket: `contact-text:${hash}`, window_start: start, count: 10 });
    await send();
    expect(await leads()).toMatchObject([{ status: 'spam', spam_signs: ['repeated', 'no_proof'] }]);
  });

  it('is deleted after 90 days, other messages stay', async () => {
    await send();
    await send({ website: 'x', message: 'Spam' });
    const old = new Date(api.clock.now() - 90 * DAY_MS - HOUR_MS);
    await api.db.pool.query('update leads set created_at = $1 where account_id = $2', [old, studio.id]);
    await send({ website: 'x', message: 'New spam' });
    await emptyTrash(api.jobs);
    expect((await leads()).map(({ message }) => message)).toEqual([FORM.message, 'New spam']);
  });
});

describe('limits', () => {
  it('refuses the 11th message of a network in an hour, at all studios together', async () => {
    const other = await makeStudio(api);
    for (let at = 0; at < 10; at++) {
      const { slug } = at % 2 ? other : studio;
      expect((await send({ email: `${newId()}@example.org`, message: `Text ${at}` }, { slug })).status).toBe(201);
    }
    const refused = await send({ email: `${newId()}@example.org` });
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
  });

  it('leaves each network one message of a mailbox beyond five in an hour, whatever its tag', async () => {
    const from = (tag: number, network: number) =>
      send({ email: `mar+${tag}@example.org`, message: `Text ${tag}` }, { network });
    for (let at = 0; at < 6; at++) expect((await from(at, 1)).status).toBe(201);
    expect((await from(6, 1)).status).toBe(429);
    expect((await from(7, 9)).status).toBe(201);
  });

  it('leaves each network two messages to a studio beyond 60 in an hour', async () => {
    for (let at = 0; at < 60; at++) await send({ email: `${newId()}@example.org` }, { network: at + 1 });
    const more = () => send({ email: `${newId()}@example.org` }, { network: 99 });
    expect([(await more()).status, (await more()).status, (await more()).status]).toEqual([201, 201, 429]);
    expect((await send({ email: 'mar@example.org' }, { network: 98 })).status).toBe(201);
  });

  it('refuses attempts of a network after 60, invalid ones included', async () => {
    for (let at = 0; at < 60; at++) expect((await send({ email: 'x' })).status).toBe(400);
    expect((await send({ email: 'x' })).status).toBe(429);
  });

  it('refuses a megabyte before it reads it', async () => {
    const answer = await send({ message: 'x'.repeat(1_000_000) });
    expect([answer.status, answer.error.code]).toEqual([413, 'payload_too_large']);
    expect((await submit({ message: 'x'.repeat(1_000_000) })).status).toBe(413);
    expect(await leads()).toEqual([]);
  });
});

describe('a refused message', () => {
  it('names each field', async () => {
    const answer = await send({ name: 'Mar\r\nBcc: all@example.org', email: 'x', message: ' ' });
    expect([answer.status, answer.error.code]).toEqual([400, 'validation_failed']);
    expect(answer.error.issues?.map(({ field }) => field)).toEqual(['name', 'email', 'message']);
  });

  it('has its own code if the form is turned off, and 404 for other addresses', async () => {
    await setProfile({ contactForm: false });
    const closed = await send();
    expect([closed.status, closed.error.code]).toEqual([409, 'contact_closed']);
    expect((await send({}, { slug: 'nobody-here' })).status).toBe(404);
    await api.db.pool.query('update accounts set deleted_at = now() where id = $1', [studio.id]);
    expect((await send()).status).toBe(404);
    expect(await leads()).toEqual([]);
  });
});

describe('a form without a script', () => {
  it('redirects to the thank-you page of the studio', async () => {
    const answer = await submit({ phone: '', preferredDate: '', sessionTypeId: '', website: '' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/p/${studio.slug}/sent#contact`]);
    expect(await leads()).toMatchObject([{ name: FORM.name, status: 'new', spam_signs: ['no_proof'] }]);
  });

  it('is shown again with everything typed and the reasons, escaped', async () => {
    const typed = { name: '"><script>alert(1)</script> www.x.example', message: '</textarea><img src=x>\n👋' };
    const { status, headers, text } = await submit(typed);
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(text).not.toMatch(/<script|<img/);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; www.x.example"');
    expect(text).toContain('&lt;/textarea&gt;&lt;img src=x&gt;\n👋</textarea>');
    expect(text).toContain('lang="ca"');
    expect(text).toContain('Escriu el teu nom, sense enllaços.');
    expect(text).not.toContain('Revisa aquesta adreça');
    // Below its field, in the studio's look, which the page's own policy allows by its hash.
    expect(text).toMatch(/aria-describedby="contact-name-error"[^<]*><p id="contact-name-error"/);
    expect(text).toContain(`<header><a href="/p/${studio.slug}">`);
    const styles = /<style>(.*?)<\/style>/s.exec(text)![1]!;
    expect(styles).toContain('--light-paper:');
    const hash = createHash('sha256').update(styles).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`);
  });

  it('is shown again when the limit is reached', async () => {
    for (let at = 0; at < 60; at++) await submit({ email: 'x' });
    const { status, headers, text } = await submit({ message: 'Please keep this.' });
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(text).toContain('Please keep this.');
  });

  it('gets a page for an unknown studio', async () => {
    const { status, text } = await submit({}, 'nobody-here');
    expect([status, text.includes('<form')]).toEqual([404, false]);
  });
});

it('any bytes in any type cause no 5xx', async () => {
  const bodies = ['{', '[]', 'null', '"x"', '%', 'name=%FF%FE&name=2', '__proto__=x', '\u0000', '{"__proto__":1}'];
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
    for (const body of bodies) {
      const headers = { ...from(2), 'content-type': type };
      const { status } = await api.call('POST', `/api/p/${studio.slug}/contact`, { channel: null, headers, body });
      expect([type, body, status < 500 && status >= 400]).toEqual([type, body, true]);
    }
  }
});
