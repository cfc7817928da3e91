import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CommandError } from '../lib/command.ts';
import { tableFile } from '../backup/folder.ts';
import { unzipped } from '../backup/lines.ts';
import type { Manifest, TableRecord } from '../backup/manifest.ts';
import { columnList, quoted, readTables, tableName, type TableShape } from '../backup/tables.ts';

/**
 * Loads all tables from a backup's files. Call it in a transaction, so that all rows are loaded or none. Triggers and
 * foreign keys are disabled meanwhile: the rows are final, and tables refer to each other.
 * @throws Error if a table or column of the backup does not exist
 */
export async function loadTables(db: pg.Client, run: string, manifest: Manifest): Promise<void> {
  checkColumns(manifest.tables, await readTables(db));
  // A hosted project allows this to its role `postgres`, although it is no superuser.
  await db.query('set local session_replication_role = replica');
  for (const table of manifest.tables) {
    const statement = `copy ${tableName(table)} (${columnList(table.columns)}) from stdin`;
    await pipeline(unzipped(tableFile(run, table)), db.query(copyFrom(statement)));
  }
  for (const { name, lastValue } of manifest.sequences) {
    if (lastValue === null) continue;
    await db.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, lastValue]);
  }
  await db.query('set local session_replication_role = origin');
}

/**
 * Our tables match by the migrations; the auth service of another project may have another version.
 * @param advice says what to do then
 * @throws CommandError naming columns of the backup that the database lacks
 */
export function checkColumns(backup: readonly TableRecord[], target: readonly TableShape[], advice = ''): void {
  const known = new Map(target.map((table) => [tableName(table), new Set(table.columns)]));
  const absent = backup.flatMap((table) => {
    const columns = known.get(tableName(table));
    return table.columns
      .filter((column) => !columns?.has(column))
      .map((column) => `${table.schema}.${table.name}.${column}`);
  });
  const problem = `the database lacks columns of the backup: ${absent.join(', ')}`;
  if (absent.length > 0) throw new CommandError([problem, advice].filter(Boolean).join('\n'));
}
