import type pg from 'pg';
import { type Need, openCatalog } from '../../backup/catalog.ts';
import type { Buckets } from '../../backup/copy-objects.ts';
import { findRun, findRunAt, type Manifest, readManifest } from '../../backup/manifest.ts';
import { inTransaction, withDatabase } from '../../backup/session.ts';
import { CommandError } from '../../lib/command.ts';
import { checkRun } from '../../verify/files.ts';
import { checkForeignKeys, readForeignKeys } from '../../verify/rows.ts';
import { closeObjectGaps, type ObjectGaps } from '../gaps.ts';
import { refuse } from '../restore.ts';
import { bringRows, type BroughtRows } from './bring-rows.ts';
import { chooseRows, type OldRows } from './choose-rows.ts';
import { bringObjects, findObjects, type FoundObjects } from './find-objects.ts';
import { loadPart, old } from './load-part.ts';
import { rootOf, type Scope } from './scope.ts';
import { settle } from './settle.ts';

export interface PartOptions {
  scope: Scope;
  /** Folder of `npm run backup`, and a run of it by name; by default the newest at `at`. Null: the rows are there. */
  backup: { folder: string; run?: string | undefined } | null;
  /** Milliseconds: nothing is newer, neither the backup nor versions of objects. Null is now. */
  at: number | null;
  /** Sets rows with other content back to the backup's. */
  overwrite: boolean;
  database: pg.ClientConfig;
  buckets: Buckets;
  /** Gets the plan before anything is changed; true lets it happen. */
  confirm: (plan: PartPlan) => boolean;
}

export interface PartPlan {
  name: string;
  /** Since when the studio or gallery has been in the trash, from which it is taken; null if it is not. */
  trashedAt: Date | null;
  /** Time of the backup's snapshot; null without one. */
  snapshotAt: string | null;
  /** Null without a backup. */
  rows: BroughtRows | null;
  /** Rows that let a person in and were taken away since. They stay away. */
  withheld: number;
  /** Owners of the studio who can sign in. */
  owners: number;
  objects: FoundObjects;
  gaps: ObjectGaps;
}

/**
 * Brings one studio or gallery back, in a database and buckets that others use meanwhile. First everything is done in a
 * transaction that is rolled back: its outcome is the plan. After `confirm` come the objects, which overwrite nothing,
 * and then the rows, in one transaction. Interrupted, it is run again.
 * @returns whether it was confirmed
 * @throws CommandError naming the obstacle; no row is then changed
 */
export async function restorePart(options: PartOptions): Promise<boolean> {
  const { database, buckets, backup, at, confirm } = options;
  const old = backup && (await openRun(backup, at));
  const attempt = (end: 'commit' | 'rollback', check?: (plan: PartPlan) => void) =>
    withDatabase(database, (db) =>
      inTransaction(
        db,
        'begin',
        async () => {
          const plan = await arrange(db, options, old);
          check?.(plan);
          return plan;
        },
        end,
      ),
    );
  const plan = await attempt('rollback');
  if (!confirm(plan)) return false;
  await bringObjects(plan.objects.bringable, { buckets, at: at ?? Date.now(), backup: old });
  await attempt('commit', ({ objects }) => {
    if (objects.bringable.length > 0) throw new CommandError('an object went away meanwhile: run it again');
  });
  return true;
}

interface OldRun {
  folder: string;
  run: string;
  manifest: Manifest;
}

async function openRun({ folder, run: name }: NonNullable<PartOptions['backup']>, at: number | null): Promise<OldRun> {
  const run = at === null || name !== undefined ? await findRun(folder, name) : await findRunAt(folder, at);
  const manifest = await readManifest(run);
  refuse('the backup is damaged', await checkRun(run, manifest));
  return { folder, run, manifest };
}

async function arrange(db: pg.Client, options: PartOptions, backup: OldRun | null): Promise<PartPlan> {
  const { scope, buckets, at, overwrite } = options;
  const root = await readRoot(db, scope);
  if (!root && !backup) {
    const { table, id } = rootOf(scope);
    throw new CommandError(`${table} has no row ${id}: its rows are in a backup only, say which with --from`);
  }
  let withheld = 0;
  let rows: BroughtRows | null = null;
  if (backup) {
    await db.query('set local session_replication_role = replica');
    const old = await readOldRows(db, backup, scope);
    withheld = await chooseRows(db, old, scope, root !== null);
    rows = await bringRows(db, old, scope, overwrite);
  }
  const after = await readRoot(db, scope);
  if (!after) throw new CommandError(await whyNot(db, scope));
  const catalog = openCatalog('');
  try {
    const sources = { buckets, at: at ?? Date.now(), backup };
    const objects = await findObjects(db, scope, catalog, sources);
    // Last, since it locks counters for which uploads wait, and listing buckets takes its time.
    await settle(db, scope);
    const gaps = await closeObjectGaps(db, catalog, await whatMayChange(db, objects, rows !== null));
    refuse('the rows would contradict each other', await checkForeignKeys(db, scope.studio));
    const owners = await countOwners(db, scope);
    const snapshotAt = backup?.manifest.snapshotAt ?? null;
    return {
      name: after.name,
      trashedAt: root?.trashedAt ?? null,
      snapshotAt,
      rows,
      withheld,
      owners,
      objects,
      gaps,
    };
  } finally {
    catalog.close();
  }
}

async function readOldRows(db: pg.Client, { run, manifest }: OldRun, { studio }: Scope): Promise<OldRows> {
  const tables = await loadPart(db, run, manifest, studio);
  const names = new Set(tables.map(({ name }) => name));
  const keys = (await readForeignKeys(db)).filter(({ child }) => child.schema === 'public' && names.has(child.name));
  return { tables, keys };
}

async function readRoot(db: pg.Client, scope: Scope): Promise<{ name: string; trashedAt: Date | null } | null> {
  const { table, id } = rootOf(scope);
  const sql = `select name, deleted_at as "trashedAt" from public.${table} where id = $1`;
  return (await db.query<{ name: string; trashedAt: Date | null }>(sql, [id])).rows[0] ?? null;
}

async function whyNot(db: pg.Client, { studio }: Scope): Promise<string> {
  const { rowCount } = await db.query('select from public.accounts where id = $1', [studio]);
  return rowCount
    ? 'the gallery cannot be brought: its address is taken'
    : 'the studio is gone too: bring it back first';
}

async function countOwners(db: pg.Client, { studio }: Scope): Promise<number> {
  const sql = `select from public.account_members m join auth.users u on u.id = m.user_id
    where m.account_id = $1 and m.role = 'owner'`;
  return (await db.query(sql, [studio])).rowCount ?? 0;
}

/**
 * Missing objects change brought rows. Of rows that were there, a photo with its original is rendered again; one without
 * stays as it is, since its renditions may still be seen.
 */
async function whatMayChange(db: pg.Client, { lost }: FoundObjects, hasOld: boolean): Promise<(need: Need) => boolean> {
  const brought = new Set<string>();
  for (const table of hasOld ? ['photos', 'watermarks'] : []) {
    const { rows } = await db.query<{ id: string }>(`select id from ${old(table)} where _brought`);
    for (const { id } of rows) brought.add(id);
  }
  const withoutOriginal = new Set(lost.filter(({ bucket }) => bucket === 'originals').map(({ row }) => row));
  return ({ bucket, row }) => brought.has(row) || (bucket === 'renditions' && !withoutOriginal.has(row));
}
