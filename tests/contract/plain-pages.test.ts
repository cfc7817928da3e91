import { beforeEach, describe, expect, it } from 'vitest';
import { portal } from '#core/api/portal.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { IMAGE_TOKEN_COOKIE } from '#core/domain/photos/image-token.ts';
import { VISITOR_COOKIE } from '#functions/galleries/visitors.ts';
import { pairOf, testApi } from '../support/api.ts';
import { invite, mailedToken } from '../support/gallery-invites.ts';
import { clientBrowser, copiedToken, insertSession, mailedTokens } from '../support/portal.ts';
import { insertCustomer, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';

/* Pages of the API for browsers without scripts. */

const api = await testApi();
let studio: Studio;
beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  studio = await makeStudio(api);
});

const query = async (sql: string, values: unknown[]) => (await api.db.pool.query(sql, values)).rows;
const from = { 'x-viewer-address': '10.9.1.1', 'accept-language': 'en' };
const open = (path: string, cookies: string[] = [], language = 'en') =>
  api.call('GET', path, { channel: null, headers: { ...from, 'accept-language': language }, cookies });
/** Sends a form as a browser without scripts. */
const submit = (path: string, fields: Record<string, string>, cookies: string[] = [], site = 'same-origin') =>
  api.call('POST', path, {
    channel: null,
    headers: { ...from, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
    body: new URLSearchParams(fields).toString(),
    cookies,
  });
const galleryPath = (id: string) => `/api/p/${studio.slug}/gallery/${id}/page`;
const invitePath = (id: string) => `/api/p/${studio.slug}/invite/${id}/page`;

describe('a client’s page without a script', () => {
  let ada: string;
  let base: string;
  let token: string;
  beforeEach(async () => {
    ada = await insertCustomer(api.db.pool, studio.id, { name: 'Ada', email: `${newId()}@example.org` });
    token = await copiedToken(api, studio, ada);
    base = `/api/p/${studio.slug}/client/${token}`;
  });

  it('shows what the link shows with a script, in the studio’s zone and the browser’s language', async () => {
    await query(`update accounts set time_zone = 'Europe/Madrid' where id = $1`, [studio.id]);
    const at = Date.UTC(2100, 5, 15, 8);
    const billing = { payment_amount: 20_000, deposit_amount: 5000 };
    await insertSession(api, studio, ada, at, { location: 'Barceloneta', billing });
    const galleryId = await publishedGallery(api, studio, { name: 'A & B', customer_id: ada, visibility: 'invite' });
    const zoe = await insertCustomer(api.db.pool, studio.id, { name: 'Zoe', email: `${newId()}@example.org` });
    await insertSession(api, studio, zoe, at, { type: 'Zoe’s portrait' });
    await publishedGallery(api, studio, { name: 'Zoe’s', customer_id: zoe });
    const page = await open(`${base}/page`);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    for (const text of ['Hello, Ada', '15 June 2100, 10:00–', '(Madrid)', 'Barceloneta', 'Deposit: €50', 'A &amp; B']) {
      expect(page.text).toContain(text);
    }
    expect(page.text).toContain(`action="${base}/galleries/${galleryId}/page"`);
    expect(page.text).not.toContain('Zoe');
    expect(page.text).not.toContain('<script');
    const catalan = await open(`${base}/page`, [], 'ca');
    expect(catalan.text).toContain('<html lang="ca">');
    expect(catalan.text).toContain('15 de juny del 2100');
    const [session] = (await clientBrowser(api, studio, token).page()).read(portal.page).tasks;
    expect(session).toMatchObject({ kind: 'payment', amount: 5000 });
  });

  it('hides amounts from a contact who does not pay', async () => {
    await insertSession(api, studio, ada, api.clock.now() + DAY_MS, { billing: { payment_amount: 20_000 } });
    expect((await open(`${base}/page`)).text).toContain('To pay: €200');
    const contact = newId();
    await query(
      `insert into customer_contacts (id, account_id, author_id, customer_id, position, name, email, receives)
       values ($1, $2, $3, $4, 1, 'Marc', 'marc@example.org', true)`,
      [contact, studio.id, studio.owner.userId, ada],
    );
    await query('update client_links set contact_id = $2 where customer_id = $1', [ada, contact]);
    expect((await open(`${base}/page`)).text).not.toContain('€');
  });

  it('opens the client’s private gallery, and no other', async () => {
    const mine = await publishedGallery(api, studio, { name: 'Mine', customer_id: ada, visibility: 'invite' });
    const other = await publishedGallery(api, studio, { visibility: 'invite' });
    await readyPhoto(api, studio, mine);
    const opened = await submit(`${base}/galleries/${mine}/page`, {});
    expect([opened.status, opened.headers.get('location')]).toEqual([303, galleryPath(mine)]);
    const cookies = [pairOf(opened.cookies.get(VISITOR_COOKIE))];
    const gallery = await open(galleryPath(mine), cookies);
    expect([gallery.status, gallery.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(gallery.text).toContain(`/api/images/${mine}/`);
    expect(gallery.cookies.get(IMAGE_TOKEN_COOKIE)).toBeDefined();
    expect((await submit(`${base}/galleries/${other}/page`, {})).status).toBe(404);
    expect((await open(galleryPath(other), cookies)).text).not.toContain('/api/images/');
    const foreign = await submit(`${base}/galleries/${mine}/page`, {}, [], 'cross-site');
    expect([foreign.status < 400, foreign.cookies.size]).toEqual([false, 0]);
  });

  it('says that an ended link is one, at any studio, and mails another to the client alone', async () => {
    const other = await makeStudio(api);
    const ended = [`/api/p/${other.slug}/client/${token}/page`, `/api/p/${studio.slug}/client/${'x'.repeat(43)}/page`];
    const answers = await Promise.all(ended.map((path) => open(path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    for (const { text } of answers) {
      expect(text).toContain('This link no longer works');
      expect(text).not.toContain('Ada');
    }
    const [{ email }] = await query('select email from customers where id = $1', [ada]);
    const ask = `/api/p/${studio.slug}/client/request`;
    expect((await submit(ask, { email: 'nobody' })).text).toContain('Enter your email address, such as');
    const told = await Promise.all([email, 'stranger@example.org'].map((one: string) => submit(ask, { email: one })));
    const [known, unknown] = told.map(({ status, text }, index) =>
      [status, text.replaceAll([email, 'stranger@example.org'][index], '…')].join(' '),
    );
    expect(known).toBe(unknown);
    expect(await mailedTokens(api, email)).toHaveLength(1);
  });
});

describe('an invitation without a script', () => {
  it('redirects to the gallery, also again in the same browser', async () => {
    const id = await publishedGallery(api, studio, { name: 'Boda', visibility: 'invite' });
    await readyPhoto(api, studio, id);
    const { token } = await invite(api, studio, id);
    const before = await open(galleryPath(id));
    expect(before.text).toContain('This gallery is invitation-only');
    const accepted = await submit(invitePath(id), { token });
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, galleryPath(id)]);
    const cookies = [pairOf(accepted.cookies.get(VISITOR_COOKIE))];
    const page = await open(galleryPath(id), cookies);
    expect(page.text).toContain('<h1>Boda</h1>');
    expect(page.text).toContain(`/api/images/${id}/`);
    const again = await submit(invitePath(id), { token: 'y'.repeat(43) }, cookies);
    expect([again.status, again.headers.get('location')]).toEqual([303, galleryPath(id)]);
    await query(`update grants set status = 'revoked', revoked_at = now() where gallery_id = $1`, [id]);
    const revoked = await open(galleryPath(id), cookies);
    expect(revoked.text).toContain('You no longer have access');
    expect(revoked.text).not.toContain('/api/images/');
  });

  it('refuses a link that has ended and offers a new one, and a form of another site', async () => {
    const id = await publishedGallery(api, studio, { visibility: 'invite' });
    const { token, email } = await invite(api, studio, id);
    const foreign = await submit(invitePath(id), { token }, [], 'cross-site');
    expect([foreign.status < 400, foreign.cookies.size]).toEqual([false, 0]);
    await query('update grant_tokens set expires_at = $2 where account_id = $1', [studio.id, new Date(0)]);
    const ended = await submit(invitePath(id), { token });
    expect(ended.text).toContain('This link has expired');
    expect(ended.text).toContain(`<input type="hidden" name="token" value="${token}">`);
    const renewed = await submit(`/api/p/${studio.slug}/invite/${id}/renew`, { token });
    expect(renewed.text).toContain('we’ve sent a new link');
    expect(renewed.text).toContain('<h1>Check your email</h1>');
    const invalid = await submit(invitePath(id), { token: 'cut off' });
    expect(invalid.text).toContain('This link doesn’t work');
    expect(invalid.text).not.toContain('type="hidden"');
    expect(await mailedToken(api, email)).not.toBe(token);
  });
});

describe('a gallery without a script', () => {
  it('asks for its password, and counts guesses', async () => {
    const id = await publishedGallery(api, studio, { visibility: 'link' });
    await readyPhoto(api, studio, id);
    const own = { as: studio.owner, account: studio.id };
    await api.call('PUT', `/api/gallery/${id}/password`, { ...own, body: { password: 'figueres' } });
    await query(`update galleries set visibility = 'password' where id = $1`, [id]);
    expect((await open(galleryPath(id))).text).toContain('name="password"');
    const wrong = await submit(galleryPath(id), { password: 'girona' });
    expect([wrong.status, wrong.text.includes('Wrong password.')]).toEqual([403, true]);
    expect((await submit(galleryPath(id), { password: ' ' })).text).toContain('Enter the password.');
    const right = await submit(galleryPath(id), { password: ' figueres ' });
    expect([right.status, right.text.includes(`/api/images/${id}/`)]).toEqual([200, true]);
    const cookies = [pairOf(right.cookies.get(VISITOR_COOKIE))];
    expect((await open(galleryPath(id), cookies)).text).toContain(`/api/images/${id}/`);
    for (let tries = 0; tries < 20; tries++) await submit(galleryPath(id), { password: `guess ${tries}` });
    expect((await submit(galleryPath(id), { password: 'figueres' })).status).toBe(429);
  });

  it('has its own page where it is open, and is none at another studio', async () => {
    const id = await publishedGallery(api, studio, { visibility: 'link' });
    const answer = await open(galleryPath(id));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/p/${studio.slug}/gallery/${id}`]);
    const other = await makeStudio(api);
    const foreign = await open(`/api/p/${other.slug}/gallery/${id}/page`);
    expect([foreign.status, foreign.text.includes('Page not found')]).toEqual([404, true]);
    expect((await open(galleryPath(newId()))).status).toBe(404);
  });

  it('offers downloads only to whom the invitation lets download', async () => {
    const id = await publishedGallery(api, studio, { visibility: 'invite', allow_web: true });
    await readyPhoto(api, studio, id);
    const textFor = async (download: boolean) => {
      const rights = { view: true, download, select: false, comment: false };
      const { token } = await invite(api, studio, id, { data: { rights } });
      const accepted = await submit(invitePath(id), { token });
      return (await open(galleryPath(id), [pairOf(accepted.cookies.get(VISITOR_COOKIE))])).text;
    };
    expect([(await textFor(true)).includes('/download?'), (await textFor(false)).includes('/download?')]).toEqual([
      true,
      false,
    ]);
  });
});
