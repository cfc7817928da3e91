import type pg from 'pg';
import type { Catalog, Need } from '../backup/catalog.ts';
import { READ_RUN } from '../verify/files.ts';

export interface Gaps {
  /** Photos whose original is missing from the backup: now `failed` with `upload_missing`. */
  failed: number;
  /** Photos with an original and a missing rendition: now `processing`; the hourly sweep renders them again. */
  processing: number;
  /** Link previews reset; the next change of the gallery renders them again. */
  previews: number;
  /** Pictures of websites without an object: made again within minutes. */
  pictures: number;
  /** Watermarks without their image: their photos are not rendered again until a new image is uploaded. */
  marks: number;
  /** Download archives, which no backup contains: ready ones expire, unfinished ones start again. */
  archives: number;
  /** Ready exports, which no backup contains: they expire, and owners request a new one. */
  exports: number;
}

export type ObjectGaps = Omit<Gaps, 'archives' | 'exports'>;

const AT_ONCE = 500;

/**
 * Adjusts rows to the objects in the backup, by the product's own state changes. Triggers are enabled again, so
 * counters follow.
 */
export async function closeGaps(db: pg.Client, catalog: Catalog): Promise<Gaps> {
  const gaps = await closeObjectGaps(db, catalog);
  return { ...gaps, archives: await forgetArchives(db), exports: await forgetExports(db) };
}

/**
 * Adjusts the rows that the catalog's needs name to its objects.
 * @param mayChange selects among the missing objects; rows of others stay as they are
 */
export async function closeObjectGaps(
  db: pg.Client,
  catalog: Catalog,
  mayChange: (need: Need) => boolean = () => true,
): Promise<ObjectGaps> {
  const gaps: ObjectGaps = { failed: 0, processing: 0, previews: 0, pictures: 0, marks: 0 };
  const lost = (bucket: string, folder: string | null) => missingRows(catalog, bucket, folder, mayChange);
  for (const ids of lost('originals', null)) {
    const sql = `update public.photos set status = 'failed', failure_reason = 'upload_missing'
      where id = any($1) and status in ('ready', 'processing')`;
    gaps.failed += await changed(db, sql, ids);
    const forget = `update public.watermarks
      set image_version = 0, image_key = null, image_width = null, image_height = null where id = any($1)`;
    gaps.marks += await changed(db, forget, ids);
  }
  // A row that failed above keeps its status.
  for (const ids of lost('renditions', null)) {
    const sql = `update public.photos set status = 'processing' where id = any($1) and status = 'ready'`;
    gaps.processing += await changed(db, sql, ids);
  }
  for (const ids of lost('renditions', 'og')) {
    gaps.previews += await changed(db, 'delete from public.og_images where gallery_id = any($1)', ids);
  }
  for (const tokens of lost('renditions', 'site')) {
    const sql = 'update public.site_pictures set ready_at = null, created_at = now() where token = any($1)';
    gaps.pictures += await changed(db, sql, tokens);
  }
  return gaps;
}

async function forgetArchives(db: pg.Client): Promise<number> {
  if (!(await hasTable(db, 'archives'))) return 0;
  const sql = `update public.archives set parts = '[]', done_count = 0, done_bytes = 0, locked_until = null,
      status = case status when 'ready' then 'expired' when 'packing' then 'queued' else status end,
      expires_at = case status when 'ready' then least(expires_at, now()) else expires_at end
    where status in ('ready', 'packing') or parts <> '[]'`;
  return (await db.query(sql)).rowCount ?? 0;
}

async function forgetExports(db: pg.Client): Promise<number> {
  if (!(await hasTable(db, 'account_exports'))) return 0;
  const sql = `update public.account_exports set status = 'expired', expires_at = least(expires_at, now())
    where status = 'ready'`;
  return (await db.query(sql)).rowCount ?? 0;
}

/** Rows are loaded into the tables of their own release, and older releases lack some tables. */
async function hasTable(db: pg.Client, name: string): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>('select to_regclass($1) is not null as known', [
    `public.${name}`,
  ]);
  return rows[0]?.known === true;
}

/** Yields the rows of missing objects in a folder of their own, or with null in none of these. */
function* missingRows(
  catalog: Catalog,
  bucket: string,
  folder: string | null,
  mayChange: (need: Need) => boolean,
): Generator<string[]> {
  let ids: string[] = [];
  for (const need of catalog.missing(READ_RUN)) {
    if (need.bucket !== bucket || folderOf(need.key) !== folder || !mayChange(need)) continue;
    ids.push(need.row);
    if (ids.length === AT_ONCE) yield ids.splice(0);
  }
  if (ids.length > 0) yield ids;
}

function folderOf(key: string): string | null {
  return /^(og|site)\//.exec(key)?.[1] ?? null;
}

async function changed(db: pg.Client, sql: string, ids: readonly string[]): Promise<number> {
  return (await db.query(sql, [ids])).rowCount ?? 0;
}
