import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { ID_LENGTH } from '#core/domain/values/ids.ts';
import { cleanUpOgImages } from '#functions/galleries/og-image-cleanup.ts';
import { readOgImageSource } from '#functions/galleries/og-image-source.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { enqueue } from '#functions/outbox/enqueue.ts';
import { cleanUpUploads } from '#functions/uploads/cleanup.ts';
import { type ApiStack, startApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { capturedMetrics } from '../support/metrics.ts';
import { writeInventory } from '../support/inventory.ts';
import { insertCustomer, insertPhoto, insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';

expectLogged('effect_failed', 'orphans_held', 'orphans_removed');

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
  it('erases galleries after 30 days, rows and objects, and nothing else', async () => {
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
    api.clock.advance(TRASH_MS - HOUR_MS);
    await emptied();
    expect(await exists('galleries', doomed)).toBe(true);
    api.clock.advance(HOUR_MS + 1);
    await emptyTrash(api.jobs);
    // Restored between the job's query and its deletion.
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
    expect(await emptyTrash(api.jobs)).toMatchObject({ accounts: 0, galleries: 0, photos: 0 });
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

  it('erases sessions, then their clients, except those with payments', async () => {
    const [account_id, author_id] = [studio.id, studio.owner.userId];
    const away = { deleted_at: new Date(api.clock.now()) };
    const person = (values = {}) => insertCustomer(api.db.pool, studio.id, { name: 'Ada', ...values });
    const session = async (customer_id: string, values = {}) => {
      const row = { id: newId(), account_id, author_id, customer_id, date: new Date(0) };
      await insertRow(api.db.pool, 'sessions', { ...row, ...values });
      return row.id;
    };
    const money = { date: new Date(0), amount: 100, currency: 'EUR' };
    const pay = (session_id: string, status: string) =>
      insertRow(api.db.pool, 'payments', { id: newId(), account_id, author_id, session_id, status, ...money });
    const [leaving, staying, present] = [await person(away), await person(away), await person()];
    const [gone, waited, paid, kept] = [
      await session(leaving, away),
      await session(present, away),
      await session(staying, away),
      await session(present),
    ];
    await pay(waited, 'pending');
    await pay(paid, 'paid');
    api.clock.advance(TRASH_MS - HOUR_MS);
    expect(await emptyTrash(api.jobs)).toMatchObject({ sessions: 0, customers: 0 });
    api.clock.advance(HOUR_MS + 1);
    expect(await emptyTrash(api.jobs)).toMatchObject({ sessions: 2, customers: 1 });
    const left = await Promise.all([gone, waited, paid, kept].map((id) => exists('sessions', id)));
    expect(left).toEqual([false, false, true, true]);
    const people = await Promise.all([leaving, staying, present].map((id) => exists('customers', id)));
    expect(people).toEqual([false, true, true]);
    expect(await emptyTrash(api.jobs)).toMatchObject({ sessions: 0, customers: 0 });
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

  it('deletes ended auth sessions, counters and tokens', async () => {
    const past = (days: number) => new Date(api.clock.now() - days * DAY_MS);
    const visitor = { id: newId(), token_hash: newId(43), created_at: past(100), expires_at: past(1) };
    await insertRow(api.db.pool, 'visitors', visitor);
    await insertRow(api.db.pool, 'rate_limits', { bucket: 'old', window_start: past(3) });
    await insertRow(api.db.pool, 'rate_limits', { bucket: 'new', window_start: past(1) });
    await emptyTrash(api.jobs);
    expect(await exists('visitors', visitor.id)).toBe(false);
    const { rows } = await api.db.pool.query('select bucket from rate_limits');
    expect(rows).toEqual([{ bucket: 'new' }]);
  });

  it('looks at guests in turn, from those after the last run’s', async () => {
    const galleryId = await publishedGallery(api, studio);
    const row = { id: newId(), account_id: studio.id, gallery_id: galleryId, role: 'guest' };
    await insertRow(api.db.pool, 'gallery_people', { ...row, created_at: new Date(api.clock.now() - 2 * DAY_MS) });
    await api.db.pool.query(
      `insert into job_cursors (name, position) values ('guests', $1)
       on conflict (name) do update set position = excluded.position`,
      [row.id],
    );
    await emptyTrash(api.jobs);
    expect(await exists('gallery_people', row.id)).toBe(true);
    await emptyTrash(api.jobs);
    expect(await exists('gallery_people', row.id)).toBe(false);
  });

  it('deletes rooms of lists and galleries that are gone', async () => {
    const galleryId = await publishedGallery(api, studio);
    const rooms = [`g:${galleryId}`, `g:${studio.id}${newId(16)}`, `l:${newId()}`, `s:${studio.id}`];
    await api.db.pool.query('delete from live_rooms');
    for (const room of rooms) await insertRow(api.db.pool, 'live_rooms', { room, account_id: studio.id });
    await emptyTrash(api.jobs);
    const { rows } = await api.db.pool.query<{ room: string }>('select room from live_rooms order by room');
    expect(rows.map(({ room }) => room)).toEqual([rooms[0], rooms[3]]);
  });

  it('deletes the auth service’s audit log after 90 days', async () => {
    const entry = async (days: number) => {
      const { rows } = await api.db.pool.query<{ id: string }>(
        `insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), '{}', $1) returning id`,
        [new Date(api.clock.now() - days * DAY_MS)],
      );
      return rows[0]!.id;
    };
    const ids = [await entry(91), await entry(89)];
    await emptyTrash(api.jobs);
    const left = await api.db.pool.query('select id from auth.audit_log_entries where id = any($1)', [ids]);
    expect(left.rows).toEqual([{ id: ids[1] }]);
  });

  it('deletes team invitations 90 days after their end, and notice records after 400', async () => {
    const past = (days: number) => new Date(api.clock.now() - days * DAY_MS);
    const invite = async (status: string, expires: number, answered?: number) => {
      const row = { id: newId(), author_id: studio.owner.userId, email: `${newId()}@example.org`, role: 'assistant' };
      const times = { expires_at: past(expires), responded_at: answered === undefined ? null : past(answered) };
      await insertRow(api.db.pool, 'team_invites', { ...row, ...times, account_id: studio.id, status });
      return row.id;
    };
    const event = async (days: number) => {
      const row = { id: newId(), account_id: studio.id, kind: 'member_left', at: past(days) };
      await insertRow(api.db.pool, 'security_events', row);
      return row.id;
    };
    await Promise.all([invite('accepted', 20, 91), invite('revoked', 20, 90), invite('sent', 90)]);
    // Answered after its expiry, as when the answer was its revocation.
    const kept = [await invite('declined', 120, 89), await invite('sent', 89), await invite('pending', -14)];
    const [old, young] = [await event(400), await event(399)];
    await emptyTrash(api.jobs);
    const left = await api.db.pool.query<{ id: string }>('select id from team_invites where account_id = $1', [
      studio.id,
    ]);
    expect(left.rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
    expect([await exists('security_events', old), await exists('security_events', young)]).toEqual([false, true]);
  });
});

describe('unfinished uploads', () => {
  const at = (hours: number) => ({ ...api.jobs, clock: () => Date.now() + hours * HOUR_MS });
  const counts = { completed: 0, abandoned: 0, stuck: 0 };
  /** Starts and ends as a JPEG does; nothing here decodes it. */
  const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0xff, 0xd9]);
  const send = (key: string) => api.services.storage.put('originals', key, JPEG, { contentType: 'image/jpeg' });
  const keys = async (bucket: 'originals' | 'renditions') =>
    (await api.services.storage.list(bucket, '')).objects.map(({ key }) => key);
  const statusOf = async (id: string) =>
    (await api.db.pool.query('select status, failure_reason from photos where id = $1', [id])).rows[0];
  /** Removes rows and objects of earlier tests. */
  beforeEach(async () => {
    await api.db.pool.query('delete from accounts');
    for (const bucket of ['originals', 'renditions'] as const) {
      for (const key of await keys(bucket)) await api.services.storage.remove(bucket, key);
    }
    studio = await makeStudio(api);
  });

  it('are deleted after a day without any data, and no others', async () => {
    const galleryId = await publishedGallery(api, studio);
    const abandoned = await readyPhoto(api, studio, galleryId, { status: 'uploading' });
    const ready = await readyPhoto(api, studio, galleryId);
    await send(ready.originalKey);
    expect((await cleanUpUploads(at(23))).photos).toEqual(counts);
    expect(await exists('photos', abandoned.id)).toBe(true);
    expect((await cleanUpUploads(at(25))).photos).toEqual({ ...counts, abandoned: 1 });
    expect([await exists('photos', abandoned.id), await exists('photos', ready.id)]).toEqual([false, true]);
    expect(await stored('originals', ready.originalKey)).toBe(true);
    expect((await cleanUpUploads(at(25))).photos).toEqual(counts);
  });

  it('are completed when all data has arrived without a confirmation', async () => {
    const galleryId = await publishedGallery(api, studio);
    const values = { status: 'uploading', size: JPEG.length };
    const [arrived, other, trashed] = [
      await readyPhoto(api, studio, galleryId, values),
      await readyPhoto(api, studio, galleryId, { status: 'uploading', size: 1 }),
      await readyPhoto(api, studio, galleryId, { ...values, deleted_at: new Date() }),
    ];
    for (const { originalKey } of [arrived, other, trashed]) await send(originalKey);
    expect((await cleanUpUploads(at(0.9))).photos).toEqual(counts);
    expect((await cleanUpUploads(at(1.1))).photos).toEqual({ ...counts, completed: 2 });
    expect(await statusOf(arrived.id)).toEqual({ status: 'processing', failure_reason: null });
    expect(await statusOf(other.id)).toEqual({ status: 'failed', failure_reason: 'upload_mismatch' });
    expect(await stored('originals', other.originalKey)).toBe(false);
    expect((await statusOf(trashed.id)).status).toBe('uploading');
  });

  it('are enqueued again when stuck, or fail without an original', async () => {
    const galleryId = await publishedGallery(api, studio);
    const [there, gone] = [
      await readyPhoto(api, studio, galleryId, { status: 'processing' }),
      await readyPhoto(api, studio, galleryId, { status: 'processing' }),
    ];
    await send(there.originalKey);
    expect((await cleanUpUploads(at(0))).photos.stuck).toBe(0);
    expect((await cleanUpUploads(at(2))).photos.stuck).toBe(2);
    expect([await statusOf(there.id), await statusOf(gone.id)]).toEqual([
      { status: 'processing', failure_reason: null },
      { status: 'failed', failure_reason: 'upload_missing' },
    ]);
  });

  it('are left alone in the trash, and completed after a restore', async () => {
    const trashed = new Date();
    const values = { status: 'uploading', size: JPEG.length };
    const [there, doomed] = [
      await publishedGallery(api, studio),
      await publishedGallery(api, studio, { deleted_at: trashed }),
    ];
    const [photo, sibling] = [
      await readyPhoto(api, studio, there, { ...values, deleted_at: trashed }),
      await readyPhoto(api, studio, doomed, values),
    ];
    const replaced = await readyPhoto(api, studio, doomed);
    const file = { filename: 'new.jpg', size: JPEG.length, mime_type: 'image/jpeg' };
    const original_key = `${doomed}/${replaced.id}/${newId()}`;
    const parents = { photo_id: replaced.id, account_id: studio.id, gallery_id: doomed };
    const author_id = studio.owner.userId;
    await insertRow(api.db.pool, 'photo_replacements', { ...parents, author_id, ...file, original_key });
    const arrived = [photo.originalKey, sibling.originalKey, original_key];
    for (const key of arrived) await send(key);
    const nothing = { photos: counts, replacements: counts, originals: 0 };
    expect(await cleanUpUploads(at(29 * 24))).toMatchObject(nothing);
    for (const key of arrived) expect(await stored('originals', key)).toBe(true);
    await api.db.pool.query('update galleries set deleted_at = null');
    await api.db.pool.query('update photos set deleted_at = null');
    const swept = await cleanUpUploads(at(29 * 24));
    expect(swept).toMatchObject({ photos: { ...counts, completed: 2 }, replacements: { ...counts, completed: 1 } });
    expect((await statusOf(photo.id)).status).toBe('processing');
  });

  it('of replacement originals are completed, deleted or enqueued in the same way', async () => {
    const galleryId = await publishedGallery(api, studio);
    const replacement = async (values: object) => {
      const photo = await readyPhoto(api, studio, galleryId);
      const key = `${galleryId}/${photo.id}/${newId()}`;
      const file = { filename: 'new.jpg', size: JPEG.length, mime_type: 'image/jpeg', original_key: key };
      const parents = { photo_id: photo.id, account_id: studio.id, gallery_id: galleryId };
      const author_id = studio.owner.userId;
      await insertRow(api.db.pool, 'photo_replacements', { ...parents, author_id, ...file, ...values });
      return { photoId: photo.id, key };
    };
    const [missing, arrived, stuck, gone, failed] = [
      await replacement({}),
      await replacement({}),
      await replacement({ status: 'processing' }),
      await replacement({ status: 'processing' }),
      await replacement({ status: 'failed', failure_reason: 'corrupt' }),
    ];
    for (const { key } of [arrived, stuck]) await send(key);
    expect((await cleanUpUploads(at(2))).replacements).toEqual({ completed: 1, abandoned: 0, stuck: 2 });
    expect((await cleanUpUploads(at(25))).replacements).toMatchObject({ completed: 0, abandoned: 1 });
    const { rows } = await api.db.pool.query('select photo_id, status from photo_replacements');
    const statuses = new Map(rows.map((row) => [row.photo_id, row.status]));
    expect([missing, arrived, stuck, gone, failed].map(({ photoId }) => statuses.get(photoId))).toEqual([
      undefined,
      'processing',
      'processing',
      'failed',
      'failed',
    ]);
    expect(await stored('originals', arrived.key)).toBe(true);
  });

  it('leave no object and no parts without a row, and no other studio’s are touched', async () => {
    const galleryId = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, galleryId);
    const reading = await readyPhoto(api, studio, galleryId, { status: 'processing' });
    const former = newId(24);
    const file = { file_id: former, account_id: studio.id, gallery_id: galleryId, photo_id: photo.id };
    await insertRow(api.db.pool, 'retired_photo_files', file);
    const moving = newId();
    await enqueue(api.services.db, studio.id, 'photo.ingest', { galleryId, photoId: moving }, api.clock.now());
    const token = `${studio.id}/${newId(32)}`;
    const picture = { account_id: studio.id, photo_id: photo.id, file_id: photo.fileId, token };
    await insertRow(api.db.pool, 'site_pictures', picture);
    const kept = {
      originals: [
        photo.originalKey,
        reading.originalKey,
        `${galleryId}/${reading.id}/${newId()}`,
        `${galleryId}/${moving}/${newId()}`,
        `watermarks/${studio.id}/mark`,
        `${galleryId}/${newId()}/a/b`,
        `elsewhere/${newId()}/${newId()}`,
      ],
      renditions: [
        `${galleryId}/${photo.fileId}/w800-q50.jpg`,
        `${galleryId}/${former}/source.json`,
        `og/${galleryId}/${'A'.repeat(43)}.jpg`,
        `archives/${galleryId}/${newId(24)}/1.zip`,
        `site/${token}-800.jpg`,
      ],
    };
    const orphans = {
      originals: [`${galleryId}/${photo.id}/${newId()}`, `${galleryId}/${newId()}/${newId()}`],
      renditions: [
        `${galleryId}/${newId(24)}/w800-q50.jpg`,
        `${galleryId}/${newId(24)}/source.json`,
        `site/${studio.id}/${newId(32)}-800.jpg`,
      ],
    };
    for (const bucket of ['originals', 'renditions'] as const) {
      for (const key of [...kept[bucket], ...orphans[bucket]]) await store(bucket, key);
    }
    const { multipart } = api.services.storage;
    const begin = (key: string) => multipart.create('originals', key, 'image/jpeg');
    const uploading = await readyPhoto(api, studio, galleryId, { status: 'uploading' });
    const uploadId = await begin(uploading.originalKey);
    // The browser requested URLs an hour ago, by the clock of the last sweeps.
    await api.db.pool.query('alter table photos disable trigger photos_touch');
    await api.db.pool.query(
      `update photos set upload_id = $2, updated_at = now() + interval '24 hours' where id = $1`,
      [uploading.id, uploadId],
    );
    await api.db.pool.query('alter table photos enable trigger photos_touch');
    await begin(uploading.originalKey);
    await begin(`archives/${newId()}`);

    expect(await cleanUpUploads(at(23))).toMatchObject({ originals: 0, renditions: 0, parts: 0 });
    expect(await cleanUpUploads(at(25))).toMatchObject({ originals: 2, renditions: 3, parts: 1 });
    expect(await keys('originals')).toEqual(kept.originals.toSorted());
    expect(await keys('renditions')).toEqual(kept.renditions.toSorted());
    expect((await multipart.list('originals', '')).map(({ uploadId: id }) => id)).toContain(uploadId);
    expect(await cleanUpUploads(at(25))).toMatchObject({ originals: 0, renditions: 0, parts: 0 });
  });

  it('are listed from the last run’s position, through a bucket of any size', async () => {
    const galleryId = await publishedGallery(api, studio);
    const orphans = [`${galleryId}/${newId()}/${newId()}`, `${galleryId}/${newId()}/${newId()}`].toSorted();
    for (const key of orphans) await store('originals', key);
    // One object a page, and time for one page a run.
    let now = Date.now() + 25 * HOUR_MS;
    const clock = () => (now += 2 * MINUTE_MS);
    const storage = {
      ...api.jobs.storage,
      list: async (bucket: 'originals' | 'renditions', after: string) => {
        const { objects } = await api.jobs.storage.list(bucket, after);
        return { objects: objects.slice(0, 1), isLast: objects.length <= 1 };
      },
    };
    expect(await cleanUpUploads({ ...api.jobs, storage, clock })).toMatchObject({ originals: 1 });
    expect([await stored('originals', orphans[0]!), await stored('originals', orphans[1]!)]).toEqual([false, true]);
    expect(await cleanUpUploads({ ...api.jobs, storage, clock })).toMatchObject({ originals: 1 });
    expect(await cleanUpUploads({ ...api.jobs, storage, clock })).toMatchObject({ originals: 0 });
  });
});

describe('an inventory of S3', () => {
  const later = () => Date.now() + 25 * HOUR_MS;
  const stray = async (galleryId: string) => {
    const key = `${galleryId}/${newId()}/${newId()}`;
    await store('originals', key);
    return key;
  };
  /** A listing would find what the inventory does not name. */
  const unlisted = () => ({
    ...api.jobs.storage,
    list: (bucket: 'originals' | 'renditions', after: string) => {
      if (bucket === 'originals' && after === '') throw new Error('listed');
      return api.jobs.storage.list(bucket, after);
    },
  });
  const sweep = (clock = later) => cleanUpUploads({ ...api.jobs, storage: unlisted(), clock });
  let galleryId: string;
  beforeEach(async () => {
    await api.db.pool.query('delete from accounts; delete from job_cursors');
    for (const bucket of ['originals', 'renditions'] as const) {
      for (const { key } of (await api.services.storage.list(bucket, '')).objects)
        await api.services.storage.remove(bucket, key);
    }
    studio = await makeStudio(api);
    galleryId = await publishedGallery(api, studio);
  });

  it('replaces listing, is read once, and the next one after it', async () => {
    const photo = await readyPhoto(api, studio, galleryId);
    await store('originals', photo.originalKey);
    const orphans = [await stray(galleryId), await stray(galleryId), await stray(galleryId)];
    await writeInventory(api.services.storage, 'originals', '2026-11-24T01-00Z', 2);
    expect(await sweep()).toMatchObject({ originals: 3, skipped: 0 });
    expect(await stored('originals', photo.originalKey)).toBe(true);
    const next = await stray(galleryId);
    expect(await sweep()).toMatchObject({ originals: 0 });
    await writeInventory(api.services.storage, 'originals', '2026-11-25T01-00Z', 2);
    expect(await sweep()).toMatchObject({ originals: 1 });
    expect(await Promise.all([...orphans, next].map((key) => stored('originals', key)))).toEqual(Array(4).fill(false));
  });

  it('is continued where the last run ended, before a later one', async () => {
    const orphans = [await stray(galleryId), await stray(galleryId)].toSorted();
    await writeInventory(api.services.storage, 'originals', '2026-11-24T01-00Z', 1);
    let now = later();
    // Time for one file a run.
    const slow = () => (now += 2 * MINUTE_MS);
    expect(await sweep(slow)).toMatchObject({ originals: 1 });
    const late = await stray(galleryId);
    await writeInventory(api.services.storage, 'originals', '2026-11-25T01-00Z', 1000);
    expect(await sweep()).toMatchObject({ originals: 1 });
    expect(await Promise.all(orphans.map((key) => stored('originals', key)))).toEqual([false, false]);
    expect(await stored('originals', late)).toBe(true);
    expect(await sweep()).toMatchObject({ originals: 1 });
  });

  it('holds nothing back for what was erased since', async () => {
    const erased = await publishedGallery(api, studio);
    const keys = await Promise.all(Array.from({ length: 3 }, () => stray(erased)));
    await writeInventory(api.services.storage, 'originals', '2026-11-24T01-00Z', 1000);
    for (const key of keys) await api.services.storage.remove('originals', key);
    await api.db.pool.query('delete from galleries where id = $1', [erased]);
    const left = await stray(galleryId);
    await writeInventory(api.services.storage, 'originals', '2026-11-24T02-00Z', 1000);
    expect(await sweep()).toMatchObject({ originals: 1, skipped: 0 });
    expect(await stored('originals', left)).toBe(false);
  });

  it('deletes nothing that has a row by now', async () => {
    const photo = { id: newId(), key: '' };
    photo.key = `${galleryId}/${photo.id}/${newId()}`;
    await store('originals', photo.key);
    await writeInventory(api.services.storage, 'originals', '2026-11-24T01-00Z', 1000);
    await insertPhoto(api.db.pool, studio.id, galleryId, { id: photo.id, original_key: photo.key });
    expect(await sweep()).toMatchObject({ originals: 0, skipped: 0 });
    expect(await stored('originals', photo.key)).toBe(true);
  });

  it('that is damaged stops the sweep', async () => {
    await stray(galleryId);
    await writeInventory(api.services.storage, 'originals', '2026-11-24T01-00Z', 1000);
    const { objects } = await api.services.storage.list('renditions', 'inventory/');
    const { key } = objects.find((object) => object.key.endsWith('.csv.gz'))!;
    await api.services.storage.put('renditions', key, new Uint8Array([1, 2, 3]), { contentType: 'text/csv' });
    await expect(sweep()).rejects.toThrow('header');
  });

  it('in another form stops the sweep', async () => {
    const manifest = { fileFormat: 'Parquet', fileSchema: '', files: [] };
    const key = 'inventory/originals/albumen-test/objects/2026-11-24T01-00Z/manifest.json';
    const body = new TextEncoder().encode(JSON.stringify(manifest));
    await api.services.storage.put('renditions', key, body, { contentType: 'application/json' });
    await expect(sweep()).rejects.toThrow('CSV');
  });
});

describe('the orphan deletion guard', () => {
  const later = () => ({ ...api.jobs, clock: () => Date.now() + 25 * HOUR_MS });
  const kept = async (bucket: 'originals' | 'renditions') =>
    (await api.services.storage.list(bucket, '')).objects.length;
  const newGalleryId = () => newId(ID_LENGTH.account + ID_LENGTH.galleryTail);
  const strays = async (galleryId: string, count: number) => {
    for (let n = 0; n < count; n += 1) await store('originals', `${galleryId}/${newId()}/${newId()}`);
  };
  beforeEach(async () => {
    await api.db.pool.query('delete from accounts; delete from job_cursors');
    for (const bucket of ['originals', 'renditions'] as const) {
      for (const { key } of (await api.services.storage.list(bucket, '')).objects) {
        await api.services.storage.remove(bucket, key);
      }
    }
    studio = await makeStudio(api);
  });

  it('deletes nothing of a missing gallery, and raises the alarm', async () => {
    const gone = newGalleryId();
    const known = await publishedGallery(api, studio);
    await strays(known, 1);
    await strays(gone, 1);
    await store('renditions', `${gone}/${newId(24)}/w800-q50.jpg`);
    const lines = capturedMetrics();
    expect(await cleanUpUploads(later())).toMatchObject({ originals: 0, renditions: 0, skipped: 3 });
    expect([await kept('originals'), await kept('renditions')]).toEqual([2, 1]);
    expect(lines()).toMatchObject([{ FunctionName: 'uploads-sweep', OrphansHeld: 3 }]);
  });

  it('deletes at most as many orphans as interrupted uploads leave', async () => {
    const known = await publishedGallery(api, studio);
    await strays(known, 101);
    expect(await cleanUpUploads(later())).toMatchObject({ originals: 0, skipped: 101 });
    // The next run checks them again instead of skipping them.
    expect(await cleanUpUploads(later())).toMatchObject({ originals: 0, skipped: 101 });
    const { objects } = await api.services.storage.list('originals', '');
    await api.services.storage.remove('originals', objects[0]!.key);
    const lines = capturedMetrics();
    expect(await cleanUpUploads(later())).toMatchObject({ originals: 100, skipped: 0 });
    expect(lines()).toMatchObject([{ OrphansHeld: 0 }]);
  });

  it('deletes what an operator allowed, for a day, in this bucket only', async () => {
    await strays(newGalleryId(), 2);
    const allow = (name: string, position: string, age = '0 hours') =>
      api.db.pool.query(
        `insert into job_cursors (name, position, updated_at) values ($1, $2, now() - $3::interval)
         on conflict (name) do update set position = excluded.position`,
        [name, position, age],
      );
    await allow('removable from originals', '2', '25 hours');
    expect(await cleanUpUploads(later())).toMatchObject({ originals: 0, skipped: 2 });
    await allow('removable from renditions', '2');
    await allow('removable from originals', 'all');
    expect(await cleanUpUploads(later())).toMatchObject({ originals: 0, skipped: 2 });
    await allow('removable from originals', '1');
    expect(await cleanUpUploads(later())).toMatchObject({ originals: 0, skipped: 2 });
    await allow('removable from originals', '2');
    expect(await cleanUpUploads(later())).toMatchObject({ originals: 2, skipped: 0 });
  });
});

describe('a retried photo', () => {
  it('is enqueued for ingest without touching its original', async () => {
    const galleryId = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, galleryId, { status: 'processing', mime_type: 'image/png' });
    api.told.length = 0;
    const effect = { galleryId, photoId: photo.id };
    await enqueue(api.services.db, studio.id, 'photo.ingest', effect, api.clock.now());
    expect(await runOutbox(api.jobs)).toMatchObject({ done: 1, failed: 0 });
    expect(api.told).toEqual([photo.originalKey]);
    expect(await api.services.storage.head('originals', photo.originalKey)).toBeNull();
  });
});

describe('Open Graph images', () => {
  const at = (ms: number) => ({ ...api.jobs, clock: () => Date.now() + ms });
  const due = async (galleryId: string) => {
    const sql = `select from outbox where kind = 'og.refresh' and payload ->> 'galleryId' = $1`;
    const { rowCount } = await api.db.pool.query(sql, [galleryId]);
    await api.db.pool.query('delete from outbox');
    return rowCount;
  };
  const drawn = async ({ id: account_id }: Studio, galleryId: string) => {
    const { fileId, fingerprint } = (await readOgImageSource(api.services.db, galleryId))!;
    const row = { gallery_id: galleryId, account_id, token: newId(43), file_id: fileId, fingerprint };
    await insertRow(api.db.pool, 'og_images', row);
  };

  it('are removed when a gallery expires, and rendered when its cover arrives late', async () => {
    const galleryId = await publishedGallery(api, studio, { expires_at: new Date(Date.now() + HOUR_MS) });
    await cleanUpOgImages(at(0));
    expect(await due(galleryId)).toBe(0);
    await readyPhoto(api, studio, galleryId);
    await cleanUpOgImages(at(0));
    expect(await due(galleryId)).toBe(1);
    await drawn(studio, galleryId);
    await cleanUpOgImages(at(0));
    expect(await due(galleryId)).toBe(0);
    await cleanUpOgImages(at(2 * HOUR_MS));
    expect(await due(galleryId)).toBe(1);
  });

  it('are rendered again after the studio was renamed', async () => {
    const other = await makeStudio(api, 'Before');
    const galleryId = await publishedGallery(api, other, { updated_at: new Date(Date.now() - DAY_MS) });
    await readyPhoto(api, other, galleryId);
    await drawn(other, galleryId);
    await cleanUpOgImages(at(0));
    expect(await due(galleryId)).toBe(0);
    await api.db.pool.query('update accounts set name = $2 where id = $1', [other.id, 'After']);
    await cleanUpOgImages(at(0));
    expect(await due(galleryId)).toBe(1);
    await cleanUpOgImages(at(HOUR_MS));
    expect(await due(galleryId)).toBe(0);
  });
});
