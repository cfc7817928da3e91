import { beforeAll, describe, expect, it } from 'vitest';
import { sharedTtl } from '#local/edge/answer.ts';
import { type Answer, type ApiStack, type CallOptions, startApi } from '../support/api.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';

/*
 * The CDN caches `/api/p/*` by path and bearer token, but forwards cookies to the origin: no cacheable response may
 * depend on a cookie.
 */

const VISIBILITIES = ['public', 'link', 'password', 'invite'] as const;
const STATES = [{}, { status: 'hidden' }, { expires_at: new Date(0) }] as const;

let api: ApiStack;
let studio: Studio;
let galleries: { id: string; photo: string }[];
/** Cookies of browsers: none, an invalid one, and visitors of each gallery with different grants. */
let browsers: string[][];

beforeAll(async () => {
  api = await startApi();
  studio = await makeStudio(api);
  galleries = [];
  browsers = [[], ['__Host-visitor_session=nonsense', 'image_token=nonsense', 'i18next=ca']];
  for (const visibility of VISIBILITIES) {
    for (const state of STATES) {
      const id = await publishedGallery(api, studio, { visibility, has_password: visibility === 'password' });
      const photo = await readyPhoto(api, studio, id);
      galleries.push({ id, photo: photo.id });
      const [guest, reader, gone] = [
        await invitedVisitor(api, studio, id),
        await invitedVisitor(api, studio, id, { can_download: false }),
        await invitedVisitor(api, studio, id),
      ];
      await api.db.pool.query(`update grants set status = 'revoked', revoked_at = now() where id = $1`, [gone.grantId]);
      browsers.push(...[guest, reader, gone].map(({ cookie }) => [cookie]));
      for (const [column, value] of Object.entries(state)) {
        await api.db.pool.query(`update galleries set ${column} = $2 where id = $1`, [id, value]);
      }
    }
  }
  return () => api.close();
});

const ask = (path: string, options: CallOptions) => api.call('GET', path, { channel: null, ...options });

/** Seconds for which the CDN would cache it. */
function keptFor({ status, headers }: Answer): number {
  const plain = Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie'));
  return sharedTtl({ status, headers: plain, body: Buffer.alloc(0), encoded: new Map() });
}

describe('a cacheable response', () => {
  it('is the same for every browser and sets no cookie', async () => {
    const paths = [`/api/p/${studio.slug}`, ...galleries.map(({ id }) => `/api/p/${studio.slug}/gallery/${id}`)];
    let kept = 0;
    for (const path of paths) {
      const answers = await Promise.all(browsers.map((cookies) => ask(path, { cookies })));
      const keepable = answers.filter((answer) => keptFor(answer) > 0);
      kept += keepable.length;
      expect(new Set(keepable.map(({ text }) => text)).size, path).toBeLessThanOrEqual(1);
      for (const { headers } of keepable) expect(headers.get('set-cookie')).toBeNull();
      // The first response is cached for all: it must equal that of a browser without a cookie.
      if (keepable.length > 0) expect(keepable[0]!.text, path).toBe(answers[0]!.text);
    }
    expect(kept).toBeGreaterThan(browsers.length);
  });

  it('is no member’s response and no refusal', async () => {
    for (const { id } of galleries) {
      const path = `/api/p/${studio.slug}/gallery/${id}`;
      expect(keptFor(await ask(path, { as: studio.owner }))).toBe(0);
      const open = await ask(path, {});
      if (open.status !== 200) expect(keptFor(open)).toBe(0);
    }
    expect(keptFor(await ask('/api/p/nobody', {}))).toBe(0);
  });

  it('is nothing that a visitor chose', async () => {
    for (const { id, photo } of galleries) {
      await api.db.pool.query('update galleries set guest_favourites = true where id = $1', [id]);
      for (const cookies of browsers.slice(0, 6)) {
        const picked = await api.call('PUT', `/api/p/${id}/lists/favourites/picks/${photo}`, {
          channel: 'public',
          cookies,
          body: { state: 'pick' },
        });
        const own = picked.cookies.get('__Host-visitor_session')?.split(';', 1) ?? cookies;
        for (const answer of [picked, await ask(`/api/p/${id}/proofing`, { channel: 'public', cookies: own })]) {
          expect(keptFor(answer)).toBe(0);
          expect(answer.headers.get('cache-control')).toBe('no-store');
        }
      }
    }
  });

  it('is no download', async () => {
    for (const { id, photo } of galleries) {
      for (const cookies of browsers.slice(0, 6)) {
        expect(keptFor(await ask(`/api/p/${id}/photos/${photo}/download`, { cookies }))).toBe(0);
      }
    }
  });
});
