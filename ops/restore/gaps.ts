import type pg from 'pg';
import type { Catalog } from '../backup/catalog.ts';
import { READ_RUN } from '../verify/files.ts';

export interface Gaps {
  /** Photos whose original the backup does not have: now `failed`, with the reason `upload_missing`. */
  failed: number;
  /** Photos that have it and lack a rendition: now `processing`; the hourly sweep has them read again. */
  processing: number;
  /** Link previews that are forgotten; the next change of the gallery makes them anew. */
  previews: number;
  /** Watermarks without their picture: no photo of theirs is made anew until somebody gives them one. */
  marks: number;
  /** Prepared downloads, which no backup holds: what was ready is over, what was being packed begins anew. */
  archives: number;
}

const AT_ONCE = 500;

/**
 * Brings rows in line with what the backup has of their objects, the way the product itself would put it. Triggers are
 * on again: the counters follow.
 */
export async function closeGaps(db: pg.Client, catalog: Catalog): Promise<Gaps> {
  const gaps: Gaps = { failed: 0, processing: 0, previews: 0, marks: 0, archives: 0 };
  const lost = (bucket: string, isPreview: boolean) => missingRows(catalog, bucket, isPreview);
  for (const ids of lost('originals', false)) {
    const sql = `update public.photos set status = 'failed', failure_reason = 'upload_missing'
      where id = any($1) and status in ('ready', 'processing')`;
    gaps.failed += await changed(db, sql, ids);
    const forget = `update public.watermarks
      set image_version = 0, image_key = null, image_width = null, image_height = null where id = any($1)`;
    gaps.marks += await changed(db, forget, ids);
  }
  // One that is failed by now keeps its state.
  for (const ids of lost('renditions', false)) {
    const sql = `update public.photos set status = 'processing' where id = any($1) and status = 'ready'`;
    gaps.processing += await changed(db, sql, ids);
  }
  for (const ids of lost('renditions', true)) {
    gaps.previews += await changed(db, 'delete from public.og_images where gallery_id = any($1)', ids);
  }
  gaps.archives = await forgetArchives(db);
  return gaps;
}

async function forgetArchives(db: pg.Client): Promise<number> {
  // Rows arrive in the tables of their own release, and an older one has no such table.
  const { rows } = await db.query<{ known: boolean }>(`select to_regclass('public.archives') is not null as known`);
  if (!rows[0]?.known) return 0;
  const sql = `update public.archives set parts = '[]', done_count = 0, done_bytes = 0, locked_until = null,
      status = case status when 'ready' then 'expired' when 'packing' then 'queued' else status end,
      expires_at = case status when 'ready' then least(expires_at, now()) else expires_at end
    where status in ('ready', 'packing') or parts <> '[]'`;
  return (await db.query(sql)).rowCount ?? 0;
}

function* missingRows(catalog: Catalog, bucket: string, isPreview: boolean): Generator<string[]> {
  let ids: string[] = [];
  for (const need of catalog.missing(READ_RUN)) {
    if (need.bucket !== bucket || need.key.startsWith('og/') !== isPreview) continue;
    ids.push(need.row);
    if (ids.length === AT_ONCE) yield ids.splice(0);
  }
  if (ids.length > 0) yield ids;
}

async function changed(db: pg.Client, sql: string, ids: readonly string[]): Promise<number> {
  return (await db.query(sql, [ids])).rowCount ?? 0;
}
