import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { imageUrl } from '#core/domain/photos/image-params.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { expectLogged } from '../support/expected-log.ts';
import { capturedMetrics } from '../support/metrics.ts';
import { isMarked, type Photo, type PhotoPipeline, redMark, startPhotoPipeline } from '../support/photo-pipeline.ts';
import * as pictures from '../support/pictures.ts';
import { insertRow, newId } from '../support/rows.ts';

expectLogged('effect_failed', 'original_missing');

/* Photos with a replaced original, moved to another gallery, or copied. */

let studio: PhotoPipeline;
let gallery: string;
const scene = await pictures.scene(600, 400).jpeg({ quality: 95 }).toBuffer();
const other = await pictures.exifPicture(300, 900);
const red = await redMark();

beforeAll(async () => {
  studio = await startPhotoPipeline();
});
afterAll(() => studio.close());
beforeEach(async () => {
  capturedMetrics();
  await studio.database.pool.query('delete from outbox');
  studio.events.length = 0;
  gallery = await studio.gallery();
});

const query = async (text: string, values: unknown[] = []) => (await studio.database.pool.query(text, values)).rows;
const status = async (galleryId: string, fileId: unknown) =>
  (await studio.get(imageUrl(galleryId, String(fileId), { width: 400, quality: 50 }))).status;
const metadataOf = async (galleryId: string, fileId: unknown) => {
  const answer = await studio.get(imageUrl(galleryId, String(fileId)));
  return sharp(Buffer.from(await answer.arrayBuffer())).metadata();
};
/** Runs the job with its batched purges. */
const settleAll = async () => {
  await studio.settle();
  studio.clock.advance(11_000);
  await studio.settle();
  studio.clock.advance(61_000);
  await studio.settle();
};

async function section(galleryId: string): Promise<string> {
  const id = newId();
  const own = { id, account_id: studio.account, author_id: crypto.randomUUID(), gallery_id: galleryId };
  await insertRow(studio.database.pool, 'gallery_sections', { ...own, name: 'Party' });
  return id;
}

describe('a replacement original', () => {
  /** Inserts a row and stores its object, as an upload leaves them. */
  async function replacement(photo: Photo, bytes: Buffer, mime = 'image/jpeg'): Promise<string> {
    const key = `${photo.galleryId}/${photo.id}/${newId()}`;
    await insertRow(studio.database.pool, 'photo_replacements', {
      photo_id: photo.id,
      account_id: studio.account,
      gallery_id: photo.galleryId,
      author_id: crypto.randomUUID(),
      filename: 'retouched.jpg',
      size: bytes.length,
      mime_type: mime,
      original_key: key,
      sha256: 'ab'.repeat(32),
    });
    await studio.store.originals.put(key, bytes, { contentType: mime });
    return key;
  }

  test('replaces the previous one: id, order and section stay, all else comes from the new one', async () => {
    const photo = await studio.photo(gallery, scene, { order: 7, focal_x: 0.2, focal_y: 0.2 });
    const sectionId = await section(gallery);
    await studio.mutate('photos.setSection', { galleryId: gallery, photoIds: [photo.id], sectionId });
    await studio.mutate('photos.rotate', { galleryId: gallery, photoIds: [photo.id], by: 90 });
    await studio.settle();
    const before = await studio.row(photo.id);
    const key = await replacement(photo, other);
    expect(await studio.row(photo.id)).toEqual(before);
    expect(await status(gallery, before['file_id'])).toBe(200);
    await studio.ingest([key]);
    const row = await studio.row(photo.id);
    expect(row).toMatchObject({
      id: photo.id,
      order: 7,
      section_id: sectionId,
      status: 'ready',
      original_key: key,
      filename: 'retouched.jpg',
      sha256: 'ab'.repeat(32),
      size: String(other.length),
      width: 300,
      height: 900,
      rotation: 0,
      rendered_rotation: 0,
      focal_x: null,
      captured_at: new Date('2026-07-04T16:30:15.250Z'),
      metadata: expect.objectContaining({ cameraMake: 'Albumen Works' }),
      style_version: 3,
      rendered_version: 3,
      uploaded_at: before['uploaded_at'],
    });
    expect(await query('select 1 from photo_replacements where photo_id = $1', [photo.id])).toEqual([]);
    await settleAll();
    expect(await studio.list('originals', `${gallery}/${photo.id}/`)).toEqual([key]);
    expect(await metadataOf(gallery, row['file_id'])).toMatchObject({ width: 300, height: 900 });
    for (const former of [photo.fileId, before['file_id']]) expect(await status(gallery, former)).toBe(302);
    expect(await studio.ingest([key, photo.key])).toEqual({ batchItemFailures: [] });
    expect(await studio.row(photo.id)).toEqual(row);
  });

  test.each([
    ['not_an_image', Buffer.from('no picture'), 'image/jpeg'],
    ['type_mismatch', scene, 'image/png'],
    ['truncated', pictures.truncated(scene), 'image/jpeg'],
  ] as const)('that is none (%s) is named, and the photo stays as it was', async (reason, bytes, mime) => {
    const photo = await studio.photo(gallery, scene);
    const before = await studio.row(photo.id);
    const key = await replacement(photo, bytes, mime);
    await studio.ingest([key]);
    await settleAll();
    expect(await studio.row(photo.id)).toEqual(before);
    const [row] = await query('select status, failure_reason from photo_replacements where photo_id = $1', [photo.id]);
    expect(row).toEqual({ status: 'failed', failure_reason: reason });
    expect(await studio.list('originals', `${gallery}/${photo.id}/`)).toEqual([photo.key]);
    expect(await status(gallery, photo.fileId)).toBe(200);
  });

  test('processed twice concurrently is applied once', async () => {
    const photo = await studio.photo(gallery, scene);
    const key = await replacement(photo, other);
    await Promise.all([studio.ingest([key]), studio.ingest([key]), studio.ingest([key])]);
    await settleAll();
    expect(await studio.row(photo.id)).toMatchObject({ status: 'ready', original_key: key, width: 300 });
    const { file_id: fileId } = await studio.row(photo.id);
    const folders = new Set((await studio.list('renditions', `${gallery}/`)).map((name) => name.split('/')[1]));
    expect(folders).toEqual(new Set([photo.fileId, fileId]));
  });

  test('gets the gallery’s watermark, also one added during processing', async () => {
    const photo = await studio.photo(gallery, scene);
    const watermarkId = await studio.mark(red);
    const key = await replacement(photo, other);
    let once = false;
    const decoder = {
      ...studio.decoder,
      run: async (job: never) => {
        if (!once) await studio.mutate('galleries.update', { id: gallery, changes: { watermarkId } });
        once = true;
        return studio.decoder.run(job);
      },
    } as typeof studio.decoder;
    await studio.ingest([key], { decoder });
    const row = await studio.row(photo.id);
    expect(row).toMatchObject({ original_key: key, style_version: row['rendered_version'] });
    const answer = await studio.get(imageUrl(gallery, String(row['file_id'])));
    expect(await isMarked(Buffer.from(await answer.arrayBuffer()))).toBe(true);
    await studio.settle();
  });

  test('cancelled during processing changes nothing', async () => {
    const photo = await studio.photo(gallery, scene);
    const key = await replacement(photo, other);
    const decoder = {
      ...studio.decoder,
      run: async (job: never) => {
        await query('delete from photo_replacements where photo_id = $1', [photo.id]);
        return studio.decoder.run(job);
      },
    } as typeof studio.decoder;
    await studio.ingest([key], { decoder });
    expect(await studio.row(photo.id)).toMatchObject({ original_key: photo.key, file_id: photo.fileId });
    const folders = new Set((await studio.list('renditions', `${gallery}/`)).map((name) => name.split('/')[1]));
    expect(folders).toEqual(new Set([photo.fileId]));
  });
});

const move = (photos: Photo[], toGalleryId: string, sectionId: string | null = null) =>
  studio.mutate('photos.move', { galleryId: gallery, photoIds: photos.map(({ id }) => id), toGalleryId, sectionId });

/** Expects a moved photo's final state and no objects at the previous location. */
async function expectMoved(photo: Photo, target: string): Promise<void> {
  const row = await studio.row(photo.id);
  expect(row).toMatchObject({ gallery_id: target, status: 'ready', width: 600, height: 400 });
  expect(await studio.list('originals', `${target}/${photo.id}/`)).toEqual([row['original_key']]);
  expect(await studio.list('originals', `${gallery}/${photo.id}/`)).toEqual([]);
  expect(await studio.list('renditions', `${gallery}/${photo.fileId}/`)).toEqual([]);
  expect(await status(target, row['file_id'])).toBe(200);
  expect(await status(gallery, photo.fileId)).toBe(404);
  expect(await status(target, photo.fileId)).toBe(404);
}

describe('moved photos', () => {
  test('keep all their data in the other gallery and leave no objects behind', async () => {
    const target = await studio.gallery();
    const sectionId = await section(target);
    const photos = [await studio.photo(gallery, scene), await studio.photo(gallery, scene)];
    const stays = await studio.photo(gallery, scene);
    for (const { fileId } of photos) await studio.get(imageUrl(gallery, fileId));
    await move(photos, target, sectionId);
    const [row] = await query('select cover_photo_id from galleries where id = $1', [gallery]);
    expect(row.cover_photo_id).toBe(stays.id);
    expect(await studio.row(photos[0]!.id)).toMatchObject({ status: 'processing', section_id: sectionId });
    await settleAll();
    for (const photo of photos) await expectMoved(photo, target);
    expect(await status(gallery, stays.fileId)).toBe(200);
    expect(await query('select photo_count, ready_count from gallery_stats where gallery_id = $1', [target])).toEqual([
      { photo_count: 2, ready_count: 2 },
    ]);
  });

  test('are appended there in their previous order, as copies are', async () => {
    const target = await studio.gallery();
    await studio.photo(target, scene, { order: 40 });
    const photos = [
      await studio.photo(gallery, scene, { order: 9 }),
      await studio.photo(gallery, scene, { order: 2 }),
      await studio.photo(gallery, scene, { order: 9 }),
    ];
    const copies = photos.map(({ id: from }) => ({ from, id: newId() }));
    const ordersOf = (ids: string[]) => Promise.all(ids.map(async (id) => (await studio.row(id))['order']));
    await studio.mutate('photos.copy', { galleryId: gallery, toGalleryId: target, sectionId: null, copies });
    expect(await ordersOf(copies.map(({ id }) => id))).toEqual([42, 41, 42]);
    await move(photos, target);
    expect(await ordersOf(photos.map(({ id }) => id))).toEqual([44, 43, 44]);
    await settleAll();
  });

  test('get the other gallery’s watermark', async () => {
    const target = await studio.gallery({ watermark_id: await studio.mark(red) });
    const photo = await studio.photo(gallery, scene);
    await move([photo], target);
    await settleAll();
    const answer = await studio.get(imageUrl(target, String((await studio.row(photo.id))['file_id'])));
    expect(await isMarked(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  });

  test('discard a pending replacement original, and may return', async () => {
    const target = await studio.gallery();
    const photo = await studio.photo(gallery, scene);
    await insertRow(studio.database.pool, 'photo_replacements', {
      photo_id: photo.id,
      account_id: studio.account,
      gallery_id: gallery,
      author_id: crypto.randomUUID(),
      filename: 'x.jpg',
      size: 1,
      mime_type: 'image/jpeg',
      original_key: `${gallery}/${photo.id}/${newId()}`,
    });
    await move([photo], target);
    await settleAll();
    expect(await query('select 1 from photo_replacements where photo_id = $1', [photo.id])).toEqual([]);
    await studio.mutate('photos.move', {
      galleryId: target,
      photoIds: [photo.id],
      toGalleryId: gallery,
      sectionId: null,
    });
    await settleAll();
    studio.clock.advance(3 * HOUR_MS);
    await studio.settle();
    const row = await studio.row(photo.id);
    expect(row).toMatchObject({ gallery_id: gallery, status: 'ready' });
    expect(await studio.list('originals', `${gallery}/${photo.id}/`)).toEqual([row['original_key']]);
    expect(await status(gallery, row['file_id'])).toBe(200);
  });

  test.each(['head', 'copy', 'remove'] as const)(
    'survive a crash at %s, and the late end of the crashed run',
    async (step) => {
      const target = await studio.gallery();
      const photo = await studio.photo(gallery, scene);
      await move([photo], target);
      const { jobs } = studio;
      const die = () => Promise.reject(new Error('killed'));
      const storage = { ...jobs.storage, [step]: die };
      const [effect] = await query(`select id, payload from outbox where kind = 'photos.transfer'`);
      expect((await runOutbox({ ...jobs, storage })).failed).toBeGreaterThan(0);
      const left = [
        ...(await studio.list('originals', `${gallery}/${photo.id}/`)),
        ...(await studio.list('originals', `${target}/${photo.id}/`)),
      ];
      expect(left.length).toBeGreaterThan(0);
      studio.clock.advance(6_000);
      await settleAll();
      await expectMoved(photo, target);
      const before = await studio.row(photo.id);
      await query(
        `update outbox set done_at = null, run_after = now() - make_interval(secs => 1), attempts = 0 where id = $1`,
        [effect.id],
      );
      await settleAll();
      expect(await studio.row(photo.id)).toEqual(before);
      await expectMoved(photo, target);
    },
  );

  test('survive the previous gallery, also one erased before their originals were copied', async () => {
    const target = await studio.gallery();
    const photo = await studio.photo(gallery, scene);
    await move([photo], target);
    await query(`update outbox set run_after = now() + interval '40 days' where kind = 'photos.transfer'`);
    await studio.mutate('galleries.trash', { id: gallery });
    studio.clock.advance(31 * DAY_MS);
    await emptyTrash(studio.jobs);
    await studio.settle();
    expect(await studio.list('originals', `${gallery}/${photo.id}/`)).toEqual([photo.key]);
    await query(`update outbox set run_after = now() - make_interval(secs => 1) where kind = 'photos.transfer'`);
    await settleAll();
    await emptyTrash(studio.jobs);
    await settleAll();
    expect(await query('select 1 from galleries where id = $1', [gallery])).toEqual([]);
    await expectMoved(photo, target);
  });
});

describe('copies', () => {
  const copy = async (photos: Photo[], toGalleryId: string, sectionId: string | null = null) => {
    const copies = photos.map(({ id }) => ({ from: id, id: newId() }));
    await studio.mutate('photos.copy', { galleryId: gallery, toGalleryId, sectionId, copies });
    return copies.map(({ id }) => id);
  };

  test('are separate photos, rotated and cropped as the first', async () => {
    const target = await studio.gallery();
    const photo = await studio.photo(gallery, scene, { order: 3, capture_offset: 60 });
    await studio.mutate('photos.rotate', { galleryId: gallery, photoIds: [photo.id], by: 90 });
    await studio.settle();
    const [id] = await copy([photo], target, await section(target));
    await settleAll();
    const [from, made] = [await studio.row(photo.id), await studio.row(id!)];
    for (const column of ['filename', 'metadata', 'captured_at', 'capture_offset', 'rotation', 'size', 'width']) {
      expect([column, made[column]]).toEqual([column, from[column]]);
    }
    expect(made).toMatchObject({ gallery_id: target, status: 'ready', rendered_rotation: 90, width: 400 });
    expect(made['rendered_version']).toBe(made['style_version']);
    expect(await status(target, made['file_id'])).toBe(200);
    await studio.mutate('photos.trash', { galleryId: gallery, photoIds: [photo.id] });
    studio.clock.advance(31 * DAY_MS);
    await emptyTrash(studio.jobs);
    await settleAll();
    expect(await studio.list('originals', `${target}/${id}/`)).toEqual([made['original_key']]);
    expect(await status(target, made['file_id'])).toBe(200);
  });

  test('within one gallery, and of a photo that moves before they are made', async () => {
    const target = await studio.gallery();
    const photo = await studio.photo(gallery, scene);
    const [id] = await copy([photo], gallery);
    const [effect] = await query(`select id from outbox where kind = 'photos.transfer'`);
    await query(`update outbox set run_after = now() + interval '1 hour' where id = $1`, [effect.id]);
    await move([photo], target);
    await settleAll();
    await expectMoved(photo, target);
    studio.clock.advance(61 * MINUTE_MS);
    await settleAll();
    expect(await studio.row(id!)).toMatchObject({ gallery_id: gallery, status: 'ready', width: 600 });
  });

  test('without an original fail with their reason', async () => {
    const photo = await studio.photo(gallery, scene);
    await studio.store.originals.remove(photo.key);
    const [id] = await copy([photo], gallery);
    await settleAll();
    expect(await studio.row(id!)).toMatchObject({ status: 'failed', failure_reason: 'upload_missing' });
  });
});
