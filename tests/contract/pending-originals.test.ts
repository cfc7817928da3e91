import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { imageUrl } from '#core/domain/photos/image-params.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { enqueue } from '#functions/outbox/enqueue.ts';
import { expectLogged } from '../support/expected-log.ts';
import { capturedMetrics } from '../support/metrics.ts';
import { type Photo, type PhotoPipeline, startPhotoPipeline } from '../support/photo-pipeline.ts';
import * as pictures from '../support/pictures.ts';
import { insertRow, newId } from '../support/rows.ts';

expectLogged('original_missing');

/* Originals that wait to be copied while other jobs delete or replace originals: in any order, none is lost. */

let studio: PhotoPipeline;
let gallery: string;
let target: string;
const scene = await pictures.scene(600, 400).jpeg({ quality: 95 }).toBuffer();
const other = await pictures.exifPicture(300, 900);

beforeAll(async () => {
  studio = await startPhotoPipeline();
});
afterAll(() => studio.close());
beforeEach(async () => {
  capturedMetrics();
  await studio.database.pool.query('delete from outbox');
  studio.events.length = 0;
  gallery = await studio.gallery();
  target = await studio.gallery();
});

const query = async (text: string, values: unknown[] = []) => (await studio.database.pool.query(text, values)).rows;
/** Runs the batched purges and the effects that waited for them. */
const settleAll = async () => {
  await studio.settle();
  for (const ms of [11_000, 61_000, 61_000]) {
    studio.clock.advance(ms);
    await studio.settle();
  }
};
const move = ({ id, galleryId }: Photo, toGalleryId = target) =>
  studio.mutate('photos.move', { galleryId, photoIds: [id], toGalleryId, sectionId: null });
async function copy({ id: from, galleryId }: Photo): Promise<string> {
  const id = newId();
  await studio.mutate('photos.copy', { galleryId, toGalleryId: target, sectionId: null, copies: [{ from, id }] });
  return id;
}

/**
 * Delays all queued copies beyond the duration of any test.
 * @returns a function that releases them
 */
async function hold(): Promise<() => Promise<void>> {
  const held = await query(
    `update outbox set run_after = now() + interval '9 years' where kind = 'photos.transfer' and done_at is null
     returning id`,
  );
  expect(held).toHaveLength(1);
  return async () => {
    await query('update outbox set run_after = now() - make_interval(secs => 1) where id = $1', [held[0].id]);
    await settleAll();
  };
}

const originals = (galleryId: string, id: string) => studio.list('originals', `${galleryId}/${id}/`);
const pending = (kind: string) => query('select id from outbox where kind = $1 and done_at is null', [kind]);

/** Inserts a row and stores its object, as an upload leaves them. */
async function replacement({ id, galleryId }: Photo, bytes: Buffer, values: object = {}): Promise<string> {
  const key = `${galleryId}/${id}/${newId()}`;
  await insertRow(studio.database.pool, 'photo_replacements', {
    photo_id: id,
    account_id: studio.account,
    gallery_id: galleryId,
    author_id: crypto.randomUUID(),
    filename: 'retouched.jpg',
    size: bytes.length,
    mime_type: 'image/jpeg',
    original_key: key,
    sha256: 'ab'.repeat(32),
    ...values,
  });
  await studio.store.originals.put(key, bytes, { contentType: 'image/jpeg' });
  return key;
}

/** Expects all objects at the current location and none at the previous one. */
async function expectWhole(id: string, galleryId: string, width = 600): Promise<void> {
  const row = await studio.row(id);
  expect(row).toMatchObject({ gallery_id: galleryId, status: 'ready', width });
  expect(await originals(galleryId, id)).toEqual([row['original_key']]);
  expect((await studio.get(imageUrl(galleryId, String(row['file_id']), { width: 400, quality: 50 }))).status).toBe(200);
}

describe('the original of a moved photo', () => {
  test.each(['uploading', 'failed'])('survives a discarded replacement (%s)', async (status) => {
    const photo = await studio.photo(gallery, scene);
    const failure = status === 'failed' ? 'truncated' : null;
    const left = await replacement(photo, other, { status, failure_reason: failure });
    await move(photo);
    const release = await hold();
    await settleAll();
    studio.clock.advance(3 * HOUR_MS);
    await settleAll();
    expect(await originals(gallery, photo.id)).toEqual([photo.key]);
    expect(left).not.toBe(photo.key);
    await release();
    await expectWhole(photo.id, target);
    expect(await originals(gallery, photo.id)).toEqual([]);
  });

  test('survives an earlier cancelled upload with its name, whose objects are deleted later', async () => {
    const photo = await studio.photo(gallery, scene);
    const erased = { galleryId: gallery, photoId: photo.id };
    await move(photo);
    const release = await hold();
    const remains = `${gallery}/${photo.id}/${newId()}`;
    await studio.store.originals.put(remains, other, { contentType: 'image/jpeg' });
    await enqueue(studio.db, studio.account, 'photo.erase', erased, Date.now(), { dedupeKey: `erase:${photo.id}` });
    await settleAll();
    expect(await originals(gallery, photo.id)).toEqual([photo.key, remains].sort());
    await release();
    await expectWhole(photo.id, target);
    expect(await originals(gallery, photo.id)).toEqual([]);
    expect(await pending('photo.erase')).toEqual([]);
  });

  test('is not reported missing by a run that another one has overtaken', async () => {
    const photo = await studio.photo(gallery, scene);
    await move(photo);
    const { storage } = studio;
    const overtaken: typeof storage.copy = async (bucket, from, to, type) => {
      await storage.copy(bucket, from, to, type);
      await storage.remove(bucket, from);
      return storage.copy(bucket, from, to, type);
    };
    await runOutbox({ ...studio.jobs, storage: { ...storage, copy: overtaken } });
    expect(await studio.row(photo.id)).toMatchObject({ status: 'processing', failure_reason: null });
    await settleAll();
    await expectWhole(photo.id, target);
  });
});

describe('the original of a pending copy', () => {
  test('is the one at the time of the request, also if replaced meanwhile', async () => {
    const photo = await studio.photo(gallery, scene);
    const id = await copy(photo);
    const release = await hold();
    const key = await replacement(photo, other);
    await studio.ingest([key]);
    await settleAll();
    expect(await originals(gallery, photo.id)).toEqual([photo.key, key].sort());
    await release();
    await expectWhole(id, target);
    await expectWhole(photo.id, gallery, 300);
  });

  test('is the one at the time of the request, also if the photo moves and is replaced', async () => {
    const photo = await studio.photo(gallery, scene);
    const id = await copy(photo);
    const release = await hold();
    const third = await studio.gallery();
    await move(photo, third);
    await settleAll();
    await studio.ingest([await replacement({ ...photo, galleryId: third }, other)]);
    await settleAll();
    await release();
    await expectWhole(id, target);
    await expectWhole(photo.id, third, 300);
    expect(await originals(gallery, photo.id)).toEqual([]);
  });

  test('survives the photo itself', async () => {
    const photo = await studio.photo(gallery, scene);
    const id = await copy(photo);
    const release = await hold();
    await studio.mutate('photos.trash', { galleryId: gallery, photoIds: [photo.id] });
    studio.clock.advance(31 * DAY_MS);
    await emptyTrash(studio.jobs);
    await settleAll();
    expect(await originals(gallery, photo.id)).toEqual([photo.key]);
    await release();
    await expectWhole(id, target);
    expect(await studio.row(photo.id)).toBeUndefined();
    expect(await originals(gallery, photo.id)).toEqual([]);
  });

  test('is never other content: without the right one the copy fails with its reason', async () => {
    const photo = await studio.photo(gallery, scene);
    const id = await copy(photo);
    const release = await hold();
    await studio.ingest([await replacement(photo, other)]);
    await studio.store.originals.remove(photo.key);
    await release();
    expect(await studio.row(id)).toMatchObject({ status: 'failed', failure_reason: 'upload_missing' });
    expect(await originals(target, id)).toEqual([]);
  });
});

test('restores a photo completely that was trashed between two ingest runs', async () => {
  const photo = await studio.photo(gallery, scene);
  await query(`update photos set status = 'processing' where id = $1`, [photo.id]);
  const named = { galleryId: gallery, photoIds: [photo.id] };
  const decoder = {
    ...studio.decoder,
    run: async (job: never) => {
      await studio.ingest([photo.key]);
      await studio.mutate('photos.trash', named);
      return studio.decoder.run(job);
    },
  } as typeof studio.decoder;
  await studio.ingest([photo.key], { decoder });
  await studio.mutate('photos.restore', { ...named, cover: null });
  await settleAll();
  await expectWhole(photo.id, gallery);
  expect(await studio.list('renditions', `${gallery}/${photo.fileId}/`)).toHaveLength(6 + 1);
});

describe('a replacement original during a move', () => {
  const insert = (photo: Photo) =>
    `insert into photo_replacements (photo_id, account_id, gallery_id, author_id, filename, size, mime_type, original_key)
     values ('${photo.id}', '${studio.account}', '${gallery}', '${crypto.randomUUID()}', 'x.jpg', 1, 'image/jpeg',
       '${gallery}/${photo.id}/${newId()}') on conflict (photo_id) do update set filename = excluded.filename`;

  test.each([[true], [false]])('is discarded with the previous location; one before it: %s', async (hasFormer) => {
    const photo = await studio.photo(gallery, scene);
    if (hasFormer) await query(insert(photo));
    const client = await studio.database.pool.connect();
    // Inserts what presign does: the photo's row, then the new original's.
    await client.query('begin');
    await client.query('select from photos where id = $1 for key share', [photo.id]);
    const moved = Promise.allSettled([move(photo)]);
    await expect
      .poll(() => query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .toHaveLength(1);
    const prepared = Promise.allSettled([
      client.query('select from photo_replacements where photo_id = $1 for update', [photo.id]).then(async () => {
        await client.query(insert(photo));
        await client.query('commit');
      }),
    ]);
    expect([...(await prepared), ...(await moved)].map((end) => end.status)).toEqual(['fulfilled', 'fulfilled']);
    client.release();
    expect(await query('select from photo_replacements where photo_id = $1', [photo.id])).toEqual([]);
    await settleAll();
    await expectWhole(photo.id, target);
  });
});
