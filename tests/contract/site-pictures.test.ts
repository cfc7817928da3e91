import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPhotoPipeline, type PhotoPipeline } from '../support/photo-pipeline.ts';
import * as pictures from '../support/pictures.ts';
import { newId } from '../support/rows.ts';

/* A website's picture from the original to a visitor: real database, storage, ingest and edge. */

let studio: PhotoPipeline;
beforeAll(async () => {
  studio = await startPhotoPipeline();
});
afterAll(() => studio.close());

/** Requests as a crawler does: without cookies. */
const ask = (path: string, accept = '*/*') => fetch(studio.edge.origin + path, { headers: { accept } });

it('reaches crawlers without a cookie, immutable, until its photo leaves the site', async () => {
  const gallery = await studio.gallery({ visibility: 'invite' });
  const scene = await pictures.scene(2400, 1600).jpeg({ quality: 95 }).toBuffer();
  const photo = await studio.photo(gallery, scene);
  const block = { id: newId(), kind: 'image', photoId: photo.id };
  const rows = [{ id: newId(), v: 1, look: {}, cells: [{ id: newId(), span: 12, blocks: [block] }] }];
  await studio.mutate('pages.create', { id: newId(), path: 'work', title: 'Work', order: 1, rows });
  await studio.mutate('site.permitPhotos', { photoIds: [photo.id], isPermitted: true });
  await studio.mutate('site.publish', { releaseId: newId() });
  await studio.settle();

  const found = await studio.database.pool.query<{ token: string }>('select token from site_pictures');
  const path = (size: string) => `/site/${found.rows[0]!.token}-${size}`;
  for (const [size, type, accept] of [
    ['400.webp', 'image/webp'],
    ['800.webp', 'image/webp'],
    ['800.jpg', 'image/jpeg'],
    ['1200.jpg', 'image/jpeg'],
    ['1200.jpg', 'image/avif', 'image/avif,image/webp,*/*'],
    ['1920.jpg', 'image/jpeg'],
  ] as const) {
    const answer = await ask(path(size), accept);
    expect([size, answer.status, answer.headers.get('content-type')]).toEqual([size, 200, type]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('set-cookie')).toBeNull();
    const shown = Buffer.from(await answer.arrayBuffer());
    expect([size, (await sharp(shown).metadata()).width]).toEqual([size, Number.parseInt(size)]);
    expect(pictures.difference(await pictures.cornersOf(shown), pictures.CORNERS)).toBeLessThan(30);
  }
  // The gallery itself stays closed.
  expect((await ask(`/api/images/${gallery}/${photo.fileId}.jpg?width=800&quality=50`)).status).toBe(403);

  await studio.mutate('photos.trash', { galleryId: gallery, photoIds: [photo.id] });
  await studio.settle();
  for (const [size, accept] of [['800.webp'], ['1200.jpg'], ['1200.jpg', 'image/avif']] as const) {
    expect([size, (await ask(path(size), accept)).status]).toEqual([size, 404]);
  }
});
