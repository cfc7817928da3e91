import sharp from 'sharp';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { enqueueGalleryPurge } from '#functions/outbox/public-pages.ts';
import { testApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { makeStudio, publishedGallery, readyPhoto } from '../support/studio.ts';

expectLogged('effect_failed');

const api = await testApi();
const studio = await makeStudio(api, 'Llum de Mar');
beforeEach(async () => {
  await api.db.pool.query('delete from outbox');
});

interface Picture {
  token: string;
  file_id: string;
  bytes: Buffer | null;
}

async function pictureOf(galleryId: string): Promise<Picture | null> {
  const { rows } = await api.db.pool.query('select token, file_id from og_images where gallery_id = $1', [galleryId]);
  if (!rows[0]) return null;
  const object = await api.services.storage.get('renditions', `og/${galleryId}/${rows[0].token}.jpg`);
  return { ...rows[0], bytes: object && Buffer.from(object.bytes) };
}

async function refresh(galleryId: string): Promise<Picture | null> {
  await enqueueGalleryPurge(api.services.db, studio.id, galleryId, api.clock.now(), { takesAway: true });
  expect((await runOutbox(api.jobs)).failed).toBe(0);
  return pictureOf(galleryId);
}

/** Inserts a photo whose cover rendition has a single colour. */
async function photoOf(galleryId: string, background: string) {
  const photo = await readyPhoto(api, studio, galleryId);
  const key = renditionKey(galleryId, photo.fileId, presetParams('fullscreen'));
  const bytes = await sharp({ create: { width: 1920, height: 1280, channels: 3, background } })
    .jpeg()
    .toBuffer();
  await api.services.storage.put('renditions', key, new Uint8Array(bytes), { contentType: 'image/jpeg' });
  return photo;
}

/** The gallery, its one photo, and its Open Graph image. */
async function shownGallery() {
  const id = await publishedGallery(api, studio, { name: 'Núria & Pau' });
  const photo = await photoOf(id, '#3050c0');
  const picture = (await refresh(id))!;
  return { id, photo, picture };
}

const change = (galleryId: string, sql: string, values: unknown[] = []) =>
  api.db.pool.query(`update galleries set ${sql} where id = $1`, [galleryId, ...values]);

describe('the Open Graph image', () => {
  it('shows cover and name in the size given in the page', async () => {
    const { picture } = await shownGallery();
    const { dominant } = await sharp(picture.bytes!).stats();
    expect(await sharp(picture.bytes!).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
    expect(dominant.b).toBeGreaterThan(dominant.r + 60);
  });

  it('exists while anyone with the link may view the gallery', async () => {
    const { id, picture: first } = await shownGallery();
    expect(await refresh(id)).toEqual(first);
    for (const closing of [
      `visibility = 'invite'`,
      `status = 'hidden'`,
      `expires_at = now() - interval '1 minute'`,
      `deleted_at = now()`,
    ]) {
      await change(id, closing);
      expect([closing, await refresh(id)]).toEqual([closing, null]);
      await change(id, `visibility = 'link', status = 'published', expires_at = null, deleted_at = null`);
      const again = await refresh(id);
      expect(again!.bytes).toEqual(first.bytes);
      expect(again!.token).not.toBe(first.token);
      expect(await api.services.storage.head('renditions', `og/${id}/${first.token}.jpg`)).toBeNull();
      expect(api.purged).toContain(`/og/${id}/${first.token}.jpg`);
    }
  });

  it('is rendered again only when its content changes', async () => {
    const { id, photo, picture: first } = await shownGallery();
    const acts: [string, () => Promise<unknown>][] = [
      ['name', () => change(id, `name = 'Pau & Núria'`)],
      [
        'focal point',
        () => api.db.pool.query('update photos set focal_x = 0.2, focal_y = 0.3 where id = $1', [photo.id]),
      ],
      ['studio', () => api.db.pool.query(`update accounts set name = 'Mar de Llum' where id = $1`, [studio.id])],
    ];
    let before = first;
    for (const [what, change] of acts) {
      await change();
      const after = (await refresh(id))!;
      expect([what, after.token === before.token]).toEqual([what, false]);
      if (what !== 'focal point') expect([what, after.bytes!.equals(before.bytes!)]).toEqual([what, false]);
      expect(await api.services.storage.head('renditions', `og/${id}/${before.token}.jpg`)).toBeNull();
      before = after;
    }
    await change(id, `description = 'Un dia de juny'`);
    expect((await refresh(id))!.token).toBe(before.token);
  });

  it('follows the cover', async () => {
    const { id, picture: first } = await shownGallery();
    const second = await photoOf(id, '#c05030');
    await change(id, 'cover_photo_id = $2', [second.id]);
    const after = (await refresh(id))!;
    expect(after.file_id).toBe(second.fileId);
    expect(after.bytes!.equals(first.bytes!)).toBe(false);
  });

  it('is cached no longer than an image token is valid', async () => {
    const put = vi.spyOn(api.services.storage, 'put');
    onTestFinished(() => put.mockRestore());
    const { id, picture } = await shownGallery();
    const options = { contentType: 'image/jpeg', cacheControl: 'public, max-age=300' };
    expect(put).toHaveBeenCalledWith('renditions', `og/${id}/${picture.token}.jpg`, expect.anything(), options);
  });

  it('is completed by the next run after a storage failure', async () => {
    const id = await publishedGallery(api, studio);
    await photoOf(id, '#3050c0');
    const { storage } = api.services;
    const failing = { ...storage, put: () => Promise.reject(new Error('no space')) };
    await enqueueGalleryPurge(api.services.db, studio.id, id, api.clock.now(), { takesAway: true });
    expect(await runOutbox({ ...api.jobs, storage: failing })).toMatchObject({ done: 1, failed: 1 });
    expect((await refresh(id))?.bytes).toBeTruthy();
  });

  it('waits for a ready photo and shows no hidden one', async () => {
    const id = await publishedGallery(api, studio);
    expect(await refresh(id)).toBeNull();
    await readyPhoto(api, studio, id);
    expect(await refresh(id)).toBeNull();
    const hidden = await photoOf(id, '#3050c0');
    await change(id, 'cover_photo_id = $2', [hidden.id]);
    expect((await refresh(id))?.file_id).toBe(hidden.fileId);
    await api.db.pool.query('update photos set is_hidden = true where id = $1', [hidden.id]);
    expect(await refresh(id)).toBeNull();
  });
});
