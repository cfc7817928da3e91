import { beforeEach, describe, expect, it } from 'vitest';
import { ARCHIVE_MS, SMALL_ARCHIVE } from '#core/domain/galleries/archives.ts';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { claimArchive } from '#functions/archives/lease.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { SETTLE_MS, enqueueGalleryPurge } from '#functions/outbox/public-pages.ts';
import { testApi } from '../support/api.ts';
import { createArchive, fetchPart, runArchivePacker, storedPhoto } from '../support/archives.ts';
import { invite, invitedVisitor } from '../support/gallery-invites.ts';
import { insertPhoto, type Row } from '../support/rows.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api);
const sql = async (text: string, values: unknown[] = []) => (await api.db.pool.query(text, values)).rows;
beforeEach(async () => {
  await sql('delete from archives');
  await sql('delete from outbox');
});

/** Creates a published gallery with more photos than are packed within a request; nothing of them is stored. */
async function gallery(values: Row = {}, photos: number = SMALL_ARCHIVE.photos + 1): Promise<string> {
  const id = await publishedGallery(api, studio, values);
  for (let n = 0; n < photos; n++) await insertPhoto(api.db.pool, studio.id, id, { web_size: 300 });
  return id;
}

/** Requests what a mutation of a gallery or of its photos requests. Link previews need real pictures. */
async function change(galleryId: string) {
  await enqueueGalleryPurge(api.services.db, studio.id, galleryId, api.clock.now());
  await sql(`delete from outbox where kind = 'og.refresh'`);
}
const visit = (galleryId: string, options: object = {}) =>
  api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public', body: {}, ...options });
const archivesOf = (galleryId: string) =>
  sql(
    'select id, size, status, photo_count, is_prepared from archives where gallery_id = $1 order by created_at, size',
    [galleryId],
  );

/** Runs the effects that are due once a gallery has settled. */
async function settle() {
  api.clock.advance(SETTLE_MS.edits + 1000);
  await runOutbox(api.jobs);
}

const BOTH = [
  { size: 'original', status: 'queued', photo_count: 41, is_prepared: true },
  { size: 'web', status: 'queued', photo_count: 41, is_prepared: true },
];

describe('a changed gallery', () => {
  it('gets an archive in each size, once its photos have settled', async () => {
    const galleryId = await gallery();
    await change(galleryId);
    await runOutbox(api.jobs);
    expect(await archivesOf(galleryId)).toEqual([]);
    api.clock.advance(SETTLE_MS.edits + 1000);
    const uploading = await insertPhoto(api.db.pool, studio.id, galleryId, { status: 'uploading' });
    await change(galleryId);
    await runOutbox(api.jobs);
    expect(await archivesOf(galleryId)).toEqual([]);
    await sql('delete from photos where id = $1', [uploading]);
    const before = api.packerCalls.length;
    await settle();
    expect(await archivesOf(galleryId)).toMatchObject(BOTH);
    expect(api.packerCalls.slice(before)).toEqual([0]);
  });

  it('gives its clients the packed file immediately, in the first answer', async () => {
    const galleryId = await publishedGallery(api, studio);
    for (let n = 0; n <= SMALL_ARCHIVE.photos; n++) await storedPhoto(api, studio, galleryId, { web_size: 300 });
    await change(galleryId);
    await settle();
    expect(await runArchivePacker(api)).toMatchObject({ ready: 2 });
    for (const size of ['original', 'web']) {
      const archive = await createArchive(api, galleryId, { size });
      expect(archive).toMatchObject({ size, status: 'ready', photoCount: 41 });
      expect((await fetchPart(api, galleryId, archive.id, 0)).status).toBe(200);
    }
  });

  it.each<[string, Row]>([
    ['a draft', { status: 'draft', published_at: null }],
    ['hidden', { status: 'hidden' }],
    ['in the trash', { deleted_at: new Date() }],
    ['expired', { expires_at: new Date() }],
    ['without downloads', { allow_web: false, allow_original: false }],
    ['for invited clients, and nobody is invited', { visibility: 'invite' }],
  ])('that is %s gets no archive', async (_what, values) => {
    const galleryId = await gallery();
    await change(galleryId);
    const columns = Object.keys(values).map((name, index) => `${name} = $${index + 2}`);
    await sql(`update galleries set ${columns.join(', ')} where id = $1`, [galleryId, ...Object.values(values)]);
    await settle();
    expect(await archivesOf(galleryId)).toEqual([]);
  });

  it('gets only the permitted size, and none that is packed within its request', async () => {
    const galleryId = await gallery({ allow_original: false });
    const small = await gallery({}, 2);
    await change(galleryId);
    await change(small);
    await settle();
    expect(await archivesOf(galleryId)).toMatchObject([{ size: 'web' }]);
    expect(await archivesOf(small)).toEqual([]);
  });

  it('gets a new archive for new photos, which ends the previous one unless a client asked for it', async () => {
    const galleryId = await gallery({ allow_web: false });
    const add = async () => {
      await insertPhoto(api.db.pool, studio.id, galleryId);
      await change(galleryId);
      api.clock.advance(10 * MINUTE_MS);
      await settle();
    };
    await change(galleryId);
    await settle();
    await add();
    expect(await archivesOf(galleryId)).toMatchObject([
      { status: 'failed', photo_count: 41 },
      { status: 'queued', photo_count: 42 },
    ]);
    await createArchive(api, galleryId);
    await add();
    expect((await archivesOf(galleryId)).slice(1)).toMatchObject([
      { status: 'queued', photo_count: 42 },
      { status: 'queued', photo_count: 43 },
    ]);
  });
});

describe('the end of an upload', () => {
  const upload = (galleryId: string) =>
    enqueueGalleryPurge(api.services.db, studio.id, galleryId, api.clock.now(), { settleMs: SETTLE_MS.uploads });
  const photo = (galleryId: string, status: string) =>
    insertPhoto(api.db.pool, studio.id, galleryId, { status, updated_at: new Date(api.clock.now()) });
  const pass = async (ms: number) => {
    api.clock.advance(ms);
    await runOutbox(api.jobs);
  };

  it('has the archives packed 15 seconds later, and not between two photos', async () => {
    const galleryId = await gallery({ allow_web: false });
    await upload(galleryId);
    const uploading = await photo(galleryId, 'processing');
    for (let n = 0; n < 4; n++) await pass(10_000);
    expect(await archivesOf(galleryId)).toEqual([]);
    await sql('delete from photos where id = $1', [uploading]);
    await photo(galleryId, 'ready');
    await pass(10_000);
    expect(await archivesOf(galleryId)).toEqual([]);
    await pass(6000);
    expect(await archivesOf(galleryId)).toMatchObject([{ status: 'queued', photo_count: 42 }]);
  });

  it('leaves two minutes to a person who edits meanwhile', async () => {
    const galleryId = await gallery({ allow_web: false });
    await photo(galleryId, 'ready');
    await upload(galleryId);
    await change(galleryId);
    await pass(SETTLE_MS.edits - 1000);
    expect(await archivesOf(galleryId)).toEqual([]);
    await pass(2000);
    expect(await archivesOf(galleryId)).toMatchObject([{ status: 'queued' }]);
  });
});

describe('the packer', () => {
  it('packs an archive that a person asked for before prepared ones', async () => {
    const [prepared, asked] = [await gallery({ allow_web: false }), await gallery({ allow_web: false })];
    await change(prepared);
    await settle();
    await createArchive(api, asked);
    const claim = async () => (await claimArchive(api.services.db, api.clock.now()))?.packing.galleryId;
    expect([await claim(), await claim(), await claim()]).toEqual([asked, prepared, undefined]);
  });
});

describe('an invitation', () => {
  it('has the archives packed without delay', async () => {
    const galleryId = await gallery({ visibility: 'invite' });
    api.clock.advance(SETTLE_MS.edits + 1000);
    await invite(api, studio, galleryId);
    expect(await archivesOf(galleryId)).toMatchObject(BOTH);
  });
});

describe('a visit', () => {
  it('has expired archives packed again, at most once an hour', async () => {
    const galleryId = await gallery({ allow_web: false });
    api.clock.advance(SETTLE_MS.edits + 1000);
    const visits = async () => {
      for (let n = 0; n < 3; n++) await visit(galleryId);
      await runOutbox(api.jobs);
      return (await archivesOf(galleryId)).length;
    };
    expect(await visits()).toBe(1);
    await sql(`update archives set status = 'ready', ready_at = now(), expires_at = $1`, [
      new Date(api.clock.now() + ARCHIVE_MS),
    ]);
    api.clock.advance(ARCHIVE_MS - HOUR_MS);
    expect(await visits()).toBe(1);
    api.clock.advance(HOUR_MS);
    expect(await visits()).toBe(2);
    await sql(`update archives set status = 'failed', failure_reason = 'archive_failed' where gallery_id = $1`, [
      galleryId,
    ]);
    api.clock.advance(HOUR_MS / 2);
    expect(await visits()).toBe(2);
    api.clock.advance(HOUR_MS);
    expect(await visits()).toBe(3);
  });

  it('requests nothing with a PIN, or without the right to download', async () => {
    const withPin = await gallery({ has_download_pin: true });
    const viewed = await gallery({ visibility: 'invite' });
    const { cookie } = await invitedVisitor(api, studio, viewed, { can_download: false });
    await sql('delete from archives');
    await sql('delete from outbox');
    await visit(withPin);
    expect((await visit(viewed, { cookies: [cookie] })).status).toBe(200);
    expect(await sql(`select from outbox where kind = 'archives.prepare'`)).toEqual([]);
  });
});
