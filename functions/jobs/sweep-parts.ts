import { mapConcurrently } from '../lib/concurrently.ts';
import { parsePhotoOwner } from './sweep-originals.ts';
import { ORPHAN_MS } from './sweep-rows.ts';
import type { CleanupDeps } from './sweep-services.ts';

const CONCURRENCY = 8;

/**
 * Gives up uploads in parts that no row names: begun by a function that died before it could note them. S3 shows no
 * parts among objects, but charges for them.
 * @returns how many there were
 */
export async function cleanUpParts({ clock, db, storage }: CleanupDeps): Promise<number> {
  const begun = await storage.multipart.list('originals', '');
  const old = begun.filter(({ key, initiatedAt }) => parsePhotoOwner(key) && initiatedAt <= clock() - ORPHAN_MS);
  if (old.length === 0) return 0;
  const named = await db.query<{ uploadId: string }>(
    `select upload_id as "uploadId" from photos where id = any($1) and upload_id is not null
     union all
     select upload_id from photo_replacements where photo_id = any($1) and upload_id is not null`,
    [old.map(({ key }) => parsePhotoOwner(key))],
  );
  const known = new Set(named.map(({ uploadId }) => uploadId));
  const orphans = old.filter(({ uploadId }) => !known.has(uploadId));
  await mapConcurrently(CONCURRENCY, orphans, ({ key, uploadId }) =>
    storage.multipart.abort('originals', key, uploadId),
  );
  return orphans.length;
}
