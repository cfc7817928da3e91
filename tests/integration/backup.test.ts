import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { createDecoder } from '#functions/images/decoder/decoder.ts';
import { createTransform } from '#functions/images/transform.ts';
import { backup, type BackupOptions } from '#ops/backup/backup.ts';
import { objectFile } from '#ops/backup/folder.ts';
import { withDatabase } from '#ops/backup/session.ts';
import { FIRST_RELEASE, readMigrations } from '#ops/migrate/contract.ts';
import { restore } from '#ops/restore/restore.ts';
import { checkBuckets } from '#ops/verify/buckets.ts';
import { withMigrations } from '#ops/restore/target.ts';
import {
  bucketsOf,
  command,
  contents,
  migrateFrom,
  type Installation,
  restoreInto,
  storeWhatRowsName,
  SUPABASE,
} from '../support/backup.ts';
import { type BusyStudio, insertPerson, openBusyStudio } from '../support/busy-studio.ts';
import { createBareDatabase, createDatabase, type TestDatabase, waitingSessions } from '../support/database.ts';
import { insertSampleRows } from '../support/sample-rows.ts';
import { type ImageStore, startImageStore } from '../support/image-store.ts';
import { insertAccount, insertRow, newId } from '../support/rows.ts';
import { scene } from '../support/pictures.ts';

// The supabase CLI takes seconds to apply all migrations.
vi.setConfig({ testTimeout: 120_000 });

let source: TestDatabase;
let store: ImageStore;
let studio: BusyStudio;
let folder: string;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  source = await createDatabase();
  store = await startImageStore();
  studio = await openBusyStudio(source, store);
  for (let photo = 0; photo < 3; photo += 1) await studio.arrive();
  await insertPerson(source);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-backup-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await store.close();
  await source.drop();
});

const backUp = (onStep?: BackupOptions['onStep'], from: Installation = { database: source, store }) =>
  backup({
    folder,
    database: { connectionString: from.database.url },
    buckets: bucketsOf(from.store),
    ...(onStep ? { onStep } : {}),
  });

/** Creates another project with empty buckets and, by default, the migrated tables. */
async function emptyInstallation(makeDatabase = createDatabase): Promise<Installation> {
  const installation = { database: await makeDatabase(), store: await startImageStore() };
  ends.push(installation.store.close, installation.database.drop);
  return installation;
}

const restoreTo = (installation: Installation, run?: string) => restoreInto(installation, folder, run);

/** Galleries and accounts whose counters differ from a recount. */
async function miscounted({ pool }: TestDatabase): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select s.gallery_id from gallery_stats s cross join lateral (
      select count(*) as photos, count(*) filter (where status = 'ready') as ready,
        count(*) filter (where status = 'failed') as failed, coalesce(sum(size) filter (where status <> 'uploading'), 0) as bytes
      from photos p where p.gallery_id = s.gallery_id and p.deleted_at is null) r
    where (s.photo_count, s.ready_count, s.failed_count, s.original_bytes) is distinct from (r.photos, r.ready, r.failed, r.bytes)
    union all
    select u.account_id from account_usage u where u.storage_bytes is distinct from
      (select coalesce(sum(size), 0) from photos p where p.account_id = u.account_id and p.status <> 'uploading')
      + (select coalesce(sum(file_size), 0) from custom_fonts f where f.account_id = u.account_id)`);
  return rows;
}

async function statusOf({ pool }: TestDatabase, id: string): Promise<string | undefined> {
  const { rows } = await pool.query('select status from photos where id = $1', [id]);
  return rows[0]?.status;
}

test('restores a consistent copy of a database that changed during the backup', async () => {
  // Its own source: the writer's photos would be in the backups of all other tests.
  const busy = await emptyInstallation();
  const studio = await openBusyStudio(busy.database, busy.store);
  for (let photo = 0; photo < 8; photo += 1) await studio.arrive();
  const [kept, erasedEarly, erasedLate, onItsWay] = [
    await studio.arrive(),
    await studio.arrive(),
    await studio.arrive(),
    await studio.arrive(),
  ];
  await studio.eraseObjects(onItsWay);
  const writing = studio.startWriting();
  ends.push(writing.stop);
  let [between, afterwards]: Awaited<ReturnType<BusyStudio['arrive']>>[] = [];
  const { manifest } = await backUp(async ({ name }) => {
    // The writer never stops; each step only gives it time to do something between two steps of the backup.
    await writing.more(3);
    if (name === 'objects') {
      between = await studio.arrive();
      await studio.erase(erasedEarly);
    }
    if (name === 'rows') {
      afterwards = await studio.arrive();
      await studio.erase(erasedLate);
      await studio.eraseObjects(between!);
    }
  }, busy);
  await writing.stop();

  // One object was erased during the copy before its row, another came and went; the writer may have added its own.
  const lost = [onItsWay, between!].map(({ originalKey }) => `originals/${originalKey}`);
  expect(manifest.missing.keys).toEqual(expect.arrayContaining(lost));
  expect(manifest.missing.originals).toBeLessThan(5);
  for (const photo of [onItsWay, between!]) await studio.erase(photo);
  const installation = await emptyInstallation();
  const { gaps, found, objects } = await restoreTo(installation);

  expect(gaps.failed).toBe(manifest.missing.originals);
  expect(found).toEqual({ dangling: [], orphans: 0 });
  expect(objects.put).toBe(manifest.objects.count);
  expect(await statusOf(installation.database, kept.id)).toBe('ready');
  expect(await statusOf(installation.database, onItsWay.id)).toBe('failed');
  expect(await statusOf(installation.database, between!.id)).toBe('failed');
  // Matches the snapshot: it lacks earlier deletions and later inserts, and contains rows deleted later.
  expect(await statusOf(installation.database, erasedEarly.id)).toBeUndefined();
  expect(await installation.store.originals.head(erasedEarly.originalKey)).toBeNull();
  expect(await statusOf(installation.database, afterwards!.id)).toBeUndefined();
  expect(await installation.store.originals.head(afterwards!.originalKey)).toBeNull();
  expect(await statusOf(installation.database, erasedLate.id)).toBe('ready');
  expect(await installation.store.originals.head(erasedLate.originalKey)).toMatchObject({ size: 3000 });
  expect(await miscounted(installation.database)).toEqual([]);
});

test('restores every row and object of an idle database; a second backup copies nothing', async () => {
  const { galleryId } = await insertSampleRows(source.pool);
  await storeWhatRowsName({ database: source, store }, galleryId);
  const first = await backUp();
  expect(first.manifest.missing).toEqual({ originals: 0, renditions: 0, keys: [] });
  const copied: number[] = [];
  const second = await backUp((step) => void ('counts' in step && copied.push(step.counts.copied)));
  expect(copied).toEqual([0, 0]);
  expect(second.manifest.objects).toMatchObject({ count: first.manifest.objects.count });

  const installation = await emptyInstallation();
  await restoreTo(installation);
  expect(await contents(installation.database)).toEqual(await contents(source));
  for await (const { key, size } of bucketsOf(installation.store).originals.list()) {
    expect(await store.originals.head(key)).toMatchObject({ size, contentType: 'image/jpeg' });
  }
  // The restored database works: triggers count, and none was left disabled.
  const { rows } = await installation.database.pool.query('show session_replication_role');
  expect(rows[0].session_replication_role).toBe('origin');
  await installation.database.pool.query("update photos set status = 'failed', failure_reason = 'empty'");
  expect(await miscounted(installation.database)).toEqual([]);
});

test('recomputes a missing size from the restored original', async () => {
  const picture = await scene(1600, 1000).jpeg().toBuffer();
  const photo = await studio.arrive(picture);
  await backUp();
  const installation = await emptyInstallation();
  await restoreTo(installation);
  const key = renditionKey(photo.galleryId, photo.fileId, presetParams('thumbnail'));
  expect(await installation.store.renditions.head(key)).toBeNull();

  const decoder = createDecoder({ size: 1 });
  ends.push(async () => decoder.close());
  const { originals, renditions } = installation.store;
  const decoders = { decoder, unstoredDecoder: decoder };
  const deps = { originals, renditions, ...decoders, originSecret: 'secret', sleep: async () => {} };
  const transform = createTransform(deps);
  const answer = await transform({
    rawPath: `/${key}`,
    headers: { 'x-origin-secret': 'secret' },
    requestContext: { http: { method: 'GET' } },
  } as unknown as APIGatewayProxyEventV2);
  expect(answer.statusCode).toBe(200);
  const { width, height } = await sharp(Buffer.from(answer.body!, 'base64')).metadata();
  expect([width, height]).toEqual([200, 200]);
  const stored = await installation.store.originals.get(photo.originalKey);
  expect(await buffer((stored as { body: NodeJS.ReadableStream }).body)).toEqual(picture);
});

test('marks photos without renditions for processing, and clears a missing preview', async () => {
  const [whole, bare] = [await studio.arrive(), await studio.arrive()];
  await store.renditions.remove(renditionKey(bare.galleryId, bare.fileId, presetParams('preview')));
  const { accountId, galleryId } = await insertSampleRows(source.pool);
  // Its file is not stored, which a restore refuses.
  await source.pool.query('delete from custom_fonts where account_id = $1', [accountId]);
  const key = `archives/${galleryId}/x/1.zip`;
  const parts = JSON.stringify([{ key, filename: 'x.zip', size: 1, photoCount: 1 }]);
  await source.pool.query(`update archives set status = 'packing', parts = $2 where gallery_id = $1`, [
    galleryId,
    parts,
  ]);
  const [account_id, fingerprint] = [accountId, 'b'.repeat(64)];
  const ready = { status: 'ready', ready_at: new Date(), expires_at: new Date(Date.now() + DAY_MS) };
  const archive = {
    account_id,
    gallery_id: galleryId,
    fingerprint,
    parts,
    entries: '[]',
    photo_count: 1,
    total_bytes: 1,
  };
  await insertRow(source.pool, 'archives', { id: newId(), size: 'web', ...archive, ...ready });
  const exportId = newId();
  await insertRow(source.pool, 'account_exports', {
    id: exportId,
    account_id,
    author_id: randomUUID(),
    size: 1,
    ...ready,
  });
  await backUp();
  const installation = await emptyInstallation();
  const { gaps } = await restoreTo(installation);
  expect(gaps).toEqual({ failed: 1, processing: 1, previews: 1, pictures: 1, marks: 1, archives: 2, exports: 1 });
  const exported = await installation.database.pool.query(
    'select status, expires_at <= now() as over from account_exports where id = $1',
    [exportId],
  );
  expect(exported.rows).toEqual([{ status: 'expired', over: true }]);
  const archives = await installation.database.pool.query(
    'select status, parts from archives where gallery_id = $1 order by 1',
    [galleryId],
  );
  expect(archives.rows).toEqual(['expired', 'queued'].map((status) => ({ status, parts: [] })));
  expect(await statusOf(installation.database, bare.id)).toBe('processing');
  expect(await statusOf(installation.database, whole.id)).toBe('ready');
  const previews = await installation.database.pool.query('select from og_images where gallery_id = $1', [galleryId]);
  expect(previews.rowCount).toBe(0);
  // Still has its token, and is due for the next sweep.
  const pictures = await installation.database.pool.query('select ready_at from site_pictures where account_id = $1', [
    accountId,
  ]);
  expect(pictures.rows).toEqual([{ ready_at: null }]);
  await source.pool.query('delete from galleries where id = $1', [galleryId]);
  await source.pool.query('delete from account_exports where id = $1', [exportId]);
  await source.pool.query('delete from watermarks where starts_with($1, account_id)', [galleryId]);
  await source.pool.query('delete from photos where id = $1', [bare.id]);
  await source.pool.query('delete from site_pictures where account_id = $1', [accountId]);
});

test('verification names a ready export and archive without their files', async () => {
  const { accountId, galleryId } = await insertSampleRows(source.pool);
  await storeWhatRowsName({ database: source, store }, galleryId);
  const [exportId, archiveId] = [newId(), newId()];
  const ready = { status: 'ready', ready_at: new Date(), expires_at: new Date(Date.now() + 86_400_000) };
  const author = { account_id: accountId, author_id: randomUUID() };
  await insertRow(source.pool, 'account_exports', { id: exportId, ...author, size: 1, ...ready });
  const [exported, packed] = [
    `exports/${accountId}/${exportId}/studio.zip`,
    `archives/${galleryId}/${archiveId}/1.zip`,
  ];
  const parts = JSON.stringify([{ key: packed, filename: 'x.zip', size: 1, photoCount: 1 }]);
  await source.pool.query(
    `update archives set status = 'ready', parts = $2, ready_at = now(), expires_at = now() + interval '1 day'
     where gallery_id = $1`,
    [galleryId, parts],
  );
  const look = () => withDatabase({ connectionString: source.url }, (db) => checkBuckets(db, bucketsOf(store)));
  const missing = (await look()).dangling;
  expect(missing).toEqual(expect.arrayContaining([`renditions/${exported}`, `renditions/${packed}`]));
  const { orphans } = await look();
  for (const key of [exported, packed]) await store.renditions.put(key, 'zip', { contentType: 'application/zip' });
  expect(await look()).toEqual({ dangling: missing.filter((key) => !/exports|archives/.test(key)), orphans });
  for (const key of [exported, packed]) await store.renditions.remove(key);
  await source.pool.query('delete from accounts where id = $1', [accountId]);
});

/** Runs the command as an operator does. */
const run = (tool: 'backup' | 'restore', args: string[], { store: { env }, database }: Installation) =>
  command(tool, args, { ...env, DATABASE_DIRECT_URL: database.url });

test('resumes after the backup was killed', async () => {
  const here = { database: source, store };
  // Another session locks a table: the backup has copied objects, waits for the lock, and is killed there.
  const lock = await source.pool.connect();
  try {
    await lock.query('begin; lock table payments in access exclusive mode');
    const { child, ended } = run('backup', ['--to', folder], here);
    ends.push(async () => void child.kill('SIGKILL'));
    const waits = expect.poll(() => waitingSessions(source.pool), { timeout: 20_000 }).toBe(1);
    await Promise.race([waits, ended.then(({ output }) => expect.unreachable(output))]);
    child.kill('SIGKILL');
    await ended;
  } finally {
    await lock.query('rollback');
    lock.release();
  }

  const refused = await run('restore', ['--from', folder, '--check'], here).ended;
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('was interrupted') });
  const again = await run('backup', ['--to', folder], here).ended;
  expect(again).toMatchObject({ code: 0, output: expect.stringMatching(/objects: 0 of \d+ copied/) });
  expect(await readdir(join(folder, 'runs'))).toHaveLength(1);
  const checked = await run('restore', ['--from', folder, '--check'], here).ended;
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('are as they were written') });
  const verified = await run('restore', ['--from', folder, '--verify'], here).ended;
  expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('every table as in the backup') });
  expect(again.output + verified.output).not.toContain(new URL(source.url).password + '@');
});

test('both commands refuse a transaction pooler', async () => {
  const pooled = new URL(source.url);
  pooled.port = '6543';
  const there: Installation = { database: { ...source, url: pooled.href }, store };
  for (const refused of [run('backup', ['--to', folder], there), run('restore', ['--from', folder], there)]) {
    expect(await refused.ended).toMatchObject({ code: 1, output: expect.stringContaining('transaction pooler') });
  }
});

test('restricts the backup to its owner and allows one run at a time', async () => {
  const { run } = await backUp(async ({ name }) => {
    if (name === 'rows') await expect(backUp()).rejects.toThrow('in use by another backup');
  });
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(20);
  for (const { parentPath, name } of files) expect((await stat(join(parentPath, name))).mode & 0o777).toBe(0o600);
  expect((await stat(run)).mode & 0o777).toBe(0o700);
});

test('detects a flipped byte in any file before changing the target', async () => {
  const { run } = await backUp();
  const installation = await emptyInstallation();
  // An object without a row is copied, but no part of the run.
  const [{ key }] = (await source.pool.query("select original_key as key from photos where status = 'ready'")).rows;
  for (const [path, message] of [
    [join(run, 'tables/public.customers.copy.gz'), /customers/],
    [join(run, 'objects.jsonl.gz'), /objects\.jsonl\.gz/],
    [join(run, 'manifest.json'), /manifest\.json is damaged/],
    [objectFile(folder, 'originals', key), /object originals\/.* is damaged/],
  ] as const) {
    await flipByte(path);
    await expect(restoreTo(installation), path).rejects.toThrow(message);
    await flipByte(path);
  }
  const rows = await installation.database.pool.query('select from accounts');
  expect(rows.rowCount).toBe(0);
  for await (const { key } of bucketsOf(installation.store).originals.list()) expect.unreachable(key);
  await restoreTo(installation);
});

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[Math.floor(bytes.length / 2)]! ^= 0x80;
  await writeFile(path, bytes);
}

test('refuses a target that is not empty', async () => {
  await backUp();
  const filled = await emptyInstallation();
  await insertPerson(filled.database);
  const before = await contents(filled.database);
  await expect(restoreTo(filled)).rejects.toThrow(/is not empty.*auth\.users/);
  expect(await contents(filled.database)).toEqual(before);

  const shared = await emptyInstallation();
  await shared.store.originals.put('somebody/elses/object', 'x', { contentType: 'text/plain' });
  await expect(restoreTo(shared)).rejects.toThrow(/bucket of originals holds objects that are not of this backup/);
  const rows = await shared.database.pool.query('select from accounts');
  expect(rows.rowCount).toBe(0);
});

test('resumes an interrupted restore', async () => {
  await backUp();
  const installation = await emptyInstallation();
  const first = await restoreTo(installation);
  await installation.database.pool.query(
    `truncate accounts, notices, slug_history, visitors, outbox, rate_limits, pending_totals, stripe_events, user_consents
     cascade`,
  );
  await installation.database.pool.query('truncate auth.users cascade');
  const second = await restoreTo(installation);
  expect(second.objects).toEqual({ put: 0, putBytes: 0, there: first.objects.put });
});

test('accepts an empty target whose sweep has run, and keeps the sweep’s position', async () => {
  await source.pool.query("insert into job_cursors (name, position) values ('theirs', 'z')");
  await backUp();
  const installation = await emptyInstallation();
  await installation.database.pool.query("insert into job_cursors (name, position) values ('ours', 'a')");
  await restoreTo(installation);
  const { rows } = await installation.database.pool.query('select name, position from job_cursors');
  expect(rows).toEqual([{ name: 'ours', position: 'a' }]);
});

test('restores a backup from before migrations were combined', async () => {
  const old = await createBareDatabase();
  ends.push(old.drop);
  const combined = (await readMigrations()).filter(({ name }) => name <= FIRST_RELEASE);
  const versions = combined.map(({ name }) => name.slice(0, 14));
  await withMigrations(SUPABASE, versions, (workdir) => migrateFrom(old, workdir));
  const { id } = await insertAccount(old.pool);
  await old.pool.query(
    `with former as (delete from supabase_migrations.schema_migrations)
     insert into supabase_migrations.schema_migrations (version) values ('20261101000000'), ('20261201140000')`,
  );
  await backUp(undefined, { database: old, store });
  const installation = await emptyInstallation(createBareDatabase);
  await restoreTo(installation);
  expect((await installation.database.pool.query('select id from accounts')).rows).toEqual([{ id }]);
  const published = await installation.database.pool.query("select from pg_publication where pubname = 'zero_studio'");
  expect(published.rowCount).toBe(1);
});

test('restores a backup of an older release and migrates it', async () => {
  const versions = (await readdir(join(SUPABASE, 'migrations'))).map((name) => name.slice(0, 14)).sort();
  const old = await createBareDatabase();
  ends.push(old.drop);
  await withMigrations(SUPABASE, versions.slice(0, 12), (workdir) => migrateFrom(old, workdir));
  // The newer release adds a sequence and a migration that changes rows.
  const later = join(await mkdtemp(join(tmpdir(), 'albumen-later-')), 'supabase');
  ends.push(() => rm(resolve(later, '..'), { recursive: true }));
  await cp(SUPABASE, later, { recursive: true });
  const serial = "create table public.tickets (id bigserial primary key, note text not null default 'old');";
  await writeFile(join(later, 'migrations/29990101000000_tickets.sql'), serial);
  const withTickets = [...versions, '29990101000000'];
  await withMigrations(later, withTickets, (workdir) => migrateFrom(old, workdir));
  await old.pool.query('insert into tickets select from generate_series(1, 7)');
  await old.pool.query('delete from tickets where id > 5');
  await backUp(undefined, { database: old, store });
  await writeFile(join(later, 'migrations/29990102000000_notes.sql'), "update public.tickets set note = 'moved on';");

  const installation = await emptyInstallation(createBareDatabase);
  await restore({
    folder,
    database: { connectionString: installation.database.url },
    buckets: bucketsOf(installation.store),
    supabase: later,
    migrate: (workdir) => migrateFrom(installation.database, workdir),
  });
  await installation.database.pool.query("insert into tickets (note) values ('new')");
  const { rows } = await installation.database.pool.query('select id::int, note from tickets order by id desc limit 2');
  // The sequence continues after the deleted rows.
  expect(rows).toEqual([
    { id: 8, note: 'new' },
    { id: 5, note: 'moved on' },
  ]);

  const older = await emptyInstallation(createBareDatabase);
  await expect(restoreTo(older)).rejects.toThrow(/migration 29990101000000, which this release does not know/);
});
