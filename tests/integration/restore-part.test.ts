import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { backup } from '#ops/backup/backup.ts';
import { isKept } from '#ops/backup/needs.ts';
import { withDatabase } from '#ops/backup/session.ts';
import { describePlan } from '#ops/restore/part/command.ts';
import { type PartOptions, type PartPlan, restorePart } from '#ops/restore/part/restore-part.ts';
import { ACCESS_TABLES, LEFT_OUT } from '#ops/restore/part/scope.ts';
import { checkForeignKeys } from '#ops/verify/rows.ts';
import { bucketsOf, command, type Installation, storeWhatRowsName } from '../support/backup.ts';
import { type BusyStudio, openBusyStudio } from '../support/busy-studio.ts';
import { createDatabase } from '../support/database.ts';
import { startImageStore } from '../support/image-store.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { insertSampleRows } from '../support/sample-rows.ts';

// A restore tries everything once before it does it.
vi.setConfig({ testTimeout: 120_000 });

let installation: Installation;
/** Another studio, whose rows and objects no restore changes. */
let neighbour: BusyStudio;
let studio: BusyStudio;
let folder: string;
let before: unknown;
let neighbours: string[] = [];

beforeAll(async () => {
  installation = { database: await createDatabase(), store: await startImageStore() };
  neighbour = await openBusyStudio(installation.database, installation.store);
  await neighbour.arrive();
  const sample = await insertSampleRows(installation.database.pool);
  await storeWhatRowsName(installation, sample.galleryId);
  neighbours = [neighbour.accountId, sample.accountId];
});
afterAll(async () => {
  await installation.store.close();
  await installation.database.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-part-'));
  studio = await openBusyStudio(installation.database, installation.store);
  before = await foreign();
});
afterEach(async () => {
  expect(await foreign()).toEqual(before);
  await rm(folder, { recursive: true });
});

const query = async <T extends object>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await installation.database.pool.query<T>(sql, values)).rows;

/** All rows of a studio, by table, as text. */
async function rowsOf(account: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relpersistence = 'p'
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of [...tables, { name: 'accounts' }]) {
    const column = name === 'accounts' ? 'id' : 'account_id';
    const rows = await query<{ text: string }>(
      `select t::text as text from ${name} t where ${column} = $1 order by 1`,
      account,
    );
    if (rows.length > 0) found[name] = rows.map(({ text }) => text);
  }
  return found;
}

/** Objects of a studio as key and ETag. */
async function objectsOf(account: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of ['originals', 'renditions'] as const) {
    for await (const { key, etag } of bucketsOf(installation.store)[name].list())
      if (key.includes(account)) found.push(`${name} ${key} ${etag}`);
  }
  return found;
}

const foreign = () => Promise.all(neighbours.flatMap((account) => [rowsOf(account), objectsOf(account)]));

const backUp = () =>
  backup({ folder, database: { connectionString: installation.database.url }, buckets: bucketsOf(installation.store) });

/** Restores and returns the plan. */
async function bring(options: Partial<PartOptions> & { gallery?: string; yes?: boolean } = {}): Promise<PartPlan> {
  const { gallery = null, yes = true, ...others } = options;
  let shown: PartPlan | undefined;
  const done = await restorePart({
    scope: { studio: studio.accountId, gallery },
    backup: { folder },
    at: null,
    overwrite: false,
    database: { connectionString: installation.database.url },
    buckets: bucketsOf(installation.store),
    confirm: (plan) => {
      shown = plan;
      return yes;
    },
    ...others,
  });
  expect(done).toBe(yes);
  return shown!;
}

it('brings an erased studio back with every row and file, after it has said so', async () => {
  const { accountId, galleryId } = await insertSampleRows(installation.database.pool);
  studio = { ...studio, accountId, galleryId };
  await storeWhatRowsName(installation, galleryId);
  const [{ user_id: id }] = (await query<{ user_id: string }>(
    'select user_id from account_members where account_id = $1',
    accountId,
  )) as [{ user_id: string }];
  await insertRow(installation.database.pool, 'auth.users', { id, email: 'owner@example.org', created_at: new Date() });
  const [rows, stored] = [await rowsOf(accountId), await objectsOf(accountId)];
  await backUp();
  for (const line of stored) {
    const [bucket, key] = line.split(' ') as ['originals' | 'renditions', string];
    await installation.store[bucket].remove(key);
  }
  await query('delete from accounts where id = $1', accountId);

  const plan = await bring({ yes: false });
  expect(await rowsOf(accountId)).toEqual({});
  expect(await objectsOf(accountId)).toEqual([]);
  expect(plan).toMatchObject({ name: 'Studio', trashedAt: null, withheld: 0, owners: 1, objects: { lost: [] } });
  await bring();
  const after = await rowsOf(accountId);
  const names = (of: object) => Object.keys(of).filter((name) => !LEFT_OUT.has(name));
  expect(names(after)).toEqual(names(rows));
  for (const name of names(rows)) expect([name, after[name]]).toEqual([name, rows[name]]);
  // Other sizes are computed when a person asks.
  const objects = stored.filter((line) => isKept(...(line.split(' ') as ['originals', string])));
  expect(await objectsOf(accountId)).toEqual(objects);
  expect(plan.objects.bringable.map(({ bucket, from }) => `${bucket} ${from}`)).toEqual(
    expect.arrayContaining(['originals version', 'renditions backup']),
  );
  expect(await withDatabase({ connectionString: installation.database.url }, checkForeignKeys)).toEqual([]);
  // Twice is once.
  expect((await bring()).rows!.brought).toEqual(new Map());
  expect(await rowsOf(accountId)).toEqual(after);
});

it('brings an erased gallery back, with its links and what pointed at it, beside newer work', async () => {
  const { accountId, galleryId } = studio;
  const photos = [await studio.arrive(), await studio.arrive()];
  await query('update galleries set cover_photo_id = $1, deleted_at = now() where id = $2', photos[0]!.id, galleryId);
  const author = { account_id: accountId, author_id: newUser() };
  const grant = { id: newId(), gallery_id: galleryId, email: 'guest@example.org', ...author };
  await insertRow(installation.database.pool, 'grants', grant);
  const customer = await insertCustomer(installation.database.pool, accountId, { name: 'Before' });
  const session = { id: newId(), customer_id: customer, gallery_id: galleryId, date: new Date(), duration: 60 };
  await insertRow(installation.database.pool, 'sessions', { ...session, type: 'Portrait', ...author });
  const rows = await rowsOf(accountId);
  await backUp();
  for (const photo of photos) await studio.erase(photo);
  await query('delete from galleries where id = $1', galleryId);
  await query("update customers set name = 'After' where id = $1", customer);

  const plan = await bring({ gallery: galleryId });
  expect(Object.fromEntries(plan.rows!.brought)).toMatchObject({ galleries: 1, photos: 2, grants: 1 });
  expect(plan.rows).toMatchObject({ kept: new Map(), taken: [], linked: 1 });
  const after = await rowsOf(accountId);
  for (const name of ['photos', 'grants', 'gallery_stats']) expect(after[name]).toEqual(rows[name]);
  expect(
    await query('select name, deleted_at, cover_photo_id as cover from galleries where id = $1', galleryId),
  ).toEqual([{ name: 'Wedding', deleted_at: null, cover: photos[0]!.id }]);
  expect(await query('select gallery_id as gallery from sessions where account_id = $1', accountId)).toEqual([
    { gallery: galleryId },
  ]);
  expect(await query('select name from customers where id = $1', customer)).toEqual([{ name: 'After' }]);
  const usage = 'select photo_count as photos, gallery_count as galleries, storage_bytes as bytes from account_usage';
  expect(await query(`${usage} where account_id = $1`, accountId)).toEqual([
    { photos: 2, galleries: 1, bytes: '6000' },
  ]);
  for (const { originalKey } of photos)
    expect(await installation.store.originals.head(originalKey)).toMatchObject({
      size: 3000,
      contentType: 'image/jpeg',
    });
});

it('brings missing photos into a gallery, keeps what has changed, and gives no revoked access back', async () => {
  const { accountId, galleryId } = studio;
  const photo = await studio.arrive();
  const grant = { account_id: accountId, author_id: newUser(), gallery_id: galleryId };
  await insertRow(installation.database.pool, 'grants', { id: newId(), email: 'guest@example.org', ...grant });
  await backUp();
  await studio.erase(photo);
  await query('delete from grants where account_id = $1', accountId);
  await query("update galleries set name = 'Renamed' where id = $1", galleryId);

  const plan = await bring({ gallery: galleryId });
  expect(plan.withheld).toBeGreaterThan(0);
  expect(plan.rows!.kept.get('galleries')).toBe(1);
  expect(await query('select id from grants where account_id = $1', accountId)).toEqual([]);
  expect(await query('select id, status from photos where gallery_id = $1', galleryId)).toEqual([
    { id: photo.id, status: 'ready' },
  ]);
  const name = () => query('select name from galleries where id = $1', galleryId);
  expect(await name()).toEqual([{ name: 'Renamed' }]);
  await bring({ gallery: galleryId, overwrite: true });
  expect(await name()).toEqual([{ name: 'Wedding' }]);
});

it('takes a gallery out of the trash and its originals from former versions, without a backup', async () => {
  const { galleryId } = studio;
  const photo = await studio.arrive();
  await query('update galleries set deleted_at = now() where id = $1', galleryId);
  await installation.store.originals.remove(photo.originalKey);
  const plan = await bring({ gallery: galleryId, backup: null });
  expect(plan).toMatchObject({ trashedAt: expect.any(Date), rows: null, objects: { there: 3, lost: [] } });
  expect(await query('select deleted_at from galleries where id = $1', galleryId)).toEqual([{ deleted_at: null }]);
  expect(await installation.store.originals.head(photo.originalKey)).toMatchObject({ size: 3000 });

  await studio.erase(photo);
  await query('delete from galleries where id = $1', galleryId);
  await expect(bring({ gallery: galleryId, backup: null })).rejects.toThrow('in a backup only');
});

it('names what it cannot bring, and takes nothing newer than --at', async () => {
  const { galleryId } = studio;
  const early = Date.now() - 1;
  const photo = await studio.arrive();
  await installation.store.originals.remove(photo.originalKey);
  await backUp();
  await expect(bring({ gallery: galleryId, at: early })).rejects.toThrow('no backup of');
  const lost = { bucket: 'originals', key: photo.originalKey, row: photo.id };
  const there = await bring({ gallery: galleryId, at: early, backup: null });
  expect(there.objects.lost).toEqual([lost]);
  const status = () => query('select status from photos where id = $1', photo.id);
  // The photo stays ready without its original: pages show its renditions.
  expect(await status()).toEqual([{ status: 'ready' }]);
  await query('delete from photos where id = $1', photo.id);
  // Asked for by its name, although it is newer.
  const [run] = await readdir(join(folder, 'runs'));
  const brought = await bring({ gallery: galleryId, at: early, backup: { folder, run } });
  expect(brought).toMatchObject({ objects: { lost: [lost] }, gaps: { failed: 1 } });
  expect(await status()).toEqual([{ status: 'failed' }]);
});

it('leaves out a row whose unique value is taken, and names it', async () => {
  const { accountId } = studio;
  const page = { account_id: accountId, author_id: newUser(), path: '/prices', title: 'Prices' };
  const first = newId();
  await insertRow(installation.database.pool, 'pages', { id: first, ...page });
  await backUp();
  await query('delete from pages where id = $1', first);
  await insertRow(installation.database.pool, 'pages', { id: newId(), ...page, title: 'New prices' });
  const plan = await bring();
  expect(plan.rows!.taken).toEqual([`pages ${first}`]);
  expect(await query('select title from pages where account_id = $1', accountId)).toEqual([{ title: 'New prices' }]);
});

it('refuses an id that another studio has, and changes nothing', async () => {
  const id = await insertCustomer(installation.database.pool, studio.accountId);
  await backUp();
  await query('delete from customers where id = $1', id);
  await insertCustomer(installation.database.pool, neighbours[0]!, { id });
  before = await foreign();
  await expect(bring()).rejects.toThrow(`another studio has the row ${id}`);
  await query('delete from customers where id = $1', id);
  before = await foreign();
});

/** Runs `work` while a table has a required column that no backup made before has. */
async function withRequiredColumn(table: string, column: string, work: () => Promise<void>): Promise<void> {
  await query(`alter table ${table} add column ${column} text not null default 'of this release'`);
  await query(`alter table ${table} alter column ${column} drop default`);
  try {
    await work();
  } finally {
    await query(`alter table ${table} drop column ${column}`);
  }
}

it('leaves out accesses of an older backup that lack a required column, and names table and column', async () => {
  const { accountId, galleryId } = studio;
  const photo = await studio.arrive();
  const author = { account_id: accountId, author_id: newUser() };
  const grant = newId();
  await insertRow(installation.database.pool, 'grants', {
    id: grant,
    gallery_id: galleryId,
    email: 'guest@example.org',
    ...author,
  });
  const token = { token_hash: newId(64), account_id: accountId, grant_id: grant, expires_at: new Date('2031-01-01') };
  await insertRow(installation.database.pool, 'grant_tokens', token);
  await backUp();
  await studio.erase(photo);
  await query('delete from galleries where id = $1', galleryId);
  await query("alter table galleries add column since text not null default 'now'");
  await withRequiredColumn('grants', 'token_hash', async () => {
    const plan = await bring({ gallery: galleryId });
    expect(plan.rows!.unfit).toEqual(new Map([['grants.token_hash', 1]]));
    // Tokens of the grant cannot be without it.
    expect(plan.rows!.leftOut.get('grant_tokens')).toBe(1);
    const told = describePlan({ studio: accountId, gallery: galleryId }, plan).join('\n');
    expect(told).toContain('must be made again: 1 grants.token_hash');
    expect(plan.rows!.defaulted).toEqual(['galleries.since']);
  });
  await query('alter table galleries drop column since');
  expect(await query('select id from photos where gallery_id = $1', galleryId)).toEqual([{ id: photo.id }]);
  expect(await query('select id from grants where account_id = $1', accountId)).toEqual([]);
});

it('refuses other rows of an older backup that lack a required column, and says what to do', async () => {
  const { galleryId } = studio;
  const photo = await studio.arrive();
  await backUp();
  await studio.erase(photo);
  await withRequiredColumn('photos', 'checksum', async () => {
    await expect(bring({ gallery: galleryId })).rejects.toThrow(/photos\.checksum.*\n.*empty installation/);
  });
  expect(await query('select id from photos where gallery_id = $1', galleryId)).toEqual([]);
  expect(await installation.store.originals.head(photo.originalKey)).toBeNull();
});

it('asks for --yes, and refuses a gallery of another studio', async () => {
  const { accountId, galleryId } = studio;
  await query('update galleries set deleted_at = now() where id = $1', galleryId);
  const env = { ...installation.store.env, DATABASE_DIRECT_URL: installation.database.url };
  const run = (...args: string[]) => command('restore', ['--studio', accountId, ...args], env).ended;
  const other = await run('--gallery', neighbour.galleryId);
  expect(other).toMatchObject({ code: 2, output: expect.stringContaining('not one of this studio') });
  const asked = await run('--gallery', galleryId);
  expect(asked).toMatchObject({ code: 0, output: expect.stringContaining('nothing is changed; --yes does this') });
  expect(asked.output).toContain(`gallery ${galleryId}, "Wedding"`);
  expect(await query('select from galleries where id = $1 and deleted_at is null', galleryId)).toEqual([]);
  expect(await run('--gallery', galleryId, '--yes')).toMatchObject({ code: 0 });
  expect(await query('select from galleries where id = $1 and deleted_at is null', galleryId)).toHaveLength(1);
});

const newUser = () => crypto.randomUUID();

it('counts every table with a key to something among the tables of access', async () => {
  const found = await query<{ name: string }>(
    `select distinct c.table_name as name from information_schema.columns c
       join information_schema.columns a on a.table_name = c.table_name and a.column_name = 'account_id'
     where c.table_schema = 'public' and a.table_schema = 'public' and c.column_name ~ 'token|secret|(pin|password)_hash'`,
  );
  // Names of public pictures.
  const open = ['og_images', 'site_pictures'];
  const names = found.map(({ name }) => name).filter((name) => !open.includes(name) && !LEFT_OUT.has(name));
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !ACCESS_TABLES.has(name))).toEqual([]);
});
