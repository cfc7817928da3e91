import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { tableFile } from '../../backup/folder.ts';
import { unzipped } from '../../backup/lines.ts';
import type { Manifest } from '../../backup/manifest.ts';
import { columnList, quoted, readTables, tableName } from '../../backup/tables.ts';
import { CommandError } from '../../lib/command.ts';
import { checkColumns } from '../load-tables.ts';
import { LEFT_OUT } from './scope.ts';

/** A table of the backup, whose rows of one studio are in a temporary table. */
export interface OldTable {
  name: string;
  columns: readonly string[];
  /** Columns of the primary key. */
  key: readonly string[];
  /** Columns that are newer than the backup, and take their default. */
  newer: readonly string[];
}

/** Name of a table's temporary table; its columns `_wanted` and `_brought` are ours: true or null. */
export const old = (name: string) => `pg_temp.${quoted(`old_${name}`)}`;

/** The way of a backup whose rows do not fit: migrations fill what newer releases require. */
export const MIGRATE_FIRST =
  'The backup is of another release. Restore all of it into an empty installation of this release, which migrates it ' +
  '(see "Restore" in docs/operations.md), run "npm run backup" there into a folder of its own, and bring it back from that.';

const studioColumn = (table: string) => (table === 'accounts' ? 'id' : 'account_id');

/**
 * Loads a studio's rows of a backup into temporary tables, which end with the transaction. Tables that are shared by
 * studios (`visitors`, `rate_limits`, people of `auth`) have no column of the studio, and are left out.
 * @throws CommandError if the database lacks columns of the backup, or the backup columns of a primary key
 */
export async function loadPart(db: pg.Client, run: string, { tables }: Manifest, studio: string): Promise<OldTable[]> {
  const ours = tables.filter(
    ({ schema, name, columns }) => schema === 'public' && !LEFT_OUT.has(name) && columns.includes(studioColumn(name)),
  );
  const live = await readTables(db);
  checkColumns(ours, live, MIGRATE_FIRST);
  const columnsOf = new Map(live.map((table) => [tableName(table), table.columns]));
  const keys = await readKeys(db);
  const loaded: OldTable[] = [];
  for (const table of ours) {
    const { name, columns } = table;
    const key = keys.get(name)!;
    const absent = key.filter((column) => !columns.includes(column));
    if (absent.length > 0)
      throw new CommandError(`the backup lacks keys of this release: ${name}.${absent.join()}\n${MIGRATE_FIRST}`);
    const list = columnList(columns);
    // zero-cache's event triggers do not concern CREATE TABLE AS; other DDL sends it the whole schema.
    await db.query(
      `create temporary table ${quoted(`old_${name}`)} on commit drop as
         select ${list}, null::boolean as _wanted, null::boolean as _brought from ${tableName(table)} with no data`,
    );
    const rows = onlyRowsOf(columns.indexOf(studioColumn(name)), studio);
    await pipeline(unzipped(tableFile(run, table)), rows, db.query(copyFrom(`copy ${old(name)} (${list}) from stdin`)));
    loaded.push({
      name,
      columns,
      key,
      newer: columnsOf.get(tableName(table))!.filter((column) => !columns.includes(column)),
    });
  }
  return loaded;
}

const NEWLINE = 10;

/** Passes the lines of COPY's text format with this value in one column. Values contain neither raw tabs nor newlines. */
function onlyRowsOf(column: number, value: string): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const end = text.lastIndexOf(NEWLINE) + 1;
      rest = text.subarray(end);
      const lines = text.toString('utf8', 0, end).split('\n');
      lines.pop();
      const kept = lines.filter((line) => line.split('\t', column + 1)[column] === value);
      done(null, kept.length > 0 ? `${kept.join('\n')}\n` : undefined);
    },
  });
}

async function readKeys(db: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ name: string; key: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as key from pg_index i
       join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where i.indisprimary and c.relnamespace = 'public'::regnamespace group by c.relname`,
  );
  return new Map(rows.map(({ name, key }) => [name, key]));
}
