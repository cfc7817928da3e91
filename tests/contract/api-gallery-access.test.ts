import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { coversGallery, IMAGE_TOKEN_COOKIE, IMAGE_TOKEN_MS, parseImageToken } from '#core/domain/photos/image-token.ts';
import { VISITOR_COOKIE } from '#functions/galleries/visitors.ts';
import { type Answer, pairOf, testApi } from '../support/api.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';
import { weakenHash } from '../support/weak-hashes.ts';

const { verify: endpoint } = endpoints.publicPages;

const api = await testApi();
const [studio, other] = [await makeStudio(api), await makeStudio(api)];

const verify = (id: string, options: object = {}) =>
  api.call('POST', `/api/p/${id}/galleries/verify`, { channel: 'public', ...options });
const tokenOf = (answer: Answer) => parseImageToken(pairOf(answer.cookies.get(IMAGE_TOKEN_COOKIE)).split('=')[1]);
const visitorOf = (answer: Answer) => pairOf(answer.cookies.get(VISITOR_COOKIE));

async function setPassword(id: string, password: string): Promise<void> {
  const who = { as: studio.owner, account: studio.id };
  await api.call('PUT', `/api/gallery/${id}/password`, { ...who, body: { password } });
  await api.db.pool.query(`update galleries set visibility = 'password' where id = $1`, [id]);
}

describe('public galleries', () => {
  it('admit anyone, with a visitor session and an image token for this gallery', async () => {
    const id = await publishedGallery(api, studio);
    const answer = await verify(id);
    expect(answer.read(endpoint)).toEqual({
      access: 'granted',
      rights: { view: true, download: true, select: false, comment: false },
      imagesUntil: tokenOf(answer)!.exp * 1000,
    });
    expect(tokenOf(answer)!.exp * 1000 - api.clock.now()).toBeLessThanOrEqual(IMAGE_TOKEN_MS);
    expect(tokenOf(answer)!.scope).toEqual({ kind: 'galleries', ids: [id] });
    // Without a password, a PIN or an invitation, the cookie ends with the browser.
    expect(answer.cookies.get(VISITOR_COOKIE)).toMatch(
      /^__Host-visitor_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const again = await verify(id, { cookies: [visitorOf(answer)] });
    expect([again.read(endpoint).access, again.cookies.has(VISITOR_COOKIE)]).toEqual(['granted', false]);
    const { rows } = await api.db.pool.query('select token_hash from visitors');
    expect(JSON.stringify(rows)).not.toContain(visitorOf(answer).split('=')[1]);
  });

  it('recognise a visitor, and put all visible galleries in one token', async () => {
    const [first, second, closed] = [
      await publishedGallery(api, studio),
      await publishedGallery(api, other),
      await publishedGallery(api, studio),
    ];
    const cookies = [visitorOf(await verify(first))];
    await verify(closed, { cookies });
    await api.db.pool.query(`update galleries set status = 'hidden' where id = $1`, [closed]);
    const answer = await verify(second, { cookies });
    expect(tokenOf(answer)!.scope).toEqual({ kind: 'galleries', ids: [second, first] });
  });

  it('include the covers of the studio’s other public galleries, at most 20', async () => {
    const own = await makeStudio(api);
    const ids: string[] = [];
    for (let i = 0; i < 25; i++) ids.push(await publishedGallery(api, own, { visibility: 'public' }));
    const hidden = await publishedGallery(api, own, { visibility: 'public', status: 'hidden' });
    const { scope } = tokenOf(await verify(ids[7]!))!;
    expect(scope.kind === 'galleries' && scope.ids).toHaveLength(20);
    expect(coversGallery(scope, ids[7]!)).toBe(true);
    expect(coversGallery(scope, hidden)).toBe(false);
  });

  it('record a visit once, later ones as returning, and covers alone as none', async () => {
    const id = await publishedGallery(api, studio);
    expect(tokenOf(await verify(id, { body: { glance: true } }))!.scope).toEqual({ kind: 'galleries', ids: [id] });
    const cookies = [visitorOf(await verify(id))];
    await verify(id, { cookies });
    api.clock.advance(31 * MINUTE_MS);
    await verify(id, { cookies });
    const { rows } = await api.db.pool.query('select kind from gallery_events where gallery_id = $1 order by at', [id]);
    expect(rows.map(({ kind }) => kind)).toEqual(['opened', 'viewed']);
  });
});

describe('closed galleries', () => {
  it('return the reason and no cookies', async () => {
    for (const [values, access] of [
      [{ status: 'draft', published_at: null }, 'not_published'],
      [{ status: 'hidden' }, 'not_published'],
      [{ expires_at: new Date(api.clock.now() - 1) }, 'expired'],
      [{ visibility: 'password', has_password: true }, 'password_required'],
      [{ visibility: 'invite' }, 'signin_required'],
    ] as const) {
      const answer = await verify(await publishedGallery(api, studio, values));
      expect(answer.read(endpoint)).toEqual({
        access,
        rights: { view: false, download: false, select: false, comment: false },
        imagesUntil: 0,
      });
      expect(answer.cookies.size).toBe(0);
    }
  });

  it('answer alike if missing, in the trash or invalid', async () => {
    const trashed = await publishedGallery(api, studio, { deleted_at: new Date() });
    const missing = await verify(`${studio.id}${'0'.repeat(16)}`);
    expect(missing.status).toBe(404);
    for (const id of [trashed, 'nonsense', '%00']) expect((await verify(id)).text).toBe(missing.text);
  });

  it('admit members of their own studio only', async () => {
    const id = await publishedGallery(api, studio, { status: 'draft', published_at: null });
    const answer = await verify(id, { as: studio.people.assistant });
    expect(answer.read(endpoint)).toMatchObject({ access: 'granted', rights: { select: true } });
    expect(answer.cookies.has(VISITOR_COOKIE)).toBe(false);
    expect((await verify(id, { as: other.owner })).read(endpoint).access).toBe('not_published');
    const { rows } = await api.db.pool.query('select kind from gallery_events where gallery_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('galleries with a password', () => {
  it('admit by password, and remember the browser until the password changes', async () => {
    const id = await publishedGallery(api, studio);
    await setPassword(id, 'sea-breeze');
    const wrong = await verify(id, { body: { password: 'sea-breezy' } });
    expect([wrong.status, wrong.error]).toMatchObject([403, { code: 'password_wrong', field: 'password' }]);
    expect(wrong.cookies.size).toBe(0);
    // Pasted passwords often end with a space.
    const right = await verify(id, { body: { password: ' sea-breeze ' } });
    expect(right.read(endpoint).access).toBe('granted');
    const cookies = [visitorOf(right)];
    const again = await verify(id, { cookies });
    expect(again.read(endpoint).access).toBe('granted');
    // After this act the browser keeps the cookie for 90 days, renewed by each visit.
    for (const answer of [right, again]) expect(answer.cookies.get(VISITOR_COOKIE)).toContain('; Max-Age=7776000;');
    expect((await verify(id)).read(endpoint).access).toBe('password_required');
    await setPassword(id, 'another-one');
    expect((await verify(id, { cookies })).read(endpoint).access).toBe('password_required');
  });

  it('forget browsers after the password was removed and set again', async () => {
    const id = await publishedGallery(api, studio);
    await setPassword(id, 'sea-breeze');
    const cookies = [visitorOf(await verify(id, { body: { password: 'sea-breeze' } }))];
    await api.db.pool.query(`update galleries set visibility = 'link' where id = $1`, [id]);
    const who = { as: studio.owner, account: studio.id };
    await api.call('PUT', `/api/gallery/${id}/password`, { ...who, body: { password: null } });
    api.clock.advance(1_000);
    await setPassword(id, 'another-one');
    expect((await verify(id, { cookies })).read(endpoint).access).toBe('password_required');
  });

  it('refuse the eleventh attempt of a network, even a right one, whatever forwarded address it sends', async () => {
    const id = await publishedGallery(api, studio);
    await setPassword(id, 'sea-breeze');
    await weakenHash(api.db.pool, ['gallery_secrets', 'password_hash'], id, 'sea-breeze');
    const from = (address: string, password: string) =>
      verify(id, {
        body: { password },
        headers: { 'x-viewer-address': address, 'x-forwarded-for': `10.0.0.${Math.ceil(Math.random() * 250)}` },
      });
    const attempts = await Promise.all(Array.from({ length: 10 }, (_, i) => from(`203.0.113.${i}`, 'wrong')));
    expect(attempts.map(({ status }) => status)).toEqual(Array(10).fill(403));
    const eleventh = await from('203.0.113.200', 'sea-breeze');
    expect([eleventh.status, eleventh.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('203.0.114.1', 'sea-breeze')).read(endpoint).access).toBe('granted');
    expect((await from('2001:db8:1:2::7', 'sea-breeze')).read(endpoint).access).toBe('granted');
    api.clock.advance(15 * MINUTE_MS);
    expect((await from('203.0.113.200', 'sea-breeze')).read(endpoint).access).toBe('granted');
  });

  it('do not count right passwords: a family behind one router is admitted', async () => {
    const id = await publishedGallery(api, studio);
    await setPassword(id, 'sea-breeze');
    await weakenHash(api.db.pool, ['gallery_secrets', 'password_hash'], id, 'sea-breeze');
    for (let guest = 0; guest < 12; guest++) {
      expect((await verify(id, { body: { password: 'sea-breeze' } })).status).toBe(200);
    }
  });
});

describe('galleries by invitation', () => {
  it('admit the invited browser with the rights of its grant', async () => {
    const id = await publishedGallery(api, studio, { visibility: 'invite' });
    const { cookie } = await invitedVisitor(api, studio, id, { can_download: false });
    const answer = await verify(id, { cookies: [cookie] });
    expect(answer.read(endpoint)).toMatchObject({
      access: 'granted',
      rights: { view: true, download: false, select: true, comment: true },
    });
    expect(tokenOf(answer)!.scope).toEqual({ kind: 'galleries', ids: [id] });
  });

  it('refuse a revoked or expired grant, or one without the right to look', async () => {
    for (const [change, access] of [
      [`status = 'revoked', revoked_at = now()`, 'revoked'],
      [`can_view = false`, 'revoked'],
      [`expires_at = now() - interval '1 minute'`, 'expired'],
    ] as const) {
      const id = await publishedGallery(api, studio, { visibility: 'invite' });
      const { cookie, grantId } = await invitedVisitor(api, studio, id);
      await api.db.pool.query(`update grants set ${change} where id = $1`, [grantId]);
      const answer = await verify(id, { cookies: [cookie] });
      expect([change, answer.read(endpoint).access]).toEqual([change, access]);
      expect(answer.cookies.size).toBe(0);
    }
  });

  it('admit to no other gallery with a grant', async () => {
    const [id, another] = [
      await publishedGallery(api, studio, { visibility: 'invite' }),
      await publishedGallery(api, studio, { visibility: 'invite' }),
    ];
    const { cookie } = await invitedVisitor(api, studio, id);
    expect((await verify(another, { cookies: [cookie] })).read(endpoint).access).toBe('signin_required');
    expect((await verify(id, { cookies: [`${VISITOR_COOKIE}=${'A'.repeat(43)}`] })).read(endpoint).access).toBe(
      'signin_required',
    );
  });
});
