import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openBucket } from '#ops/backup/bucket.ts';
import type { Buckets } from '#ops/backup/copy-objects.ts';
import { fontKey } from '#functions/fonts/files.ts';
import { pushMigrations } from '#ops/migrate/push-migrations.ts';
import { restore, type Restored } from '#ops/restore/restore.ts';
import type { TestDatabase } from './database.ts';
import { storeRenditions } from './busy-studio.ts';
import type { ImageStore } from './image-store.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const SUPABASE = join(ROOT, 'supabase');

/** A project with its buckets. */
export interface Installation {
  database: TestDatabase;
  store: ImageStore;
}

export function bucketsOf({ env }: Pick<ImageStore, 'env'>): Buckets {
  const account = {
    region: env['AWS_REGION']!,
    accessKeyId: env['AWS_ACCESS_KEY_ID']!,
    secretAccessKey: env['AWS_SECRET_ACCESS_KEY']!,
    endpoint: env['S3_ENDPOINT'],
  };
  return {
    originals: openBucket({ ...account, bucket: env['ORIGINALS_BUCKET']! }),
    renditions: openBucket({ ...account, bucket: env['RENDITIONS_BUCKET']! }),
  };
}

export const migrateFrom = async ({ url }: TestDatabase, workdir: string) =>
  void (await pushMigrations(url, { workdir }));

/** Restores a folder into an empty installation. @param run the newest by default */
export function restoreInto({ database, store }: Installation, folder: string, run?: string): Promise<Restored> {
  return restore({
    folder,
    run,
    database: { connectionString: database.url },
    buckets: bucketsOf(store),
    supabase: SUPABASE,
    migrate: (workdir) => migrateFrom(database, workdir),
  });
}

/**
 * All rows of every table as text, read independently of the backup. Excludes the state of jobs, which belongs to one
 * database.
 */
export async function contents({ pool }: Pick<TestDatabase, 'pool'>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where (schemaname = 'public' and tablename not in ('job_cursors', 'rate_limits', 'live_connections', 'live_joins')) or (schemaname = 'auth' and tablename in ('users', 'identities', 'mfa_factors'))`,
  );
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(
      `select count(*) || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as md5 from ${name} t`,
    );
    found[name] = rows[0].md5;
  }
  return found;
}

/** Stores an object for each row of `insertSampleRows` that names one. */
export async function storeWhatRowsName({ database: { pool }, store }: Installation, galleryId: string): Promise<void> {
  const { rows } = await pool.query(
    'select id, file_id as "fileId", gallery_id as "galleryId", original_key as "originalKey" from photos where gallery_id = $1',
    [galleryId],
  );
  for (const photo of rows) {
    await store.originals.put(photo.originalKey, Buffer.alloc(1000), { contentType: 'image/jpeg' });
    await storeRenditions(store, photo);
  }
  const marks = await pool.query('select image_key from watermarks where starts_with($1, account_id)', [galleryId]);
  for (const { image_key: key } of marks.rows) {
    await store.originals.put(key, 'mark', { contentType: 'image/jpeg' });
  }
  const fonts = await pool.query('select id from custom_fonts where starts_with($1, account_id)', [galleryId]);
  for (const { id } of fonts.rows) await store.renditions.put(fontKey(id), 'font', { contentType: 'font/woff2' });
  const pictures = await pool.query('select token from site_pictures where starts_with($1, account_id)', [galleryId]);
  for (const { token: of } of pictures.rows) {
    for (const name of ['400.webp', '800.webp', '800.jpg'])
      await store.renditions.put(`site/${of}-${name}`, 'picture', { contentType: 'image/webp' });
  }
  const { token } = (await pool.query('select token from og_images where gallery_id = $1', [galleryId])).rows[0];
  await store.renditions.put(`og/${galleryId}/${token}.jpg`, 'preview', {
    contentType: 'image/jpeg',
    cacheControl: 'public, max-age=300',
  });
}

/** Runs the command as an operator does. @param env added to this process's; undefined removes a variable */
export function command(tool: 'backup' | 'restore', args: string[], env: Record<string, string | undefined>) {
  const child = spawn(process.execPath, [join(ROOT, `ops/${tool}/main.ts`), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([buffer(child.stdout), buffer(child.stderr)]).then((parts) => parts.join(''));
  const ended = once(child, 'close').then(async ([code]) => ({ code: code as number | null, output: await output }));
  return { child, ended };
}
