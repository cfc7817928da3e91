import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import type { BucketName } from '#functions/platform/storage/s3-client.ts';
import { type Catalog, openCatalog } from '../backup/catalog.ts';
import type { Buckets } from '../backup/copy-objects.ts';
import { findObjectFile } from '../backup/folder.ts';
import { findRun, type Manifest, readManifest } from '../backup/manifest.ts';
import { readIndex } from '../backup/object-index.ts';
import { inTransaction, withDatabase } from '../backup/session.ts';
import { isRestored } from '../backup/tables.ts';
import { CommandError } from '../lib/command.ts';
import { FIRST_RELEASE } from '../migrate/contract.ts';
import { type BucketFindings, checkBuckets } from '../verify/buckets.ts';
import { checkFiles } from '../verify/files.ts';
import { checkForeignKeys, checkRows } from '../verify/rows.ts';
import { closeGaps, type Gaps } from './gaps.ts';
import { loadTables } from './load-tables.ts';
import { inspectTarget, withMigrations } from './target.ts';

/** Last of the migrations that were combined into the files up to FIRST_RELEASE: both made the same tables. */
const LAST_COMBINED = '20261201140000';

/**
 * Returns the migrations of this release that make the tables of a backup: those of the backup itself, but for combined
 * ones, which are replaced by the files up to FIRST_RELEASE.
 * @param versions the backup's migrations
 * @param known the migrations of this release
 */
function migrationsOf(versions: readonly string[], known: readonly string[]): string[] {
  const combined = versions.indexOf(LAST_COMBINED);
  if (combined < 0) return [...versions];
  return [...known.filter((version) => version <= FIRST_RELEASE), ...versions.slice(combined + 1)];
}

const CONCURRENCY = 4;
const THERE = 'there';

interface PutCounts {
  put: number;
  putBytes: number;
  /** Objects that an earlier attempt has stored. */
  there: number;
}

/**
 * Uploads a backup's objects into the buckets. Resumes an interrupted attempt.
 * @param catalog the backup's objects
 * @throws Error if a bucket holds any other object, which may be in use
 */
async function putObjects(folder: string, run: string, catalog: Catalog, buckets: Buckets): Promise<PutCounts> {
  const counts: PutCounts = { put: 0, putBytes: 0, there: 0 };
  const present = openCatalog('');
  try {
    for (const name of ['originals', 'renditions'] as const) await notePresent(catalog, present, buckets, name);
    await mapConcurrently(CONCURRENCY, readIndex(run), async (object) => {
      const { bucket, key, size } = object;
      if (present.findObject(bucket, key)) {
        counts.there += 1;
        return;
      }
      const file = await findObjectFile(folder, bucket, object);
      if (!file) throw new CommandError(`object ${bucket}/${key} is gone from the backup`);
      await buckets[bucket].put(key, file, object);
      counts.put += 1;
      counts.putBytes += size;
    });
    return counts;
  } finally {
    present.close();
  }
}

/** Keys are used once: an object with a key and size of the backup is that object. */
async function notePresent(catalog: Catalog, present: Catalog, buckets: Buckets, bucket: BucketName): Promise<void> {
  for await (const listed of buckets[bucket].list()) {
    const known = catalog.findObject(bucket, listed.key);
    if (!known)
      throw new CommandError(`the bucket of ${bucket} holds objects that are not of this backup, and is left as it is`);
    if (known.size !== listed.size) continue;
    present.putObject({ ...known, bucket, key: listed.key, contentType: '', cacheControl: null }, THERE);
  }
}

interface RestoreOptions {
  folder: string;
  /** Name of a run; by default the newest complete one. */
  run?: string | undefined;
  database: pg.ClientConfig;
  buckets: Buckets;
  /** Folder `supabase` of this release. */
  supabase: string;
  /** Applies the migrations of a folder that contains `supabase`. */
  migrate: (folder: string) => Promise<void>;
}

export interface Restored {
  run: string;
  manifest: Manifest;
  objects: PutCounts;
  gaps: Gaps;
  found: BucketFindings;
}

/**
 * Restores a backup into an empty database and empty buckets, and verifies the result. All checks run before the first
 * change. Objects are stored first, then all rows in one transaction, so that every object a row refers to exists. Rows
 * are compared before newer migrations run.
 * @throws Error with the refusal or finding; the database is then unchanged, objects may have been stored
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { folder, database, buckets } = options;
  const run = await findRun(folder, options.run);
  const manifest = await readManifest(run);
  const tables = manifest.tables.filter(isRestored);
  const known = await knownVersions(options.supabase);
  const migrations = migrationsOf(manifest.migrations, known);
  const { bare } = await withDatabase(database, (db) => inspectTarget(db, migrations));
  const catalog = openCatalog('');
  try {
    refuse('the backup is damaged', await checkFiles(folder, run, manifest, catalog));
    await applyMigrations(options, migrations, bare);
    const objects = await putObjects(folder, run, catalog, buckets);
    const gaps = await withDatabase(database, (db) => fill(db, run, { ...manifest, tables }, catalog));
    await applyMigrations(options, known, known.join() !== migrations.join());
    const found = await withDatabase(database, (db) => checkAll(db, buckets));
    return { run, manifest, objects, gaps, found };
  } finally {
    catalog.close();
  }
}

function fill(db: pg.Client, run: string, manifest: Manifest, catalog: Catalog): Promise<Gaps> {
  return inTransaction(db, 'begin', async () => {
    await loadTables(db, run, manifest);
    const problems = [...(await checkRows(db, manifest.tables)), ...(await checkForeignKeys(db))];
    refuse('the rows did not arrive as they were', problems);
    return closeGaps(db, catalog);
  });
}

async function checkAll(db: pg.Client, buckets: Buckets): Promise<BucketFindings> {
  refuse('the restored database contradicts itself', await checkForeignKeys(db));
  const found = await checkBuckets(db, buckets);
  refuse('objects that rows name are not there', found.dangling);
  await db.query('analyze');
  return found;
}

async function applyMigrations({ supabase, migrate }: RestoreOptions, versions: readonly string[], needed: boolean) {
  await withMigrations(supabase, versions, async (folder) => {
    if (needed) await migrate(folder);
  });
}

async function knownVersions(supabase: string): Promise<string[]> {
  const files = await readdir(join(supabase, 'migrations'));
  return files.flatMap((file) => /^(\d{14})_.*\.sql$/.exec(file)?.[1] ?? []).sort();
}

/** Maximum number of printed list entries. */
const TOLD = 20;

export function refuse(what: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const rest = problems.length > TOLD ? [`and ${problems.length - TOLD} more`] : [];
  throw new CommandError([`${what}:`, ...problems.slice(0, TOLD), ...rest].join('\n  '));
}
