import type pg from 'pg';
import { quoted } from '../../backup/tables.ts';
import { CommandError } from '../../lib/command.ts';
import type { ForeignKey } from '../../verify/rows.ts';
import { old, type OldTable } from './load-part.ts';
import { ACCESS_TABLES, rootOf, type Scope } from './scope.ts';

/** The tables of the backup and their relations. */
export interface OldRows {
  tables: readonly OldTable[];
  /** Foreign keys of these tables, also to tables that are shared by studios. */
  keys: readonly ForeignKey[];
}

/** `left.column = right.column` for each pair. */
const pairs = (left: string, columns: readonly string[], right: string, others: readonly string[] = columns) =>
  columns.map((column, at) => `${left}.${quoted(column)} = ${right}.${quoted(others[at]!)}`).join(' and ');

/** Condition that a row of the backup, as `o`, is the row `l` of the database. */
export const sameKey = ({ key }: OldTable) => pairs('l', key, 'o');

/** Condition that a wanted row of the backup, as `o`, is missing in the database. */
export const isMissing = (table: OldTable) =>
  `o._wanted and not exists (select from public.${quoted(table.name)} l where ${sameKey(table)})`;

/**
 * Marks the rows that belong to the scope as wanted: the root, and what its deletion takes with it.
 * @param isRootThere the root is in the database: rows of access tables that are missing there stay away
 * @returns number of rows that stay away
 * @throws CommandError if the backup has no such root, or another studio has one of the ids
 */
export async function chooseRows(db: pg.Client, rows: OldRows, scope: Scope, isRootThere: boolean): Promise<number> {
  const root = rootOf(scope);
  const found = await db.query(`update ${old(root.table)} set _wanted = true where id = $1`, [root.id]);
  if (!found.rowCount)
    throw new CommandError(
      `this run of the backup has no row ${root.id} in ${root.table}: take an earlier one, by --run or --at`,
    );
  const cascades = rows.keys.filter(({ onDelete }) => onDelete === 'cascade');
  await untilStable(cascades, async ({ child, parent, columns, references }) => {
    if (!has(rows, parent)) return 0;
    const marked = await db.query(
      `update ${old(child.name)} c set _wanted = true from ${old(parent.name)} p
         where p._wanted and c._wanted is null and ${pairs('c', columns, 'p', references)}`,
    );
    return marked.rowCount ?? 0;
  });
  let closed = 0;
  for (const table of isRootThere ? rows.tables.filter(({ name }) => ACCESS_TABLES.has(name)) : []) {
    const sql = `update ${old(table.name)} o set _wanted = null where ${isMissing(table)}`;
    closed += (await db.query(sql)).rowCount ?? 0;
  }
  await refuseForeign(db, rows, scope);
  return closed;
}

async function refuseForeign(db: pg.Client, { tables }: OldRows, { studio }: Scope): Promise<void> {
  for (const table of tables.filter(({ name }) => name !== 'accounts')) {
    const { rows } = await db.query<{ key: string }>(
      `select concat_ws(' ', ${table.key.map((column) => `l.${quoted(column)}`).join(', ')}) as key
       from ${old(table.name)} o join public.${quoted(table.name)} l on ${sameKey(table)}
       where o._wanted and l.account_id <> $1 limit 1`,
      [studio],
    );
    if (rows[0])
      throw new CommandError(`another studio has the row ${rows[0].key} of ${table.name}: nothing is changed`);
  }
}

export interface Pruned {
  /** Number of rows that are left out because their parent is gone, by table. */
  leftOut: Map<string, number>;
  /** Number of references that are left empty because their row is gone, by table and column. */
  emptied: Map<string, number>;
}

/**
 * Takes out of the rows to be written what points at nothing: members without a sign-in, visits of forgotten browsers.
 * @param written condition of these rows
 */
export async function pruneRows(db: pg.Client, rows: OldRows, written: (table: OldTable) => string): Promise<Pruned> {
  const [leftOut, emptied] = [new Map<string, number>(), new Map<string, number>()];
  const members = rows.tables.find(({ name }) => name === 'account_members');
  if (members) {
    const sql = `update ${old('account_members')} o set _wanted = null
      where ${written(members)} and not exists (select from auth.users u where u.id = o.user_id)`;
    add(leftOut, 'account_members', (await db.query(sql)).rowCount);
  }
  const byName = new Map(rows.tables.map((table) => [table.name, table]));
  await untilStable(rows.keys, async ({ child, parent, columns, references, clears }) => {
    const present = columns.map((column) => `o.${quoted(column)} is not null`).join(' and ');
    const isOld = has(rows, parent)
      ? `or exists (select from ${old(parent.name)} p where p._wanted and ${pairs('p', references, 'o', columns)})`
      : '';
    const change = clears.length > 0 ? clears.map((column) => `${quoted(column)} = null`).join(', ') : '_wanted = null';
    const changed = await db.query(
      `update ${old(child.name)} o set ${change} where ${written(byName.get(child.name)!)} and ${present} and not (
         exists (select from public.${quoted(parent.name)} l where ${pairs('l', references, 'o', columns)}) ${isOld})`,
    );
    add(
      clears.length > 0 ? emptied : leftOut,
      clears.length > 0 ? `${child.name}.${clears.join()}` : child.name,
      changed.rowCount,
    );
    return changed.rowCount ?? 0;
  });
  return { leftOut, emptied };
}

/** Adds to the count of a name; zero adds nothing. */
export function add(counts: Map<string, number>, name: string, count: number | null): void {
  if (count) counts.set(name, (counts.get(name) ?? 0) + count);
}

const has = ({ tables }: OldRows, { schema, name }: ForeignKey['parent']) =>
  schema === 'public' && tables.some((table) => table.name === name);

/** Repeats `work` for all keys until it changes nothing more. */
async function untilStable(keys: readonly ForeignKey[], work: (key: ForeignKey) => Promise<number>): Promise<void> {
  for (let changed = 1; changed > 0;) {
    changed = 0;
    for (const key of keys) changed += await work(key);
  }
}
