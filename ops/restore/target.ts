import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { CommandError } from '../lib/command.ts';
import { readMigrations, readTables, tableName } from '../backup/tables.ts';

/**
 * Checks that the target database is empty: either without migrations, or with the backup's migrations and no rows.
 * @returns true if the backup's migrations must still be applied
 * @throws Error naming the obstacle
 */
export async function inspectTarget(db: pg.Client, migrations: readonly string[]): Promise<{ bare: boolean }> {
  const tables = await readTables(db);
  const filled: string[] = [];
  for (const table of tables) {
    const found = await db.query(`select from ${tableName(table)} limit 1`);
    if (found.rowCount) filled.push(`${table.schema}.${table.name}`);
  }
  if (filled.length > 0)
    throw new CommandError(`the database is not empty, and is left as it is: ${filled.join(', ')}`);
  const applied = await readMigrations(db);
  if (applied.length === 0 && !tables.some(({ schema }) => schema === 'public')) return { bare: true };
  if (applied.join() === migrations.join()) return { bare: false };
  throw new CommandError(
    `the database has other migrations than the backup (${applied.at(-1) ?? 'none'} instead of ${migrations.at(-1)}): ` +
      'restore into a database without any, and the newer ones are applied afterwards',
  );
}

/**
 * Creates a temporary folder for the supabase CLI with the migrations of these versions only, while `work` runs.
 * @param supabase the folder `supabase` of this release
 * @throws Error naming a version that this release does not have
 */
export async function withMigrations<T>(
  supabase: string,
  versions: readonly string[],
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const files = await readdir(join(supabase, 'migrations'));
  const selected = versions.map((version) => {
    const file = files.find((name) => name.startsWith(`${version}_`) && name.endsWith('.sql'));
    if (!file) throw new CommandError(`the backup has migration ${version}, which this release does not know`);
    return file;
  });
  const folder = await mkdtemp(join(tmpdir(), 'albumen-migrations-'));
  try {
    const everythingElse = { recursive: true, filter: (path: string) => !path.endsWith('.sql') };
    await cp(supabase, join(folder, 'supabase'), everythingElse);
    for (const file of selected) {
      await cp(join(supabase, 'migrations', file), join(folder, 'supabase/migrations', file));
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
