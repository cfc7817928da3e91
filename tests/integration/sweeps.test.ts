import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TRASH_MS } from '#core/domain/galleries.ts';
import { readOgSource } from '#functions/jobs/og-source.ts';
import { sweepOgPictures } from '#functions/jobs/og-sweep.ts';
import { runOutbox } from '#functions/jobs/outbox.ts';
import { emptyTrash } from '#functions/jobs/trash.ts';
import { sweepUploads } from '#functions/jobs/uploads-sweep.ts';
import { enqueue } from '#functions/lib/outbox.ts';
import { type ApiStack, startApi } from '../support/api.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';

let api: ApiStack;
let studio: Studio;
beforeAll(async () => {
  api = await startApi();
  studio = await makeStudio(api);
  return () => api.close();
});
beforeEach(async () => {
  await api.db.pool.query('delete from outbox');
  api.purged.length = 0;
});

const HOUR = 60 * 60_000;
const exists = async (table: string, id: string) =>
  (await api.db.pool.query(`select from ${table} where id = $1`, [id])).rowCount === 1;
const store = (bucket: 'originals' | 'renditions', key: string) =>
  api.services.storage.put(bucket, key, new Uint8Array([1]), { contentType: 'image/jpeg' });
const stored = async (bucket: 'originals' | 'renditions', key: string) =>
  (await api.services.storage.head(bucket, key)) !== null;

async function emptied(): Promise<void> {
  await emptyTrash(api.jobs);
  expect((await runOutbox(api.jobs)).failed).toBe(0);
}

describe('the trash', () => {
  it('erases galleries after 30 days, rows and objects, and nothing beside them', async () => {
    const deletedAt = new Date(api.clock.now());
    const [doomed, kept, restored] = [
      await publishedGallery(api, studio, { deleted_at: deletedAt }),
      await publishedGallery(api, studio),
      await publishedGallery(api, studio, { deleted_at: deletedAt }),
    ];
    const [mine, other, back] = [
      await readyPhoto(api, studio, doomed),
      await readyPhoto(api, studio, kept),
      await readyPhoto(api, studio, restored),
    ];
    for (const [galleryId, photo] of [
      [doomed, mine],
      [kept, other],
      [restored, back],
    ] as const) {
      await store('originals', photo.originalKey);
      await store('renditions', `${galleryId}/${photo.fileId}/w800-q50.jpg`);
      await store('renditions', `og/${galleryId}/${'A'.repeat(43)}.jpg`);
    }
    await emptied();
    expect(await exists('galleries', doomed)).toBe(true);
    api.clock.advance(TRASH_MS - HOUR);
    await emptied();
    expect(await exists('galleries', doomed)).toBe(true);
    api.clock.advance(HOUR + 1);
    await emptyTrash(api.jobs);
    // Restored between the job's look and the deed.
    await api.db.pool.query('update galleries set deleted_at = null where id = $1', [restored]);
    expect((await runOutbox(api.jobs)).failed).toBe(0);
    expect([await exists('galleries', doomed), await exists('photos', mine.id)]).toEqual([false, false]);
    expect([await exists('galleries', kept), await exists('galleries', restored)]).toEqual([true, true]);
    const keys = (galleryId: string, photo: typeof mine) =>
      Promise.all([
        stored('originals', photo.originalKey),
        stored('renditions', `${galleryId}/${photo.fileId}/w800-q50.jpg`),
        stored('renditions', `og/${galleryId}/${'A'.repeat(43)}.jpg`),
      ]);
    expect(await keys(doomed, mine)).toEqual([false, false, false]);
    expect(api.purged).toEqual([`/api/images/${doomed}*`, `/${doomed}/*`, `/og/${doomed}/*`]);
    expect(await keys(kept, other)).toEqual([true, true, true]);
    expect(await keys(restored, back)).toEqual([true, true, true]);
    expect(await emptyTrash(api.jobs)).toEqual({ galleries: 0, photos: 0 });
  });

  it('erases single photos the same way', async () => {
    const galleryId = await publishedGallery(api, studio);
    const [doomed, kept] = [
      await readyPhoto(api, studio, galleryId, { deleted_at: new Date(api.clock.now()) }),
      await readyPhoto(api, studio, galleryId),
    ];
    for (const photo of [doomed, kept]) {
      await store('originals', photo.originalKey);
      await store('renditions', `${galleryId}/${photo.fileId}/w800-q50.jpg`);
    }
    api.clock.advance(TRASH_MS + 1);
    await emptied();
    expect([await exists('photos', doomed.id), await exists('photos', kept.id)]).toEqual([false, true]);
    expect([await stored('originals', doomed.originalKey), await stored('originals', kept.originalKey)]).toEqual([
      false,
      true,
    ]);
    expect(await stored('renditions', `${galleryId}/${doomed.fileId}/w800-q50.jpg`)).toBe(false);
    expect(api.purged).toEqual([`/api/images/${galleryId}/${doomed.fileId}*`, `/${galleryId}/${doomed.fileId}/*`]);
  });

  it('keeps rows whose objects could not be deleted', async () => {
    const galleryId = await publishedGallery(api, studio, { deleted_at: new Date(api.clock.now()) });
    api.clock.advance(TRASH_MS + 1);
    await emptyTrash(api.jobs);
    const storage = { ...api.jobs.storage, removePrefix: () => Promise.reject(new Error('away')) };
    expect(await runOutbox({ ...api.jobs, storage })).toMatchObject({ done: 0, failed: 1 });
    expect(await exists('galleries', galleryId)).toBe(true);
    api.clock.advance(10_000);
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 1, failed: 0 });
    expect(await exists('galleries', galleryId)).toBe(false);
  });

  it('forgets ended sessions, counters and tokens', async () => {
    const past = (days: number) => new Date(api.clock.now() - days * 24 * HOUR);
    const visitor = { id: newId(), token_hash: newId(43), created_at: past(100), expires_at: past(1) };
    await insertRow(api.db.pool, 'visitors', visitor);
    await insertRow(api.db.pool, 'rate_limits', { bucket: 'old', window_start: past(3) });
    await insertRow(api.db.pool, 'rate_limits', { bucket: 'new', window_start: past(1) });
    await emptyTrash(api.jobs);
    expect(await exists('visitors', visitor.id)).toBe(false);
    const { rows } = await api.db.pool.query('select bucket from rate_limits');
    expect(rows).toEqual([{ bucket: 'new' }]);
  });
});

describe('uploads that nobody finished', () => {
  it('are forgotten after a day, row and object, and no others', async () => {
    const galleryId = await publishedGallery(api, studio);
    const abandoned = await readyPhoto(api, studio, galleryId, { status: 'uploading' });
    const ready = await readyPhoto(api, studio, galleryId);
    for (const { originalKey } of [abandoned, ready]) await store('originals', originalKey);
    const at = (hours: number) => ({ ...api.jobs, clock: () => Date.now() + hours * HOUR });
    expect(await sweepUploads(at(23))).toMatchObject({ abandoned: 0 });
    expect(await exists('photos', abandoned.id)).toBe(true);
    expect(await sweepUploads(at(25))).toMatchObject({ abandoned: 1 });
    expect([await exists('photos', abandoned.id), await exists('photos', ready.id)]).toEqual([false, true]);
    expect([await stored('originals', abandoned.originalKey), await stored('originals', ready.originalKey)]).toEqual([
      false,
      true,
    ]);
    expect(await sweepUploads(at(25))).toMatchObject({ abandoned: 0 });
  });

  it('are read again when they got stuck, or fail when nothing is there to read', async () => {
    const galleryId = await publishedGallery(api, studio);
    const [there, gone] = [
      await readyPhoto(api, studio, galleryId, { status: 'processing' }),
      await readyPhoto(api, studio, galleryId, { status: 'processing' }),
    ];
    await store('originals', there.originalKey);
    expect(await sweepUploads({ ...api.jobs, clock: () => Date.now() })).toMatchObject({ stuck: 0 });
    expect(await sweepUploads({ ...api.jobs, clock: () => Date.now() + 2 * HOUR })).toMatchObject({ stuck: 2 });
    const { rows } = await api.db.pool.query('select id, status, failure_reason from photos where gallery_id = $1', [
      galleryId,
    ]);
    const byId = new Map(rows.map((row) => [row.id, [row.status, row.failure_reason]]));
    expect([byId.get(there.id), byId.get(gone.id)]).toEqual([
      ['processing', null],
      ['failed', 'upload_missing'],
    ]);
  });
});

describe('a retried photo', () => {
  it('is written onto itself, so that the bucket tells of it again', async () => {
    const galleryId = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, galleryId, { status: 'processing', mime_type: 'image/png' });
    await store('originals', photo.originalKey);
    const effect = { galleryId, photoId: photo.id };
    await enqueue(api.services.db, studio.id, 'photo.ingest', effect, api.clock.now());
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 1, failed: 0 });
    expect(await api.services.storage.head('originals', photo.originalKey)).toMatchObject({
      contentType: 'image/png',
      size: 1,
    });
  });
});

describe('Open Graph pictures', () => {
  const at = (ms: number) => ({ ...api.jobs, clock: () => Date.now() + ms });
  const due = async (galleryId: string) => {
    const sql = `select from outbox where kind = 'og.refresh' and payload ->> 'galleryId' = $1`;
    const { rowCount } = await api.db.pool.query(sql, [galleryId]);
    await api.db.pool.query('delete from outbox');
    return rowCount;
  };
  const drawn = async ({ id: account_id }: Studio, galleryId: string) => {
    const { fileId, fingerprint } = (await readOgSource(api.services.db, galleryId))!;
    const row = { gallery_id: galleryId, account_id, token: newId(43), file_id: fileId, fingerprint };
    await insertRow(api.db.pool, 'og_pictures', row);
  };

  it('are looked after when a gallery expires by itself, or its cover comes late', async () => {
    const galleryId = await publishedGallery(api, studio, { expires_at: new Date(Date.now() + HOUR) });
    await sweepOgPictures(at(0));
    expect(await due(galleryId)).toBe(0);
    await readyPhoto(api, studio, galleryId);
    await sweepOgPictures(at(0));
    expect(await due(galleryId)).toBe(1);
    await drawn(studio, galleryId);
    await sweepOgPictures(at(0));
    expect(await due(galleryId)).toBe(0);
    await sweepOgPictures(at(2 * HOUR));
    expect(await due(galleryId)).toBe(1);
  });

  it('are drawn anew when their studio takes another name', async () => {
    const other = await makeStudio(api, 'Before');
    const galleryId = await publishedGallery(api, other, { updated_at: new Date(Date.now() - 24 * HOUR) });
    await readyPhoto(api, other, galleryId);
    await drawn(other, galleryId);
    await sweepOgPictures(at(0));
    expect(await due(galleryId)).toBe(0);
    await api.db.pool.query(
      `insert into settings (account_id, author_id, key, value) values ($1, $2, 'photographer', '{"businessName":"After"}')
       on conflict (account_id, key) do update set value = excluded.value`,
      [other.id, other.owner.userId],
    );
    await sweepOgPictures(at(0));
    expect(await due(galleryId)).toBe(1);
    await sweepOgPictures(at(HOUR));
    expect(await due(galleryId)).toBe(0);
  });
});
