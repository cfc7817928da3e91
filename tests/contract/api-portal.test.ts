import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { portal } from '#core/api/portal.ts';
import { publicPages } from '#core/api/public.ts';
import { MAX_CLIENT_LINKS } from '#core/domain/clients/client-links.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { storeContract } from '#functions/contracts/files.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { issueReceipt } from '#functions/receipts/issue.ts';
import { pairOf, testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { visitor } from '../support/booking.ts';
import { invite } from '../support/gallery-invites.ts';
import { clientBrowser, copiedToken, insertSession, mailedTokens, makeLink, tokenOf } from '../support/portal.ts';
import { insertSelection } from '../support/proofing.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';

const api = await testApi();
const office = backOffice(api.db);
let studio: Studio;
let ada: string;
let email: string;
/** Token of a copied link of Ada's. */
let token: string;
beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  studio = await makeStudio(api);
  email = `${newId()}@example.org`;
  ada = await insertCustomer(api.db.pool, studio.id, { name: 'Ada', email });
  token = await copiedToken(api, studio, ada);
});

const sql = async (text: string, values: unknown[] = []) => (await api.db.pool.query<Row>(text, values)).rows;
const browser = (of = token, at = studio) => clientBrowser(api, at, of);
const page = async (of = token) => (await browser(of).page()).read(portal.page);
const mutate = (name: string, args: object) =>
  office.mutate(name, { ...args, now: 0 } as never, {
    userId: studio.owner.userId,
    accountId: studio.id,
    role: 'owner',
    now: () => api.clock.now(),
  });
const linkIds = async () =>
  (await sql('select id from client_links where customer_id = $1 order by created_at', [ada])).map(({ id }) => id);

/** A payment with its receipt. */
async function paid(sessionId: string, amount = 5000): Promise<string> {
  const id = newId();
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const money = { date: new Date(api.clock.now()), amount, currency: 'EUR', method: 'cash', status: 'paid' };
  await insertRow(api.db.pool, 'payments', { id, ...author, session_id: sessionId, ...money });
  await issueReceipt(api.services.db, studio.id, id, api.clock.now());
  return id;
}

describe('a client link', () => {
  it('shows everything of the client and nothing of others', async () => {
    const now = api.clock.now();
    const other = await insertCustomer(api.db.pool, studio.id, { name: 'Eve', email });
    await paid(await insertSession(api, studio, other, now + DAY_MS, { billing: { payment_amount: 900 } }));
    await publishedGallery(api, studio, { name: 'Eve’s', customer_id: other });
    const billing = { payment_amount: 20_000, deposit_amount: 5000, due_date: new Date(now + 3 * DAY_MS) };
    const ahead = await insertSession(api, studio, ada, now + 2 * DAY_MS, { billing });
    const over = await insertSession(api, studio, ada, now - 2 * DAY_MS, { status: 'completed' });
    await insertSession(api, studio, ada, now + DAY_MS, { deleted_at: new Date() });
    const payment = await paid(over);
    const galleryId = await publishedGallery(api, studio, { name: 'Ada’s', customer_id: ada, visibility: 'invite' });
    await insertSelection(api, studio, galleryId, { name: 'Album', due_at: new Date(now + DAY_MS) });
    const answer = await browser().page();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const shown = answer.read(portal.page);
    expect(shown).toMatchObject({
      studio: { slug: studio.slug },
      clientName: 'Ada',
      currency: 'EUR',
      tasks: [
        {
          kind: 'payment',
          session: { id: ahead },
          amount: 5000,
          purpose: 'deposit',
          plan: [],
          item: 'deposit',
          dueAt: now + 3 * DAY_MS,
        },
        { kind: 'selection', gallery: { id: galleryId, name: 'Ada’s' }, name: 'Album', dueAt: now + DAY_MS },
      ],
      upcoming: [{ id: ahead, type: 'Portrait', status: 'scheduled' }],
      galleries: [{ id: galleryId, name: 'Ada’s', expiresAt: 0 }],
      receipts: [{ paymentId: payment, amount: 5000, isRefund: false, session: 'Portrait' }],
      past: [{ id: over, status: 'completed' }],
    });
    expect(answer.text).not.toContain('Eve');
  });

  it('names orders in the language of the page, else in the client’s', async () => {
    const settings = { translations: { ca: { name: 'Bateig' }, es: { name: 'Bautizo' } } };
    const gallery_id = await publishedGallery(api, studio, { name: 'Christening', customer_id: ada, settings });
    await sql("update customers set language = 'es' where id = $1", [ada]);
    const order = { id: newId(), account_id: studio.id, author_id: studio.owner.userId, currency: 'EUR' };
    await insertRow(api.db.pool, 'orders', { ...order, kind: 'gallery', customer_id: ada, gallery_id });
    await sql('select append_order_line($1, $2, $3, $4, $5)', [studio.id, order.id, `list:${newId()}`, '', 4500]);
    const named = async (language?: string) => (await browser().page(language)).read(portal.page).orders?.[0]?.title;
    expect([await named(), await named('ca'), await named('en')]).toEqual(['Bautizo', 'Bateig', 'Christening']);
  });

  it('names sessions in the language of the page, else in the client’s', async () => {
    const type = newId();
    const settings = { translations: { ca: { name: 'Retrat' }, es: { name: 'Retrato' } } };
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    await insertRow(api.db.pool, 'session_types', { id: type, ...author, name: 'Portrait', settings });
    await sql("update customers set language = 'es' where id = $1", [ada]);
    const id = await insertSession(api, studio, ada, api.clock.now() + DAY_MS, { session_type_id: type });
    const named = async (language?: string) => (await browser().page(language)).read(portal.page).upcoming[0]?.type;
    expect([await named(), await named('ca'), await named('en'), await named('ca-ES,en')]).toEqual([
      'Retrato',
      'Retrat',
      'Portrait',
      'Retrato',
    ]);
    const link = (await browser().openSession(id)).read(portal.openSession).link;
    const own = async (language: string) => {
      const headers = { 'accept-language': language };
      const answer = await api.call('GET', `/api/p/${studio.slug}/bookings/${link}`, { channel: 'public', headers });
      return answer.read(booking.managed).booking.type;
    };
    expect([await own('ca'), await own('*')]).toEqual(['Retrat', 'Retrato']);
  });

  it('lists contracts to sign and questionnaires to answer before what is due, and signed contracts', async () => {
    const now = api.clock.now();
    const sessionId = await insertSession(api, studio, ada, now + DAY_MS, { billing: { payment_amount: 900 } });
    const document = { account_id: studio.id, session_id: sessionId };
    const [open, signed, asked] = [newId(), newId(), newId()];
    await insertRow(api.db.pool, 'contracts', { id: open, ...document, title: 'Terms', language: 'en' });
    const done = { status: 'signed', signed_at: new Date(now), signed_date: new Date(now), signed_duration: 60 };
    await insertRow(api.db.pool, 'contracts', { id: signed, ...document, title: 'Rights', language: 'en', ...done });
    const texts = { en: { title: 'About you' } };
    await insertRow(api.db.pool, 'questionnaires', { id: asked, ...document, texts });
    const shown = await page();
    expect(shown.tasks).toMatchObject([
      { kind: 'contract', id: open, name: 'Terms', session: { id: sessionId } },
      { kind: 'questionnaire', id: asked, name: 'About you' },
      { kind: 'payment', purpose: 'balance' },
    ]);
    expect(shown.contracts).toMatchObject([{ id: signed, title: 'Rights', signedAt: now }]);
    await sql(`update sessions set status = 'cancelled' where id = $1`, [sessionId]);
    expect(await page()).toMatchObject({ tasks: [], contracts: [{ id: signed }] });
  });

  it('says who has signed a contract of several people, also to those who have', async () => {
    const sessionId = await insertSession(api, studio, ada, api.clock.now() + DAY_MS, {});
    const pau = newId();
    await sql('update customer_contacts set signs = true where customer_id = $1', [ada]);
    const contact = { account_id: studio.id, author_id: studio.owner.userId, customer_id: ada };
    await insertRow(api.db.pool, 'customer_contacts', {
      id: pau,
      ...contact,
      position: 1,
      name: 'Pau',
      email: 'pau@example.org',
      signs: true,
    });
    const contract = { id: newId(), account_id: studio.id, session_id: sessionId, title: 'Terms', language: 'en' };
    await insertRow(api.db.pool, 'contracts', contract);
    const signedAt = new Date(api.clock.now());
    const signing = "update contract_signers set signed_at = $2, signer_name = 'Pau Gil' where contact_id = $1";
    await sql(signing, [pau, signedAt]);
    const signers = [
      { name: 'Ada', signedAt: null },
      { name: 'Pau Gil', signedAt: signedAt.getTime() },
    ];
    const expected = { id: contract.id, signers };
    expect(await page()).toMatchObject({ tasks: [expected], contracts: [], waitingContracts: [] });
    await sql('update client_links set contact_id = $2 where customer_id = $1', [ada, pau]);
    expect(await page()).toMatchObject({ tasks: [], contracts: [], waitingContracts: [expected] });
  });

  it('is invalid alike if unknown, foreign, expired, revoked, in the trash, or of an erased client', async () => {
    const now = api.clock.now();
    const [sessionId, galleryId] = [
      await insertSession(api, studio, ada, now + DAY_MS),
      await publishedGallery(api, studio, { customer_id: ada }),
    ];
    const paymentId = await paid(sessionId);
    const texts: string[] = [];
    const asked = async (what: string, who: ReturnType<typeof browser>) => {
      for (const answer of [
        await who.page(),
        await who.covers(),
        await who.openGallery(galleryId),
        await who.openSession(sessionId),
        await who.receipt(paymentId),
        await who.contract(newId()),
      ]) {
        expect([what, answer.status, answer.error.code]).toEqual([what, 404, 'client_link_invalid']);
        expect([what, answer.cookies.size]).toEqual([what, 0]);
        texts.push(answer.text);
      }
    };
    await asked('unknown', browser('A'.repeat(43)));
    await asked('malformed', browser('x'));
    await asked('of another studio', browser(token, await makeStudio(api)));
    await asked('of no studio', browser(token, { ...studio, slug: 'nowhere' }));
    const set = (table: string, column: string, value: unknown) =>
      sql(`update ${table} set ${column} = $2 where account_id = $1`, [studio.id, value]);
    await set('client_links', 'expires_at', new Date(now - 1));
    await asked('expired', browser());
    await set('client_links', 'expires_at', new Date(now + DAY_MS));
    for (const [what, table, column] of [
      ['revoked', 'client_links', 'revoked_at'],
      ['in the trash', 'customers', 'deleted_at'],
      ['erased', 'customers', 'erased_at'],
      ['of a closed studio', 'accounts', 'deleted_at'],
    ] as const) {
      const where = table === 'accounts' ? 'id' : 'account_id';
      await sql(`update ${table} set ${column} = now() where ${where} = $1`, [studio.id]);
      await asked(what, browser());
      await sql(`update ${table} set ${column} = null where ${where} = $1`, [studio.id]);
    }
    expect((await browser().page()).status).toBe(200);
    expect(new Set(texts).size).toBe(1);
  });

  it('is limited in what it opens and downloads, and a network in what it reads', async () => {
    const sessionId = await insertSession(api, studio, ada, api.clock.now() + DAY_MS);
    const requests = {
      'client-page-openings:%': () => browser().openSession(sessionId),
      'client-page-files:%': () => browser().receipt(newId()),
      'client-page:%': () => browser().page(),
    };
    const limits = { 'client-page-openings:%': 120, 'client-page-files:%': 60, 'client-page:%': 600 };
    for (const [bucket, ask] of Object.entries(requests)) {
      expect((await ask()).status).not.toBe(429);
      const full = [bucket, limits[bucket as keyof typeof limits]];
      await sql('update rate_limits set count = $2 where bucket like $1', full);
      expect([bucket, (await ask()).status]).toEqual([bucket, 429]);
    }
  });

  it('lives ninety days longer with each use', async () => {
    api.clock.advance(80 * DAY_MS);
    await page();
    api.clock.advance(80 * DAY_MS);
    expect((await browser().page()).status).toBe(200);
    api.clock.advance(91 * DAY_MS);
    expect((await browser().page()).status).toBe(404);
    api.clock.advance(31 * DAY_MS);
    await emptyTrash(api.jobs);
    expect(await linkIds()).toEqual([]);
  });

  it('ends the unopened ones first beyond ten', async () => {
    await page();
    for (let i = 0; i < MAX_CLIENT_LINKS + 2; i++) {
      api.clock.advance(1000);
      await copiedToken(api, studio, ada);
    }
    const live = await sql('select id from client_links where customer_id = $1 and revoked_at is null', [ada]);
    expect(live).toHaveLength(MAX_CLIENT_LINKS);
    expect((await browser().page()).status).toBe(200);
  });

  it('links to a session by a link of its own, and to no session of another client', async () => {
    const sessionId = await insertSession(api, studio, ada, api.clock.now() + DAY_MS);
    const { link } = (await browser().openSession(sessionId)).read(portal.openSession);
    expect((await visitor(api, studio).own(link)).read(booking.managed).booking.clientName).toBe('Ada');
    const other = await insertCustomer(api.db.pool, studio.id, { email });
    const theirs = await insertSession(api, studio, other, api.clock.now() + DAY_MS);
    const [foreign, unknown] = [await browser().openSession(theirs), await browser().openSession(newId())];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });

  it('ends with the links to sessions that were made by it, and no others', async () => {
    const sessionId = await insertSession(api, studio, ada, api.clock.now() + DAY_MS);
    const opened = async (of: string) => (await browser(of).openSession(sessionId)).read(portal.openSession).link;
    const other = await copiedToken(api, studio, ada);
    const [mine, theirs] = [await opened(token), await opened(other)];
    const [first] = await linkIds();
    expect(await mutate('clientLinks.revoke', { ids: [first] })).toBe('done');
    const statusOf = async (link: string) => (await visitor(api, studio).own(link)).status;
    expect([await statusOf(mine), await statusOf(theirs)]).toEqual([404, 200]);
  });

  it('that a member has copied ends with their membership or right, and a mailed one does not', async () => {
    const { photographer, admin } = studio.people;
    const tokens = async () => ({
      photographers: tokenOf(await makeLink(api, studio, ada, { as: photographer })),
      admins: tokenOf(await makeLink(api, studio, ada, { as: admin })),
    });
    await makeLink(api, studio, ada, { send: true, as: photographer });
    const [mailed] = await mailedTokens(api, email);
    const of = await tokens();
    const by = { as: studio.owner, account: studio.id };
    const path = (userId: string) => `/api/members/${userId}`;
    expect((await api.call('PATCH', path(admin.userId), { ...by, body: { role: 'assistant' } })).status).toBe(200);
    expect((await api.call('DELETE', path(photographer.userId), by)).status).toBe(200);
    const statusOf = async (one: string) => (await browser(one).page()).status;
    expect(await Promise.all([of.photographers, of.admins, mailed!, token].map(statusOf))).toEqual([
      404, 404, 200, 200,
    ]);
  });

  it('delivers signed contracts as PDF, and none of another client or without a signature', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.7 signed');
    const signed = async (customerId: string) => {
      const session_id = await insertSession(api, studio, customerId, api.clock.now());
      const id = newId();
      const at = new Date(api.clock.now());
      const done = { status: 'signed', signed_at: at, signed_date: at, signed_duration: 60 };
      const document = { id, account_id: studio.id, session_id, title: 'Rights', language: 'en' };
      await insertRow(api.db.pool, 'contracts', { ...document, ...done });
      const sha256 = await storeContract(api.services.storage, { accountId: studio.id, contractId: id }, pdf);
      const text = { contract_id: id, account_id: studio.id, source: 'Text', signed_text: '{}', signed_sha256: sha256 };
      await insertRow(api.db.pool, 'contract_texts', text);
      return { id, document };
    };
    const own = await signed(ada);
    const answer = await browser().contract(own.id);
    expect([answer.status, answer.bytes.toString()]).toEqual([200, '%PDF-1.7 signed']);
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="Rights.pdf"');
    const open = newId();
    await insertRow(api.db.pool, 'contracts', { ...own.document, id: open });
    await insertRow(api.db.pool, 'contract_texts', { contract_id: open, account_id: studio.id, source: 'Text' });
    const theirs = await signed(await insertCustomer(api.db.pool, studio.id, { email }));
    const unknown = await browser().contract(newId());
    for (const id of [theirs.id, open]) {
      const refused = await browser().contract(id);
      expect([refused.status, refused.text]).toEqual([404, unknown.text]);
    }
  });

  it('tells whether the studio takes payments by card', async () => {
    expect((await page()).canPay).toBe(false);
    const row = { account_id: studio.id, author_id: studio.owner.userId, stripe_id: `acct_${newId()}` };
    await insertRow(api.db.pool, 'stripe_accounts', { ...row, status: 'active', charges_enabled: true });
    expect((await page()).canPay).toBe(true);
    await sql("update stripe_accounts set status = 'restricted' where account_id = $1", [studio.id]);
    expect((await page()).canPay).toBe(false);
  });

  it('delivers receipts as PDF, and none of another client', async () => {
    const payment = await paid(await insertSession(api, studio, ada, api.clock.now()));
    const answer = await browser().receipt(payment);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const other = await insertCustomer(api.db.pool, studio.id, { email });
    const theirs = await paid(await insertSession(api, studio, other, api.clock.now()));
    const [foreign, unknown] = [await browser().receipt(theirs), await browser().receipt(newId())];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });
});

describe('a gallery of the client', () => {
  const verify = async (galleryId: string, cookie: string) => {
    const path = `/api/p/${galleryId}/galleries/verify`;
    return (await api.call('POST', path, { channel: 'public', cookies: [cookie] })).read(publicPages.verify);
  };
  /** Opens a gallery and returns the browser's visitor session. */
  const opened = async (galleryId: string, of = token) => {
    const answer = await browser(of).openGallery(galleryId);
    answer.read(portal.openGallery);
    const cookie = answer.cookies.get('__Host-visitor_session')!;
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    return pairOf(cookie);
  };
  const grants = (galleryId: string) =>
    sql('select email, label, status, customer_id from grants where gallery_id = $1 order by created_at', [galleryId]);

  it.each(['invite', 'password'])('opens for this browser with a grant of their address (%s)', async (visibility) => {
    const has_password = visibility === 'password';
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility, has_password });
    const cookie = await opened(galleryId);
    expect(await verify(galleryId, cookie)).toMatchObject({ access: 'granted', rights: { select: true } });
    expect(await grants(galleryId)).toEqual([{ email, label: 'Ada', status: 'accepted', customer_id: null }]);
    await opened(galleryId);
    expect(await grants(galleryId)).toHaveLength(1);
  });

  it('uses the grant of an invitation, with its rights', async () => {
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility: 'invite' });
    const rights = { view: true, download: false, select: true, comment: false };
    await invite(api, studio, galleryId, { email, data: { rights } });
    expect(await verify(galleryId, await opened(galleryId))).toMatchObject({ access: 'granted', rights });
    expect(await grants(galleryId)).toHaveLength(1);
  });

  it('opens for a client without an address, who is later the same person with one', async () => {
    await sql(`update customers set email = '' where id = $1`, [ada]);
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility: 'invite' });
    const cookie = await opened(galleryId);
    expect(await verify(galleryId, cookie)).toMatchObject({ access: 'granted' });
    await sql('update customers set email = $2 where id = $1', [ada, email]);
    await opened(galleryId);
    expect(await grants(galleryId)).toEqual([{ email: '', label: 'Ada', status: 'accepted', customer_id: ada }]);
    await runOutbox(api.jobs);
    expect(api.mails.filter(({ to }) => to === '')).toEqual([]);
  });

  it('is missing if draft, hidden, expired, trashed, another client’s, or closed to them', async () => {
    const other = await insertCustomer(api.db.pool, studio.id, { email });
    const closed: Row[] = [
      { status: 'draft', published_at: null },
      { status: 'hidden' },
      { expires_at: new Date(api.clock.now() - 1) },
      { deleted_at: new Date() },
      { customer_id: other },
    ];
    const texts = [(await browser().openGallery('no-gallery')).text];
    for (const values of closed) {
      const galleryId = await publishedGallery(api, studio, { customer_id: ada, ...values });
      texts.push((await browser().openGallery(galleryId)).text);
    }
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility: 'invite' });
    const { grantId } = await invite(api, studio, galleryId, { email });
    await mutate('grants.revoke', { id: grantId });
    texts.push((await browser().openGallery(galleryId)).text);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('not_found');
    expect((await page()).galleries).toEqual([]);
    await sql(`update galleries set visibility = 'link' where id = $1`, [galleryId]);
    // Open to everybody with its address, but without the revoked rights.
    expect((await verify(galleryId, await opened(galleryId))).rights.select).toBe(false);
  });

  it('closes on the devices that opened it by the link when the link is revoked, and on no other', async () => {
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility: 'invite' });
    const other = await copiedToken(api, studio, ada);
    const { token: invitation } = await invite(api, studio, galleryId, { email });
    const mine = await opened(galleryId);
    const theirs = await opened(galleryId, other);
    // This browser also accepts the invitation, whose access stays.
    const invited = await opened(galleryId);
    const accepted = await api.call('POST', '/api/auth/verify-invite', {
      channel: 'public',
      cookies: [invited],
      body: { token: invitation },
    });
    expect(accepted.status).toBe(200);
    const [first] = await linkIds();
    expect(await mutate('clientLinks.revoke', { ids: [first] })).toBe('done');
    expect((await verify(galleryId, mine)).access).toBe('signin_required');
    expect((await verify(galleryId, theirs)).access).toBe('granted');
    expect((await verify(galleryId, invited)).access).toBe('granted');
  });

  it('shows its cover by an image token of the page, which keeps other open galleries', async () => {
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility: 'invite' });
    await readyPhoto(api, studio, galleryId);
    const elsewhere = await publishedGallery(api, studio);
    const visited = await api.call('POST', `/api/p/${elsewhere}/galleries/verify`, { channel: 'public' });
    const cookie = pairOf(visited.cookies.get('__Host-visitor_session')!);
    const answer = await browser().covers([cookie]);
    answer.read(portal.covers);
    const value = answer.cookies.get('image_token') ?? [...answer.cookies.values()][0]!;
    expect(value).toContain(galleryId);
    expect(value).toContain(elsewhere);
    expect(value).toContain('Path=/api/images');
  });
});

describe('the mail with a client link', () => {
  it('is sent by those who may change clients, and the token is stored nowhere', async () => {
    const answer = await makeLink(api, studio, ada, { send: true, as: studio.people.photographer });
    expect(answer.read(portal.create).url).toBeNull();
    const [mailed] = await mailedTokens(api, email);
    const shown = await page(mailed);
    expect(shown.clientName).toBe('Ada');
    const mail = api.mails.find(({ to }) => to === email)!;
    expect([mail.subject, mail.text]).toEqual([
      expect.stringContaining('Studio'),
      expect.stringContaining('Hello Ada'),
    ]);
    const [stored] = await sql(
      `select (select count(*)::int from client_link_tokens t where t::text like $1)
         + (select count(*)::int from client_links t where t::text like $1)
         + (select count(*)::int from outbox t where t::text like $1) as count`,
      [`%${mailed}%`],
    );
    expect(stored).toEqual({ count: 0 });
    const [link] = await sql(
      'select email, sent_at is not null as sent, opened_at is not null as opened from client_links where customer_id = $1 and email <> $2',
      [ada, ''],
    );
    expect(link).toEqual({ email, sent: true, opened: true });
  });

  it('is refused to assistants, for foreign clients, and without an address', async () => {
    expect((await makeLink(api, studio, ada, { send: true, as: studio.people.assistant })).status).toBe(403);
    const other = await makeStudio(api);
    const [foreign, unknown] = [
      await makeLink(api, other, ada, { send: true }),
      await makeLink(api, other, newId(), { send: true }),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    await sql(`update customers set email = '' where id = $1`, [ada]);
    expect((await makeLink(api, studio, ada, { send: true })).error).toMatchObject({
      code: 'validation_failed',
      field: 'email',
    });
    expect(await mailedTokens(api, email)).toEqual([]);
  });

  it('is copied by a photographer only if the amounts of all sessions are theirs to see', async () => {
    const { photographer } = studio.people;
    const own = { photographer_id: photographer.userId };
    await insertSession(api, studio, ada, api.clock.now() + DAY_MS, own);
    const copied = () => makeLink(api, studio, ada, { as: photographer });
    expect((await copied()).status).toBe(201);
    const others = await insertSession(api, studio, ada, api.clock.now() + DAY_MS);
    expect((await copied()).error.code).toBe('forbidden');
    expect((await makeLink(api, studio, ada, { send: true, as: photographer })).status).toBe(201);
    expect((await makeLink(api, studio, ada, { as: studio.people.admin })).status).toBe(201);
    await sql('update sessions set deleted_at = now() where id = $1', [others]);
    expect((await copied()).status).toBe(201);
  });

  it('is mailed to an address that a photographer chose only if all amounts are theirs to see', async () => {
    const { photographer } = studio.people;
    const by = { userId: photographer.userId, accountId: studio.id, role: 'photographer', now: () => 0 } as const;
    const act = (name: string, args: object) => office.mutate(name, { ...args, now: 0 } as never, by);
    const own = await insertCustomer(api.db.pool, studio.id, { name: 'Own', email: `own.${email}` });
    const redirect = () => act('customers.update', { id: ada, changes: { email: `own.${email}` } });
    const merge = (keepId: string, id: string, fields = {}) =>
      act('customers.merge', { keepId, mergeIds: [id], fields });
    await insertSession(api, studio, ada, api.clock.now() + DAY_MS);
    expect(await redirect()).toBe('forbidden');
    expect(await merge(own, ada)).toBe('forbidden');
    expect(await merge(ada, own, { email: `own.${email}` })).toBe('forbidden');
    expect(await act('customers.update', { id: ada, changes: { name: 'Ada L.' } })).toBe('done');
    // The address of the client with the sessions stays.
    expect(await merge(ada, own, { email })).toBe('done');
    expect(await mutate('customers.update', { id: ada, changes: { email: `new.${email}` } })).toBe('done');
  });

  it('is refused beyond five to one address in an hour; a link to copy is not', async () => {
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await makeLink(api, studio, ada, { send: true })).status).toBe(201);
    }
    const refused = await makeLink(api, studio, ada, { send: true });
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
    expect((await makeLink(api, studio, ada)).status).toBe(201);
    const bob = await insertCustomer(api.db.pool, studio.id, { name: 'Bob', email: `${newId()}@example.org` });
    expect((await makeLink(api, studio, bob, { send: true })).status).toBe(201);
  });

  it('that cannot be delivered is shown to the studio, and mailed to it', async () => {
    const sendMail = api.jobs.sendMail;
    const { AppError } = await import('#core/domain/values/errors.ts');
    await makeLink(api, studio, ada, { send: true });
    Object.assign(api.jobs, {
      sendMail: (mail: { to: string }) =>
        mail.to === email ? Promise.reject(new AppError('mail_refused')) : sendMail(mail as never),
    });
    await runOutbox(api.jobs);
    Object.assign(api.jobs, { sendMail });
    const [link] = await sql(`select mail_error from client_links where customer_id = $1 and email <> ''`, [ada]);
    expect(link).toEqual({ mail_error: 'mail_refused' });
    expect(api.mails.filter(({ subject }) => subject.includes('client link'))).toHaveLength(1);
  });

  it('confirms an address that only the booking form gave, unless the link was copied', async () => {
    await sql('update customers set unconfirmed_since = now() where id = $1', [ada]);
    const unconfirmed = async () =>
      (await sql('select unconfirmed_since is not null as is from customers where id = $1', [ada]))[0]!['is'];
    await page();
    expect(await unconfirmed()).toBe(true);
    await makeLink(api, studio, ada, { send: true });
    const [mailed] = await mailedTokens(api, email);
    await page(mailed);
    expect(await unconfirmed()).toBe(false);
  });
});

describe('asking for a client link', () => {
  const ask = (address: string, { slug = studio.slug, network = 1 } = {}) =>
    api.call('POST', `/api/p/${slug}/client`, {
      channel: 'public',
      headers: { 'x-viewer-address': `10.8.${network}.1` },
      body: { email: address },
    });

  it('answers and works alike for a known and an unknown address, and mails only the known one', async () => {
    const stranger = `${newId()}@example.org`;
    const outboxTriggers = api.outboxTriggers.length;
    const [known, unknown] = [await ask(` ${email.toUpperCase()}`), await ask(stranger)];
    expect(known.status).toBe(200);
    expect([known.text, [...known.headers.keys()]]).toEqual([unknown.text, [...unknown.headers.keys()]]);
    expect(api.outboxTriggers.length - outboxTriggers).toBe(2);
    const effects = await sql('select kind from outbox where account_id = $1 and done_at is null', [studio.id]);
    expect(effects).toEqual([{ kind: 'client_link.request' }, { kind: 'client_link.request' }]);
    const [mailed] = await mailedTokens(api, email);
    expect((await page(mailed)).clientName).toBe('Ada');
    expect(api.mails.filter(({ to }) => to === stranger)).toEqual([]);
  });

  it('mails one link for each client with the address', async () => {
    await insertCustomer(api.db.pool, studio.id, { name: 'Pau', email: email.toUpperCase() });
    await insertCustomer(api.db.pool, studio.id, { name: 'Gone', email, deleted_at: new Date() });
    await ask(email);
    await runOutbox(api.jobs);
    const tokens = [...(await mailedTokens(api, email)), ...(await mailedTokens(api, email.toUpperCase()))];
    const names = await Promise.all(tokens.map(async (one) => (await page(one)).clientName));
    expect(names.toSorted()).toEqual(['Ada', 'Pau']);
  });

  it('is limited by network, and mails a client three links an hour, with the same answer', async () => {
    for (let network = 1; network <= 5; network++) expect((await ask(email, { network })).status).toBe(200);
    await runOutbox(api.jobs);
    expect(await mailedTokens(api, email)).toHaveLength(3);
    api.clock.advance(HOUR_MS);
    for (let at = 0; at < 10; at++) expect((await ask(`${newId()}@example.org`)).status).toBe(200);
    const refused = await ask(`${newId()}@example.org`);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it('is answered and mailed to a client after strangers asked from many networks', async () => {
    for (let at = 0; at < 70; at++) expect((await ask(`${newId()}@example.org`, { network: at + 1 })).status).toBe(200);
    expect((await ask(email, { network: 99 })).status).toBe(200);
    await runOutbox(api.jobs);
    expect(await mailedTokens(api, email)).toHaveLength(1);
  });

  it('does not find an unknown studio', async () => {
    expect((await ask(email, { slug: 'nowhere' })).status).toBe(404);
  });
});

describe('a change of the client', () => {
  it('of their address ends the links that were mailed to the former one', async () => {
    await makeLink(api, studio, ada, { send: true });
    const [mailed] = await mailedTokens(api, email);
    expect(await mutate('customers.update', { id: ada, changes: { phone: '600' } })).toBe('done');
    expect((await browser(mailed).page()).status).toBe(200);
    expect(await mutate('customers.update', { id: ada, changes: { email: `new.${email}` } })).toBe('done');
    expect((await browser(mailed).page()).status).toBe(404);
    expect((await browser().page()).status).toBe(200);
  });

  it('of their address ends the links to sessions that were mailed to the former one', async () => {
    const now = api.clock.now();
    const sessionId = await insertSession(api, studio, ada, now + DAY_MS);
    const make = (values = {}) =>
      createSessionLink(api.services.db, { accountId: studio.id, sessionId, now, ...values });
    const [mailed, booked] = [await make(), await make({ booked: { name: 'Ada', email } })];
    const { link: opened } = (await browser().openSession(sessionId)).read(portal.openSession);
    const statuses = () =>
      Promise.all([mailed!, booked!, opened].map(async (link) => (await visitor(api, studio).own(link)).status));
    expect(await mutate('customers.update', { id: ada, changes: { email: email.toUpperCase() } })).toBe('done');
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await mutate('customers.update', { id: ada, changes: { email: `new.${email}` } })).toBe('done');
    expect(await statuses()).toEqual([404, 200, 200]);
  });

  it('ends a mail on its way to the former address', async () => {
    await makeLink(api, studio, ada, { send: true });
    await mutate('customers.update', { id: ada, changes: { email: `new.${email}` } });
    expect(await mailedTokens(api, email)).toEqual([]);
  });

  it('by a merge moves the links', async () => {
    const kept = await insertCustomer(api.db.pool, studio.id, { name: 'Ada L.', email: `kept.${email}` });
    const sessionId = await insertSession(api, studio, kept, api.clock.now() + DAY_MS);
    expect(await mutate('customers.merge', { keepId: kept, mergeIds: [ada] })).toBe('done');
    expect(await page()).toMatchObject({ clientName: 'Ada L.', upcoming: [{ id: sessionId }] });
  });

  it('to the trash suspends the links, and erasing deletes them with what they opened', async () => {
    await sql(`update customers set email = '' where id = $1`, [ada]);
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility: 'invite' });
    (await browser().openGallery(galleryId)).read(portal.openGallery);
    await mutate('customers.trash', { ids: [ada] });
    expect((await browser().page()).status).toBe(404);
    await mutate('customers.restore', { ids: [ada] });
    expect((await browser().page()).status).toBe(200);
    await mutate('customers.erase', { id: ada });
    expect((await browser().page()).status).toBe(404);
    expect(await linkIds()).toEqual([]);
    const [grant] = await sql('select status, label from grants where gallery_id = $1', [galleryId]);
    expect(grant).toEqual({ status: 'revoked', label: '' });
  });
});
