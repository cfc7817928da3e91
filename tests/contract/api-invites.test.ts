import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { INVITE_TOKEN_MS, MAX_INVITE_DEVICES } from '#core/domain/galleries/grants.ts';
import { VISITOR_COOKIE } from '#functions/galleries/visitors.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { pairOf, testApi } from '../support/api.ts';
import { invite, mailedToken } from '../support/gallery-invites.ts';
import { insertCustomer, insertGallery, insertPhoto, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

const { invites, publicPages } = endpoints;

const api = await testApi();
const [studio, other] = [await makeStudio(api), await makeStudio(api)];
const galleryId = await publishedGallery(api, studio, { visibility: 'invite', name: 'Boda' });

const someone = () => `${crypto.randomUUID()}@example.org`;
const own = () => ({ as: studio.owner, account: studio.id });
const create = (body: object) => api.call('POST', '/api/auth/invite', { ...own(), body });
const input = (values: object = {}) => ({ email: someone(), data: { galleryId, accountSlug: studio.slug }, ...values });
const verify = (token: string, cookies: string[] = []) =>
  api.call('POST', '/api/auth/verify-invite', { channel: 'public', body: { token }, cookies });
const renew = (token: string) => api.call('POST', '/api/auth/renew-invite', { channel: 'public', body: { token } });
const resend = (grantId: string) => api.call('POST', `/api/auth/invite/${grantId}/resend`, own());
const grantOf = async (id: string) => (await api.db.pool.query('select * from grants where id = $1', [id])).rows[0];

describe('POST /api/auth/invite', () => {
  it('creates a grant and mails its link without storing the token', async () => {
    const email = someone();
    const data = { galleryId, accountSlug: studio.slug, label: 'Núria' };
    const { grantId, status } = (await create({ email: email.toUpperCase(), data })).read(invites.create);
    expect(status).toBe('pending');
    const token = await mailedToken(api, email);
    const mail = api.mails.findLast(({ to }) => to === email)!;
    expect(mail.text).toContain(`https://albumen.test/p/${studio.slug}/invite/${galleryId}?token=${token}`);
    expect(mail.text).toContain('Núria');
    expect(mail.html).toContain('Boda');
    const { rows } = await api.db.pool.query('select * from grants where email = $1', [email]);
    expect(rows).toMatchObject([{ status: 'sent', label: 'Núria', gallery_id: galleryId, can_download: true }]);
    expect(rows[0].id).toBe(grantId);
    const dump = await api.db.pool.query(
      'select (select json_agg(t) from grant_tokens t) t, (select json_agg(o) from outbox o) o',
    );
    expect(JSON.stringify(dump.rows)).not.toContain(token);
  });

  it('greets by the name of the client with this address if the invitation has none', async () => {
    const email = someone();
    await insertCustomer(api.db.pool, studio.id, { name: 'Júlia Ribes', email, language: 'ca' });
    await invite(api, studio, galleryId, { email });
    expect(api.mails.findLast(({ to }) => to === email)!.text).toMatch(/^Hola, Júlia Ribes:\n/);
  });

  it('reuses the grant of an address and keeps absent fields', async () => {
    const email = someone();
    const rights = { view: true, download: false, select: false, comment: false };
    const first = await invite(api, studio, galleryId, { email, data: { label: 'Pau', rights } });
    const again = await invite(api, studio, galleryId, { email });
    expect(again.grantId).toBe(first.grantId);
    expect(await grantOf(first.grantId)).toMatchObject({ label: 'Pau', can_download: false, status: 'sent' });
    expect(again.token).not.toBe(first.token);
    expect((await verify(first.token)).status).toBe(200);
  });

  it('counts the opening by an invitation as a visit, once', async () => {
    const id = await publishedGallery(api, studio, { visibility: 'invite' });
    const { token } = await invite(api, studio, id, { email: someone() });
    const cookies = [pairOf((await verify(token)).cookies.get(VISITOR_COOKIE))];
    const open = () => api.call('POST', `/api/p/${id}/galleries/verify`, { channel: 'public', body: {}, cookies });
    for (const answer of [await open(), await open()]) expect(answer.status).toBe(200);
    const sql = 'select sum(visits)::integer as visits from gallery_days where gallery_id = $1';
    expect((await api.db.pool.query(sql, [id])).rows).toEqual([{ visits: 1 }]);
  });

  it('accepts a previous slug of the studio, which redirects too, and no other studio’s', async () => {
    const renamed = await makeStudio(api);
    const id = await publishedGallery(api, renamed, { visibility: 'invite' });
    const ask = (accountSlug: string) =>
      api.call('POST', '/api/auth/invite', {
        as: renamed.owner,
        account: renamed.id,
        body: { email: someone(), data: { galleryId: id, accountSlug } },
      });
    await api.db.pool.query('update accounts set slug = $2 where id = $1', [renamed.id, `new-${newId()}`]);
    expect((await ask(renamed.slug.toUpperCase())).status).toBe(201);
    await api.db.pool.query('insert into slug_history (slug, account_id) values ($1, $2)', [
      `old-${other.id}`,
      other.id,
    ]);
    expect((await ask(`old-${other.id}`)).error).toMatchObject({ field: 'data.accountSlug' });
  });

  it('creates a new grant after a revocation', async () => {
    const email = someone();
    const first = await invite(api, studio, galleryId, { email });
    await api.db.pool.query(`update grants set status = 'revoked', revoked_at = now() where id = $1`, [first.grantId]);
    expect((await invite(api, studio, galleryId, { email })).grantId).not.toBe(first.grantId);
  });

  it('links only to our own origin', async () => {
    for (const redirectTo of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/..//evil.example',
      'https://albumen.test.evil.example/p',
      'https://albumen.test@evil.example/',
      'javascript:alert(1)',
      'http://albumen.test/p',
      '/\t/evil.example',
    ]) {
      const answer = await create(input({ redirectTo }));
      expect([redirectTo, answer.status, answer.error]).toMatchObject([
        redirectTo,
        400,
        { code: 'redirect_not_allowed', field: 'redirectTo' },
      ]);
    }
    for (const redirectTo of ['/p/x/gallery/y?a=1#b', 'https://albumen.test/p/x/gallery/y?a=1#b']) {
      const { token } = await invite(api, studio, galleryId, { redirectTo });
      expect((await verify(token)).read(invites.verify).redirectTo).toBe('/p/x/gallery/y?a=1#b');
    }
  });

  it('names invalid fields and sends nothing', async () => {
    const before = api.mails.length;
    for (const [body, field] of [
      [input({ email: 'nobody' }), 'email'],
      [input({ email: 'a@b.c\r\nBcc: d@e.f' }), 'email'],
      [input({ data: { galleryId: 'x', accountSlug: studio.slug } }), 'data.galleryId'],
      [input({ data: { galleryId, accountSlug: other.slug } }), 'data.accountSlug'],
      [input({ data: { galleryId, accountSlug: studio.slug, rights: { view: true } } }), 'data.rights.download'],
      [input({ role: 'owner' }), undefined],
    ] as const) {
      const answer = await create(body);
      expect([answer.status, answer.error.code, answer.error.field ?? '']).toEqual([
        400,
        'validation_failed',
        field ?? '',
      ]);
    }
    await runOutbox(api.jobs);
    expect(api.mails).toHaveLength(before);
  });

  it('answers alike for a foreign gallery, one in the trash, and a missing one', async () => {
    const foreign = await insertGallery(api.db.pool, other.id);
    const trashed = await insertGallery(api.db.pool, studio.id, { deleted_at: new Date() });
    const answers = await Promise.all(
      [foreign, trashed, `${studio.id}${'0'.repeat(16)}`].map((id) =>
        create(input({ data: { galleryId: id, accountSlug: studio.slug } })),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(404);
  });

  it('publishes the gallery and mails message and cover, in one transaction', async () => {
    const id = await insertGallery(api.db.pool, studio.id, { name: 'Casament' });
    const [customerId, fileId] = [await insertCustomer(api.db.pool, studio.id, { email: '' }), newId(24)];
    await api.db.pool.query('update galleries set customer_id = $2 where id = $1', [id, customerId]);
    await insertPhoto(api.db.pool, studio.id, id, { file_id: fileId });
    const key = renditionKey(id, fileId, presetParams('preview'));
    await api.jobs.storage.put('renditions', key, new Uint8Array([1, 2, 3]), { contentType: 'image/jpeg' });
    const email = someone();
    const data = { galleryId: id, accountSlug: studio.slug, message: 'Quin dia!', publish: true, saveEmail: true };
    expect((await create({ email, data })).status).toBe(201);
    const read = async () =>
      (
        await api.db.pool.query(
          'select g.status, c.email from galleries g, customers c where g.id = $1 and c.id = $2',
          [id, customerId],
        )
      ).rows;
    expect(await read()).toEqual([{ status: 'published', email }]);
    await mailedToken(api, email);
    const mail = api.mails.findLast(({ to }) => to === email)!;
    expect(mail.text).toContain('\n\nQuin dia!\n\n');
    expect(mail.files).toMatchObject([{ cid: 'cover', content: new Uint8Array([1, 2, 3]) }]);
    // A stored address is never replaced, and a published gallery stays so.
    expect((await create({ email: someone(), data })).status).toBe(201);
    expect(await read()).toEqual([{ status: 'published', email }]);
    const { rows } = await api.db.pool.query(
      "select from gallery_events where gallery_id = $1 and kind = 'published'",
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it('publishes nothing if the invitation is refused', async () => {
    const id = await insertGallery(api.db.pool, studio.id);
    const data = { galleryId: id, accountSlug: studio.slug, publish: true };
    await api.db.pool.query('update galleries set deleted_at = now() where id = $1', [id]);
    expect((await create({ email: someone(), data })).status).toBe(404);
    const archived = await insertGallery(api.db.pool, studio.id, { status: 'archived', published_at: new Date() });
    const refused = await create({ email: someone(), data: { ...data, galleryId: archived } });
    expect(refused.error.code).toBe('transition_refused');
    const { rows } = await api.db.pool.query('select from grants where gallery_id = any($1)', [[id, archived]]);
    expect(rows).toHaveLength(0);
  });

  it('sends no cover of a gallery that its recipient cannot view yet', async () => {
    const [id, fileId, email] = [await insertGallery(api.db.pool, studio.id), newId(24), someone()];
    await insertPhoto(api.db.pool, studio.id, id, { file_id: fileId });
    const key = renditionKey(id, fileId, presetParams('preview'));
    await api.jobs.storage.put('renditions', key, new Uint8Array([1]), { contentType: 'image/jpeg' });
    await invite(api, studio, id, { email });
    expect(api.mails.findLast(({ to }) => to === email)!.files).toEqual([]);
  });

  it('mails the first invitation of a studio, however many others have sent to the address', async () => {
    const email = someone();
    const of = async (from: typeof studio, times: number) => {
      const gallery = await publishedGallery(api, from, { visibility: 'invite' });
      const body = { email, data: { galleryId: gallery, accountSlug: from.slug } };
      const sent: number[] = [];
      for (let n = 0; n < times; n++) {
        sent.push((await api.call('POST', '/api/auth/invite', { as: from.owner, account: from.id, body })).status);
      }
      return sent;
    };
    for (let n = 0; n < 5; n++) expect(await of(await makeStudio(api), 5)).toEqual(Array(5).fill(201));
    expect(await of(other, 2)).toEqual([201, 429]);
  });

  it('limits mails to one address', async () => {
    const email = someone();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(input({ email }))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 429,
      error: { code: 'rate_limited' },
    });
    const { rows } = await api.db.pool.query('select bucket from rate_limits');
    expect(JSON.stringify(rows)).not.toContain(email);
    api.clock.advance(HOUR_MS);
    expect((await create(input({ email }))).status).toBe(201);
  });
});

describe('POST /api/auth/invite/{id}/resend', () => {
  it('sends a new link; accepted browsers keep access', async () => {
    const { grantId, token, email } = await invite(api, studio, galleryId);
    const cookie = pairOf((await verify(token)).cookies.get(VISITOR_COOKIE));
    expect((await resend(grantId)).read(invites.resend)).toEqual({ grantId, status: 'pending' });
    const inside = { channel: 'public', cookies: [cookie] };
    const verified = await api.call('POST', `/api/p/${galleryId}/galleries/verify`, inside);
    expect(verified.read(publicPages.verify).access).toBe('granted');
    const fresh = await mailedToken(api, email);
    expect(fresh).not.toBe(token);
    expect((await verify(fresh)).status).toBe(200);
  });

  it.each(['resent', 'invited again'])('renews an expired grant when it is %s', async (way) => {
    const body = input();
    const { grantId } = (await create(body)).read(invites.create);
    await mailedToken(api, body.email);
    await api.db.pool.query('update grants set expires_at = $2 where id = $1', [
      grantId,
      new Date(api.clock.now() - 1),
    ]);
    const before = api.mails.length;
    const again = way === 'resent' ? await resend(grantId) : await create(body);
    expect(again.status).toBeLessThan(300);
    await runOutbox(api.jobs);
    expect(api.mails.slice(before).map(({ to }) => to)).toEqual([body.email]);
    expect((await verify(await mailedToken(api, body.email))).status).toBe(200);
    expect(await grantOf(grantId)).toMatchObject({ expires_at: null, status: 'accepted' });
  });

  it('refuses revoked grants and those of another account', async () => {
    const { grantId } = await invite(api, studio, galleryId);
    await api.db.pool.query(`update grants set status = 'revoked', revoked_at = now() where id = $1`, [grantId]);
    expect((await resend(grantId)).error.code).toBe('transition_refused');
    const theirs = await invite(api, other, await publishedGallery(api, other));
    const foreign = await resend(theirs.grantId);
    expect([foreign.status, foreign.text]).toEqual([404, (await resend('0'.repeat(20))).text]);
  });
});

describe('POST /api/auth/verify-invite', () => {
  it('admits five of a hundred concurrent browsers', async () => {
    const { token, grantId } = await invite(api, studio, galleryId);
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status, error }) => `${status} ${error.code}`))).toEqual(new Set(['410 invite_used']));
    const { rows } = await api.db.pool.query('select from visitor_access where grant_id = $1', [grantId]);
    expect(rows).toHaveLength(5);
  });

  it('does not count a browser twice, and admits it again at the limit', async () => {
    const { token } = await invite(api, studio, galleryId);
    const cookie = pairOf((await verify(token)).cookies.get(VISITOR_COOKIE));
    for (let time = 0; time < 6; time++) expect((await verify(token, [cookie])).status).toBe(200);
    for (let browser = 1; browser < MAX_INVITE_DEVICES; browser++) expect((await verify(token)).status).toBe(200);
    expect((await verify(token)).error.code).toBe('invite_used');
    expect((await verify(token, [cookie])).status).toBe(200);
  });

  it('refuses every browser of a revoked link', async () => {
    const { token, grantId } = await invite(api, studio, galleryId);
    const cookie = pairOf((await verify(token)).cookies.get(VISITOR_COOKIE));
    await api.db.pool.query(`update grants set status = 'revoked', revoked_at = now() where id = $1`, [grantId]);
    for (const cookies of [[], [cookie]]) expect((await verify(token, cookies)).error.code).toBe('gallery_revoked');
  });

  it('accepts the grant and sets the visitor session, the same one for a second gallery', async () => {
    const { token, grantId } = await invite(api, studio, galleryId);
    const answer = await verify(token);
    expect(answer.read(invites.verify)).toEqual({
      galleryId,
      accountSlug: studio.slug,
      redirectTo: `/p/${studio.slug}/gallery/${galleryId}`,
    });
    expect(await grantOf(grantId)).toMatchObject({ status: 'accepted', accepted_at: expect.any(Date) });
    const cookie = pairOf(answer.cookies.get(VISITOR_COOKIE));
    const second = await publishedGallery(api, other, { visibility: 'invite' });
    const next = await verify((await invite(api, other, second)).token, [cookie]);
    expect(pairOf(next.cookies.get(VISITOR_COOKIE))).toBe(cookie);
  });

  it('returns the reason of a refusal', async () => {
    const used = await invite(api, studio, galleryId);
    for (let browser = 0; browser < MAX_INVITE_DEVICES; browser++) await verify(used.token);
    const revoked = await invite(api, studio, galleryId);
    await api.db.pool.query(`update grants set status = 'revoked', revoked_at = now() where id = $1`, [
      revoked.grantId,
    ]);
    const over = await invite(api, studio, galleryId);
    await api.db.pool.query(`update grants set expires_at = now() - interval '1 hour' where id = $1`, [over.grantId]);
    const trashed = await publishedGallery(api, studio);
    const gone = await invite(api, studio, trashed);
    await api.db.pool.query('update galleries set deleted_at = now() where id = $1', [trashed]);
    const late = await invite(api, studio, galleryId);
    const cases: Array<[string, number, string]> = [
      [used.token, 410, 'invite_used'],
      [revoked.token, 403, 'gallery_revoked'],
      [over.token, 410, 'invite_expired'],
      [gone.token, 404, 'invite_invalid'],
      ['A'.repeat(43), 404, 'invite_invalid'],
      ['short', 400, 'validation_failed'],
    ];
    for (const [token, status, code] of cases) {
      const answer = await verify(token);
      expect([answer.status, answer.error.code]).toEqual([status, code]);
      expect(answer.cookies.size).toBe(0);
    }
    // Opening an expired link counts as opened; earlier browsers keep access.
    expect(await grantOf(over.grantId)).toMatchObject({ status: 'opened', opened_at: expect.any(Date) });
    expect(await grantOf(used.grantId)).toMatchObject({ status: 'accepted' });
    expect(await grantOf(late.grantId)).toMatchObject({ status: 'sent', opened_at: null });
    api.clock.advance(INVITE_TOKEN_MS + 1_000);
    expect((await verify(late.token)).error.code).toBe('invite_expired');
    const { opened_at: first } = (await grantOf(late.grantId)) as { opened_at: Date };
    api.clock.advance(1_000);
    await verify(late.token);
    expect(await grantOf(late.grantId)).toMatchObject({ status: 'opened', opened_at: first, accepted_at: null });
  });
});

describe('POST /api/auth/renew-invite', () => {
  it('mails a new link to the invited person, and never says whether', async () => {
    const { token, email, grantId } = await invite(api, studio, galleryId);
    await verify(token);
    const known = await renew(token);
    const unknown = await renew('A'.repeat(43));
    expect([known.status, known.text, known.cookies.size]).toEqual([200, '{}', 0]);
    expect([unknown.status, unknown.text, unknown.cookies.size]).toEqual([200, '{}', 0]);
    const fresh = await mailedToken(api, email);
    expect(fresh).not.toBe(token);
    expect((await verify(fresh)).status).toBe(200);
    const { rows } = await api.db.pool.query(
      'select part, network_hash is not null as known from mail_deliveries where subject_id = $1 order by part',
      [grantId],
    );
    // The new one counts for the visitor who asked.
    expect(rows).toEqual([
      { part: 'clients', known: true },
      { part: 'studio', known: false },
    ]);
  });

  it('limits existing and unknown links alike', async () => {
    const { token } = await invite(api, studio, galleryId);
    for (const link of [token, newId(43)]) {
      const answers = [await renew(link), await renew(link), await renew(link), await renew(link)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    }
  });

  it('sends nothing for a revoked grant or above the recipient’s limit, without saying so', async () => {
    const { token, email, grantId } = await invite(api, studio, galleryId);
    for (let mail = 0; mail < 4; mail++) expect((await resend(grantId)).status).toBe(200);
    expect((await resend(grantId)).status).toBe(429);
    expect((await renew(token)).status).toBe(200);
    await api.db.pool.query(`update grants set status = 'revoked', revoked_at = now() where id = $1`, [grantId]);
    await runOutbox(api.jobs);
    const mails = api.mails.filter(({ to }) => to === email).length;
    api.clock.advance(2 * HOUR_MS);
    expect((await renew(token)).status).toBe(200);
    await runOutbox(api.jobs);
    expect(api.mails.filter(({ to }) => to === email)).toHaveLength(mails);
  });
});
