import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copyStatement } from '../backup/dump-tables.ts';
import type { TableRecord } from '../backup/manifest.ts';
import { hashRows } from '../backup/row-hash.ts';
import { columnList, tableName } from '../backup/tables.ts';
import { nowhere } from './files.ts';

/** Compares the rows of a database with a backup's counts and hashes; call it within `inTransaction`. */
export async function checkRows(db: pg.Client, tables: readonly TableRecord[]): Promise<string[]> {
  const problems: string[] = [];
  for (const table of tables) {
    const rows = hashRows();
    await pipeline(db.query(copyTo(copyStatement(table))), rows.stream, nowhere());
    const found = rows.digest();
    if (found.hash === table.hash && found.rows === table.rows) continue;
    problems.push(
      `table ${table.schema}.${table.name}: ${found.rows} rows that differ from the backup's ${table.rows}`,
    );
  }
  return problems;
}

export interface ForeignKey {
  name: string;
  child: { schema: 'public' | 'auth'; name: string };
  parent: { schema: 'public' | 'auth'; name: string };
  columns: string[];
  references: string[];
  /** What the deletion of the parent does: removes the child, empties columns of it, or is refused. */
  onDelete: 'cascade' | 'set null' | 'no action';
  /** Columns of the child that can be emptied when its parent is gone; [] if there are none. */
  clears: string[];
}

/**
 * Rows are loaded with foreign keys disabled, so each key is checked here.
 * @param studio checks the rows of this account alone, by the keys that contain it
 */
export async function checkForeignKeys(db: pg.Client, studio: string | null = null): Promise<string[]> {
  const problems: string[] = [];
  const all = await readForeignKeys(db);
  for (const key of studio ? all.filter(({ columns }) => columns.includes('account_id')) : all) {
    const equal = key.columns.map((column, at) => `p.${columnList([key.references[at]!])} = c.${columnList([column])}`);
    const present = key.columns.map((column) => `c.${columnList([column])} is not null`);
    const found = await db.query<{ orphans: string }>(
      `select count(*) as orphans from ${tableName(key.child)} c where ${present.join(' and ')}
         ${studio ? 'and c.account_id = $1' : ''}
         and not exists (select from ${tableName(key.parent)} p where ${equal.join(' and ')})`,
      studio ? [studio] : [],
    );
    const orphans = Number(found.rows[0]?.orphans);
    if (orphans > 0) problems.push(`constraint ${key.name}: ${orphans} rows of ${key.child.name} point at nothing`);
  }
  return problems;
}

/** Returns all foreign keys between our tables. */
export async function readForeignKeys(db: pg.Client): Promise<ForeignKey[]> {
  const columns = (numbers: string, table: string) =>
    `(select array_agg(a.attname::text order by position) from unnest(k.${numbers}) with ordinality u(number, position)
      join pg_attribute a on a.attrelid = k.${table} and a.attnum = u.number)`;
  const found = await db.query<ForeignKey>(
    `select k.conname as name,
       json_build_object('schema', cn.nspname, 'name', c.relname) as child,
       json_build_object('schema', pn.nspname, 'name', p.relname) as parent,
       ${columns('conkey', 'conrelid')} as columns, ${columns('confkey', 'confrelid')} as "references",
       case k.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as "onDelete",
       case when k.confdeltype = 'c' then '{}' else (
         select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
         where a.attrelid = k.conrelid and a.attnum = any(coalesce(k.confdelsetcols, k.conkey)) and not a.attnotnull
       ) end as clears
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
     join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
     where k.contype = 'f' and cn.nspname in ('public', 'auth') order by k.conname`,
  );
  return found.rows;
}
