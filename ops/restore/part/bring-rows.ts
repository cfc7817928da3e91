import pg from 'pg';
import { columnList, quoted } from '../../backup/tables.ts';
import { CommandError } from '../../lib/command.ts';
import { add, type OldRows, isMissing, pruneRows, type Pruned, sameKey } from './choose-rows.ts';
import { MIGRATE_FIRST, old, type OldTable } from './load-part.ts';
import { ACCESS_TABLES, rootOf, type Scope } from './scope.ts';

export interface BroughtRows extends Pruned {
  /** Rows that were missing and are brought, by table. */
  brought: Map<string, number>;
  /** Rows with other content than in the backup, which stay as they are, by table. */
  kept: Map<string, number>;
  /** Rows that were set back to the backup's content, by table. */
  overwritten: Map<string, number>;
  /** Missing rows whose unique value is taken: an address or number that another row has now. */
  taken: string[];
  /** Rows of accesses in an older backup that this release cannot take: by table, and column or constraint. */
  unfit: Map<string, number>;
  /** Columns of brought rows that are newer than the backup and take their default: table and column. */
  defaulted: string[];
  /** Rows that point at a brought row again. */
  linked: number;
}

/** Tables that only go forward: values that are counted again, receipts' numbers, and mails that were sent. */
const NEVER_SET_BACK = new Set([
  'account_usage',
  'customer_balances',
  'customer_stats',
  'gallery_stats',
  'messages',
  'receipt_counters',
  'revenue_months',
]);

/**
 * Inserts the wanted rows that are missing. Call it with triggers disabled, in the transaction of `chooseRows`.
 * @param overwrite sets rows of other content back to the backup's
 * @throws CommandError if rows of an older backup lack something required, other than those of accesses
 */
export async function bringRows(db: pg.Client, rows: OldRows, scope: Scope, overwrite: boolean): Promise<BroughtRows> {
  const kept = new Map<string, number>();
  const comparable = rows.tables.filter(({ name }) => !NEVER_SET_BACK.has(name));
  for (const table of overwrite ? [] : comparable) add(kept, table.name, await countDiffering(db, table));
  // A row that is set back may also point at something that is gone.
  const written = overwrite ? () => 'o._wanted' : isMissing;
  const leftOut = new Map<string, number>();
  const emptied = new Map<string, number>();
  const taken: string[] = [];
  const unfit = new Map<string, number>();
  // A row whose unique value is taken takes its children with it, so all is inserted again without them.
  for (;;) {
    const pruned = await pruneRows(db, rows, written);
    for (const [name, count] of pruned.leftOut) add(leftOut, name, count);
    for (const [name, count] of pruned.emptied) add(emptied, name, count);
    await db.query('savepoint insertion');
    await settleBroughtRows(db, rows, scope, written);
    const { brought, refused, misfit } = await insertMissing(db, rows.tables);
    if (refused.length === 0 && !misfit) {
      const overwritten = new Map<string, number>();
      for (const table of overwrite ? comparable : []) add(overwritten, table.name, await setBack(db, table));
      const linked = await linkAgain(db, rows, scope);
      const defaulted = rows.tables
        .filter(({ name }) => brought.has(name))
        .flatMap(({ name, newer }) => newer.map((column) => `${name}.${column}`));
      return { brought, kept, overwritten, leftOut, emptied, taken, unfit, defaulted, linked };
    }
    await db.query('rollback to savepoint insertion');
    if (misfit) {
      const { table, part } = misfit;
      if (!ACCESS_TABLES.has(table.name))
        throw new CommandError(
          `the backup’s rows lack what this release requires: ${table.name}.${part}\n${MIGRATE_FIRST}`,
        );
      const sql = `update ${old(table.name)} o set _wanted = null where ${isMissing(table)}`;
      add(unfit, `${table.name}.${part}`, (await db.query(sql)).rowCount);
    }
    for (const { table, key } of refused) {
      taken.push(`${table.name} ${key}`);
      await db.query(`update ${old(table.name)} o set _wanted = null where ${keyText(table)} = $1`, [key]);
    }
  }
}

const keyText = ({ key }: OldTable) => `concat_ws(' ', ${key.map((column) => `o.${quoted(column)}`).join(', ')})`;
const differs = ({ name, columns }: OldTable) => {
  const content = (row: string) => `row(${columns.map((column) => `${row}.${quoted(column)}`).join(', ')})::text`;
  return `from ${old(name)} o where o._wanted and LIVE and ${content('l')} <> ${content('o')}`;
};

async function countDiffering(db: pg.Client, table: OldTable): Promise<number> {
  const live = `public.${quoted(table.name)} l`;
  const from = differs(table).replace(' where ', `, ${live} where `).replace('LIVE', sameKey(table));
  return Number((await db.query(`select count(*) as rows ${from}`)).rows[0].rows);
}

async function setBack(db: pg.Client, table: OldTable): Promise<number> {
  const set = table.columns.map((column) => `${quoted(column)} = o.${quoted(column)}`).join(', ');
  const from = differs(table).replace('LIVE', sameKey(table));
  const update = db.query(`update public.${quoted(table.name)} l set ${set} ${from}`);
  const { rowCount } = await update.catch((error: unknown) => {
    const part = refusedBy(error);
    if (part === null) throw error;
    throw new CommandError(`rows cannot be set back, since ${table.name}.${part} refuses them: leave --overwrite out`);
  });
  return rowCount ?? 0;
}

/** Name of the column or constraint by which PostgreSQL refused a row; null for other errors. */
function refusedBy(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return null;
  return error.column ?? error.constraint ?? null;
}

/**
 * What was in the trash is there again for 30 days, instead of being erased within the hour; the root is out of it. A
 * mail that waited is not sent: its effect is not brought, and it may have been sent since.
 */
async function settleBroughtRows(
  db: pg.Client,
  { tables }: OldRows,
  scope: Scope,
  written: (table: OldTable) => string,
): Promise<void> {
  const root = rootOf(scope);
  for (const table of tables) {
    if (!table.columns.includes('deleted_at')) continue;
    await db.query(
      `update ${old(table.name)} o set deleted_at = case when ${keyText(table)} = $1 then null else now() end
       where deleted_at is not null and ${written(table)}`,
      [table.name === root.table ? root.id : ''],
    );
  }
  const messages = tables.find(({ name }) => name === 'messages');
  if (messages) {
    const sql = `update ${old('messages')} o set status = 'cancelled' where status = 'pending' and ${isMissing(messages)}`;
    await db.query(sql);
  }
}

interface Inserted {
  brought: Map<string, number>;
  /** Rows whose unique value is taken. */
  refused: { table: OldTable; key: string }[];
  /** Table whose rows lack a required column, or contradict a constraint; the transaction then waits for a rollback. */
  misfit?: { table: OldTable; part: string };
}

async function insertMissing(db: pg.Client, tables: readonly OldTable[]): Promise<Inserted> {
  const brought = new Map<string, number>();
  const refused: Inserted['refused'] = [];
  for (const table of tables) {
    const list = columnList(table.columns);
    await db.query(`update ${old(table.name)} o set _brought = true where ${isMissing(table)}`);
    const sql = `insert into public.${quoted(table.name)} (${list}) select ${list} from ${old(table.name)} o
       where o._brought on conflict do nothing`;
    let inserted: pg.QueryResult;
    try {
      inserted = await db.query(sql);
    } catch (error) {
      const part = refusedBy(error);
      if (part === null) throw error;
      return { brought, refused, misfit: { table, part } };
    }
    if (inserted.rowCount) brought.set(table.name, inserted.rowCount);
    const { rows } = await db.query<{ key: string }>(
      `select ${keyText(table)} as key from ${old(table.name)} o where o._brought and ${isMissing(table)}`,
    );
    refused.push(...rows.map(({ key }) => ({ table, key })));
  }
  return { brought, refused };
}

/** Sets references that the deletion of a brought row has emptied, in rows that are still there. */
async function linkAgain(db: pg.Client, { tables, keys }: OldRows, { studio }: Scope): Promise<number> {
  let linked = 0;
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const { child, parent, columns, references, clears, onDelete } of keys) {
    const table = byName.get(child.name)!;
    if (onDelete !== 'set null' || !byName.has(parent.name)) continue;
    const set = clears.map((column) => `${quoted(column)} = o.${quoted(column)}`).join(', ');
    const empty = clears.map((column) => `l.${quoted(column)} is null`).join(' and ');
    const same = columns.map((column, at) => `p.${quoted(references[at]!)} = o.${quoted(column)}`).join(' and ');
    const changed = await db.query(
      `update public.${quoted(child.name)} l set ${set} from ${old(child.name)} o, ${old(parent.name)} p
       where ${sameKey(table)} and o._brought is null and ${empty} and p._brought and ${same}
         and (l.account_id = $1 or l.account_id is null)`,
      [studio],
    );
    linked += changed.rowCount ?? 0;
  }
  return linked;
}
