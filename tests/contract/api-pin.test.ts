import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { REQUEST_LIMITS } from '#core/domain/studio/request-limits.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { VISITOR_COOKIE } from '#functions/galleries/visitors.ts';
import { networkPrefix } from '#functions/platform/http/network-prefix.ts';
import { type Answer, pairOf, testApi } from '../support/api.ts';
import { callArchives, createArchive, storedPhoto } from '../support/archives.ts';
import { expectLogged } from '../support/expected-log.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, stranger } from '../support/studio.ts';
import { weakenHash } from '../support/weak-hashes.ts';

expectLogged('pin_guessed');

const { archives, galleries } = endpoints;
const QUARTER_MS = 15 * MINUTE_MS;

const api = await testApi();
const [studio, other] = [await makeStudio(api), await makeStudio(api)];

const setPin = (galleryId: string, pin: unknown, options: object = {}) =>
  api.call('PUT', `/api/gallery/${galleryId}/pin`, {
    as: studio.owner,
    account: studio.id,
    body: { pin },
    ...options,
  });
const unlock = (galleryId: string, pin: string, options: object = {}) =>
  callArchives(api, 'unlock', { galleryId }, { body: { pin }, ...options });
const from = (address: string) => ({ headers: { 'x-viewer-address': address } });
const visitorOf = (answer: Answer) => pairOf(answer.cookies.get(VISITOR_COOKIE));

/** Creates a gallery with a PIN and a photo, and a visitor with access. */
async function pinned(pin = '2468') {
  const galleryId = await publishedGallery(api, studio);
  const { id: photoId } = await storedPhoto(api, studio, galleryId);
  await setPin(galleryId, pin);
  await weakenHash(api.db.pool, ['gallery_pins', 'pin_hash'], galleryId, pin);
  const entered = await api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public' });
  return { galleryId, photoId, cookie: visitorOf(entered) };
}

describe('PUT /api/gallery/{id}/pin', () => {
  it('sets and clears a hashed PIN with the page’s flag, and purges pages', async () => {
    const galleryId = await publishedGallery(api, studio);
    expect((await setPin(galleryId, '12345678')).read(galleries.pin)).toEqual({ hasDownloadPin: true });
    const stored = () => api.db.pool.query('select pin_hash from gallery_pins where gallery_id = $1', [galleryId]);
    expect((await stored()).rows[0].pin_hash).toMatch(/^scrypt\$15\$8\$3\$/);
    const purges = await api.db.pool.query(`select 1 from outbox where kind = 'cdn.purge' and payload::text like $1`, [
      `%${studio.slug}%`,
    ]);
    expect(purges.rowCount).toBe(1);
    const page = () => api.call('GET', `/api/p/${studio.slug}/gallery/${galleryId}`, { channel: null });
    const asks = async () => (await page()).read(endpoints.publicPages.gallery).gallery.downloads.pin;
    expect(await asks()).toBe(true);
    expect((await setPin(galleryId, null)).read(galleries.pin)).toEqual({ hasDownloadPin: false });
    expect((await stored()).rows).toEqual([]);
    expect(await asks()).toBe(false);
  });

  it('is allowed to owner and admin, for their own galleries', async () => {
    const galleryId = await publishedGallery(api, studio);
    for (const pin of ['123', '123456789', '12 45', 'abcd', 1234, undefined])
      expect((await setPin(galleryId, pin)).error.code).toBe('validation_failed');
    const yours = await publishedGallery(api, other);
    for (const id of [yours, newId(26)]) expect((await setPin(id, '1234')).error.code).toBe('not_found');
    const statusOf = async (as: object) => (await setPin(galleryId, '1234', { as })).status;
    expect(await statusOf(studio.people.admin)).toBe(200);
    expect(await statusOf(studio.people.assistant)).toBe(403);
    expect(await statusOf(stranger())).toBe(403);
    await api.db.pool.query('update galleries set deleted_at = now() where id = $1', [galleryId]);
    expect((await setPin(galleryId, '1234')).error.code).toBe('not_found');
  });
});

describe('a gallery with a PIN', () => {
  it('asks for it before every download and accepts the right one', async () => {
    const { galleryId, photoId, cookie } = await pinned();
    const cookies = [cookie];
    const download = (options: object) =>
      api.call('GET', `/api/p/${galleryId}/photos/${photoId}/download`, { channel: null, ...options });
    const create = (options: object) =>
      callArchives(api, 'create', { galleryId }, { body: { size: 'web' }, ...options });
    for (const options of [{}, { cookies }]) {
      const answers = [await create(options), await download(options)];
      expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
        [401, 'pin_required'],
        [401, 'pin_required'],
      ]);
    }
    const unlocked = await unlock(galleryId, '2468', { cookies });
    expect(unlocked.read(archives.unlock)).toEqual({ unlocked: true });
    const later = await api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public', cookies });
    for (const answer of [unlocked, later])
      expect(answer.cookies.get(VISITOR_COOKIE)).toContain(`${cookie}; Max-Age=7776000;`);
    const archive = await createArchive(api, galleryId, { size: 'web' }, { cookies });
    const params = { galleryId, archiveId: archive.id, part: '0' };
    expect([
      (await callArchives(api, 'part', params, { cookies })).status,
      (await download({ cookies })).status,
    ]).toEqual([302, 302]);
    for (const name of ['status', 'part'] as const)
      expect((await callArchives(api, name, params)).error.code).toBe('pin_required');
    // A changed PIN is asked for again; so is the same PIN after it was removed and set again.
    for (const pin of ['8642', null, '2468']) await setPin(galleryId, pin);
    expect((await callArchives(api, 'part', params, { cookies })).error.code).toBe('pin_required');
  });

  it('creates a visitor session if missing, and asks no member', async () => {
    const { galleryId } = await pinned();
    const unlocked = await unlock(galleryId, '2468');
    const cookies = [visitorOf(unlocked)];
    expect((await createArchive(api, galleryId, { size: 'web' }, { cookies })).status).toBe('ready');
    const member = { as: studio.owner, account: studio.id };
    expect((await createArchive(api, galleryId, { size: 'original' }, member)).status).toBe('ready');
    expect((await unlock(galleryId, '2468', member)).cookies.size).toBe(0);
  });

  it('counts new visitor sessions for their network', async () => {
    const { galleryId } = await pinned();
    const { max } = REQUEST_LIMITS['new-visitors'];
    const hour = new Date(api.clock.now() - (api.clock.now() % HOUR_MS));
    await api.db.pool.query('insert into rate_limits (bucket, window_start, count) values ($1, $2, $3)', [
      `new-visitors:${networkPrefix('198.18.7.7')}`,
      hour,
      max,
    ]);
    expect((await unlock(galleryId, '2468', from('198.18.7.7'))).error.code).toBe('rate_limited');
    expect((await unlock(galleryId, '2468', from('198.18.8.7'))).status).toBe(200);
  });

  it('grants no other gallery', async () => {
    const [mine, yours] = [await pinned(), await pinned()];
    const { cookie } = mine;
    await unlock(mine.galleryId, '2468', { cookies: [cookie] });
    const asked = { body: { size: 'web' }, cookies: [cookie] };
    const answer = await callArchives(api, 'create', { galleryId: yours.galleryId }, asked);
    expect(answer.error.code).toBe('pin_required');
  });
});

describe('a wrong PIN', () => {
  it('answers as for a gallery without one, and checks gallery access first', async () => {
    const { galleryId } = await pinned();
    const without = await publishedGallery(api, studio);
    for (const id of [galleryId, without]) {
      const answer = await unlock(id, '0000');
      expect([answer.status, answer.error.code, answer.error.field]).toEqual([403, 'pin_wrong', 'pin']);
      expect(answer.cookies.size).toBe(0);
    }
    expect((await unlock(newId(26), '0000')).error.code).toBe('not_found');
    expect((await unlock(galleryId, 'abcd')).error.code).toBe('validation_failed');
    await api.db.pool.query(`update galleries set status = 'hidden' where id = $1`, [galleryId]);
    expect((await unlock(galleryId, '2468')).error.code).toBe('gallery_not_published');
  });

  it('blocks a network after ten attempts, for the right one too', async () => {
    const { galleryId } = await pinned();
    api.clock.advance(QUARTER_MS - (api.clock.now() % QUARTER_MS));
    for (let n = 0; n < 10; n++)
      expect((await unlock(galleryId, '0000', from(`203.0.113.${n}`))).error.code).toBe('pin_wrong');
    const refused = await unlock(galleryId, '2468', from('203.0.113.99'));
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await unlock(galleryId, '2468', from('198.51.100.1'))).status).toBe(200);
    api.clock.advance(QUARTER_MS);
    expect((await unlock(galleryId, '2468', from('203.0.113.99'))).status).toBe(200);
  });

  it('from many networks locks out nobody: new networks get fewer attempts, and a right one works', async () => {
    const { galleryId } = await pinned();
    api.clock.advance(4 * QUARTER_MS - (api.clock.now() % (4 * QUARTER_MS)));
    await unlock(galleryId, '2468', from('192.0.2.7'));
    expect((await unlock(galleryId, '0000', from('198.51.100.7'))).error.code).toBe('pin_wrong');
    const { rows } = await api.db.pool.query('select count from rate_limits where bucket = $1', [
      `gallery-pins:${galleryId}`,
    ]);
    // Right ones do not count.
    expect(rows).toEqual([{ count: 1 }]);
    await api.db.pool.query('update rate_limits set count = 500 where bucket = $1', [`gallery-pins:${galleryId}`]);
    for (let n = 0; n < 4; n++) expect((await unlock(galleryId, '2468', from('192.0.2.8'))).status).toBe(200);
    const codes: string[] = [];
    for (let n = 0; n < 4; n++) codes.push((await unlock(galleryId, '0000', from('203.0.113.1'))).error.code);
    expect(codes).toEqual(['pin_wrong', 'pin_wrong', 'pin_wrong', 'rate_limited']);
    expect((await unlock(galleryId, '2468', from('203.0.114.1'))).status).toBe(200);
  });
});
