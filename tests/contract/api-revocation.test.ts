import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { coversGallery, IMAGE_TOKEN_COOKIE, parseImageToken } from '#core/domain/photos/image-token.ts';
import { pairOf, testApi } from '../support/api.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { makeStudio, publishedGallery, readyPhoto } from '../support/studio.ts';

const { verify } = endpoints.publicPages;
const FIVE_MINUTES = 5 * MINUTE_MS;

const api = await testApi();
const studio = await makeStudio(api);

/** Access of a visitor: page, JSON, and an image token. */
async function look(galleryId: string, cookies: string[]) {
  const visitor = { channel: null, cookies };
  const page = await api.call('GET', `/p/${studio.slug}/gallery/${galleryId}`, visitor);
  const json = await api.call('GET', `/api/p/${studio.slug}/gallery/${galleryId}`, visitor);
  const verified = await api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public', cookies });
  const token = parseImageToken(pairOf(verified.cookies.get(IMAGE_TOKEN_COOKIE)).split('=')[1]);
  return { page, json, token, access: verified.read(verify).access };
}

/** How long the CDN may answer from its cache, ms. */
function cachedFor(cacheControl: string | null): number {
  return Number(/s-maxage=(\d+)/.exec(cacheControl ?? '')?.[1] ?? 0) * 1000;
}

type Act = (galleryId: string, grantId: string) => Promise<unknown>;
const sql = (text: string, ...values: unknown[]) => api.db.pool.query(text, values);

const ACTS: Array<[what: string, visibility: string, end: Act]> = [
  ['hiding a public gallery', 'public', (id) => sql(`update galleries set status = 'hidden' where id = $1`, id)],
  ['hiding a link gallery', 'link', (id) => sql(`update galleries set status = 'hidden' where id = $1`, id)],
  [
    'letting it expire',
    'link',
    (id) => sql('update galleries set expires_at = $2 where id = $1', id, new Date(api.clock.now())),
  ],
  [
    'making a public gallery private',
    'public',
    (id) => sql(`update galleries set visibility = 'invite' where id = $1`, id),
  ],
  [
    'putting a password on it',
    'link',
    (id) => sql(`update galleries set visibility = 'password', has_password = true where id = $1`, id),
  ],
  ['hiding an invite gallery', 'invite', (id) => sql(`update galleries set status = 'hidden' where id = $1`, id)],
  [
    'revoking the grant',
    'invite',
    (_, grant) => sql(`update grants set status = 'revoked', revoked_at = now() where id = $1`, grant),
  ],
  [
    'the grant’s last day',
    'invite',
    (_, grant) => sql('update grants set expires_at = $2 where id = $1', grant, new Date(api.clock.now())),
  ],
  ['deleting', 'link', (id) => api.call('DELETE', `/api/gallery/${id}`, { as: studio.owner, account: studio.id })],
];

describe('within five minutes', () => {
  it.each(ACTS)('%s ends access to page, JSON and images', async (_, visibility, end) => {
    const id = await publishedGallery(api, studio, { visibility });
    const photo = await readyPhoto(api, studio, id);
    const { cookie, grantId } = await invitedVisitor(api, studio, id);
    // A visitor without invitation views a public gallery; the invited one views an invite gallery.
    const cookies = visibility === 'invite' ? [cookie] : [];
    const before = await look(id, cookies);
    expect([before.access, before.json.status]).toEqual(['granted', 200]);
    expect(coversGallery(before.token!.scope, id)).toBe(true);
    expect(cachedFor(before.page.headers.get('cache-control'))).toBeLessThan(FIVE_MINUTES);
    expect(cachedFor(before.json.headers.get('cache-control'))).toBeLessThan(FIVE_MINUTES);
    const acted = api.clock.now();

    await end(id, grantId);

    // An issued token expires without a request; the edge checks nothing else.
    expect(before.token!.exp * 1000).toBeLessThanOrEqual(acted + FIVE_MINUTES);
    const download = await api.call('GET', `/api/p/${id}/photos/${photo.id}/download`, { channel: null, cookies });
    expect(download.status).toBeGreaterThanOrEqual(400);
    api.clock.advance(FIVE_MINUTES);
    const verified = await api.call('POST', `/api/p/${id}/galleries/verify`, { channel: 'public', cookies });
    expect(verified.status === 404 ? 'gone' : verified.read(verify).access).not.toBe('granted');
    expect(verified.cookies.size).toBe(0);
    const page = await api.call('GET', `/p/${studio.slug}/gallery/${id}`, { channel: null, cookies });
    expect(page.text).not.toContain(photo.fileId);
    const json = await api.call('GET', `/api/p/${studio.slug}/gallery/${id}`, { channel: null, cookies });
    expect(json.status).toBeGreaterThanOrEqual(400);
    expect(json.text).not.toContain(photo.fileId);
  });

  it('a removed member sees no image of the studio', async () => {
    const own = await makeStudio(api);
    const who = { as: own.people.photographer, account: own.id };
    const { expiresAt } = (await api.call('POST', '/api/images/token', who)).read(endpoints.images.token);
    expect(expiresAt - api.clock.now()).toBeLessThanOrEqual(FIVE_MINUTES);
    await sql('delete from account_members where user_id = $1', who.as.userId);
    expect((await api.call('POST', '/api/images/token', who)).status).toBe(403);
  });

  it('a closed gallery is no longer in the token for another', async () => {
    const [closing, staying] = [
      await publishedGallery(api, studio, { visibility: 'invite' }),
      await publishedGallery(api, studio),
    ];
    const { cookie } = await invitedVisitor(api, studio, closing);
    expect(coversGallery((await look(staying, [cookie])).token!.scope, closing)).toBe(true);
    await sql(`update galleries set status = 'hidden' where id = $1`, closing);
    expect(coversGallery((await look(staying, [cookie])).token!.scope, closing)).toBe(false);
  });
});
