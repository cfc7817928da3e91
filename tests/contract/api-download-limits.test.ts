import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { testApi } from '../support/api.ts';
import { createArchive, storedPhoto } from '../support/archives.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api);
const galleryId = await publishedGallery(api, studio);
const photo = await storedPhoto(api, studio, galleryId);
const video = await storedPhoto(api, studio, galleryId, { mime_type: 'video/mp4', filename: 'a.mp4' });
await api.db.pool.query('update photos set size = $2 where id = $1', [video.id, 500_000_000]);

const DOWNLOAD = `/api/p/${galleryId}/photos/${photo.id}/download?size=original`;
const PLAY = `/api/p/${galleryId}/photos/${video.id}/play`;
const request = (method: 'GET' | 'HEAD', path: string, options: object = {}) =>
  api.call(method, path, { channel: null, headers: { 'x-viewer-address': '198.51.100.7' }, ...options });
const counted = async (name: string) => {
  const { rows } = await api.db.pool.query<{ count: number }>(
    'select count from rate_limits where bucket like $1 order by count',
    [`${name}:%`],
  );
  return rows.map(({ count }) => count);
};
const useUp = () => api.db.pool.query(`update rate_limits set count = 200000 where bucket like 'downloaded-%'`);

describe('the limit of downloads', () => {
  beforeEach(() => api.db.pool.query('delete from rate_limits'));

  it('counts no request for headers alone, whose URL gives no bytes', async () => {
    const small = await publishedGallery(api, studio);
    await storedPhoto(api, studio, small);
    const part = `/api/p/${small}/archives/${(await createArchive(api, small)).id}/parts/0`;
    for (const path of [DOWNLOAD, PLAY, part]) {
      const location = (await request('HEAD', path)).headers.get('location')!;
      expect((await fetch(location)).status).toBe(403);
    }
    expect(await counted('downloaded-megabytes')).toEqual([0, 0]);
    expect((await request('GET', part)).status).toBe(302);
    expect(await counted('downloaded-megabytes')).toEqual([0, 1]);
  });

  it('refuses a request for headers like the download, by which the page tells', async () => {
    await request('GET', DOWNLOAD);
    await useUp();
    for (let times = 0; times < 2; times++) {
      const refused = await request('HEAD', DOWNLOAD);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    }
    expect(await counted('downloaded-megabytes')).toEqual([200_000]);
  });

  it('refuses a browser without scripts with a page in its language, and everything else with JSON', async () => {
    const small = await publishedGallery(api, studio);
    await storedPhoto(api, studio, small);
    const part = `/api/p/${small}/archives/${(await createArchive(api, small)).id}/parts/0`;
    for (const path of [DOWNLOAD, part]) await request('GET', path);
    await useUp();
    const browser = { 'x-viewer-address': '198.51.100.7', accept: 'text/html,*/*;q=0.8', 'accept-language': 'ca' };
    for (const path of [DOWNLOAD, PLAY, part]) {
      const page = await request('GET', path, { headers: browser });
      expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
      expect(page.text).toMatch(/^<!doctype html>\n<html lang="ca">.*Massa intents\. Torna-ho a provar d’aquí a/s);
      const from = path === part ? small : galleryId;
      expect(page.text).toContain(`href="/p/${studio.slug}/gallery/${from}"`);
      expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await request('GET', path)).error.code).toBe('rate_limited');
    }
    const unknown = await request('GET', `/api/p/${'0'.repeat(26)}/photos/x/download`, { headers: browser });
    expect([unknown.status, unknown.text.includes('href=')]).toEqual([404, false]);
  });

  it('of a network does not refuse its invited people, who have one each', async () => {
    const { cookie } = await invitedVisitor(api, studio, galleryId);
    const { cookie: other } = await invitedVisitor(api, studio, galleryId);
    const invited = { cookies: [cookie] };
    await request('GET', DOWNLOAD);
    await useUp();
    expect((await request('GET', DOWNLOAD)).status).toBe(429);
    for (const path of [DOWNLOAD, PLAY]) expect((await request('GET', path, invited)).status).toBe(302);
    expect(await counted('downloaded-megabytes-invited')).toEqual([501]);
    await useUp();
    expect((await request('GET', DOWNLOAD, invited)).status).toBe(429);
    expect((await request('GET', DOWNLOAD, { cookies: [other] })).status).toBe(302);
  });

  it('counts a video once an hour for a visitor, and a refused one each time', async () => {
    for (let times = 0; times < 3; times++) expect((await request('GET', PLAY)).status).toBe(302);
    expect(await counted('downloaded-megabytes')).toEqual([500]);
    await useUp();
    expect((await request('GET', PLAY)).status).toBe(302);
    api.clock.advance(HOUR_MS);
    for (let times = 0; times < 2; times++) expect((await request('GET', PLAY)).status).toBe(429);
  });
});
