import { log } from '../lib/log.ts';
import type { BucketName } from '../lib/storage.ts';
import type { CleanupDeps } from './sweep-services.ts';

/** Interrupted uploads leave a few between two runs, however large the bucket is. */
const MAX_UNCONFIRMED = 100;

/**
 * Whether so many objects may be taken for left behind. A database that was set back, or is the wrong one, names none of
 * what came since: then it is the rows that are missing. A gallery's objects go before its row (erase.ts), so objects
 * without a gallery tell of the same. In doubt everything stays and a person is asked, who may allow it (the guide's
 * "alarm: orphans-held").
 */
export async function canDeleteOrphans(
  jobs: CleanupDeps,
  bucket: BucketName,
  orphans: readonly string[],
): Promise<boolean> {
  const strange = await findWithoutGallery(jobs, orphans);
  if (strange === 0 && orphans.length <= MAX_UNCONFIRMED) return true;
  if (orphans.length <= (await readApproval(jobs, bucket))) return true;
  log('error', 'orphans_held', { bucket, count: orphans.length, withoutGallery: strange });
  return false;
}

/** How many of them lie under the name of a gallery that has no row. */
async function findWithoutGallery({ db }: CleanupDeps, orphans: readonly string[]): Promise<number> {
  const galleryIds = orphans.map((key) => key.slice(0, key.indexOf('/')));
  const known = await db.query<{ id: string }>('select id from galleries where id = any($1)', [
    [...new Set(galleryIds)],
  ]);
  const ids = new Set(known.map(({ id }) => id));
  return galleryIds.filter((id) => !ids.has(id)).length;
}

/** A person's word holds for a day: what it was given for is gone then, or was something else. */
async function readApproval({ db }: CleanupDeps, bucket: BucketName): Promise<number> {
  const [row] = await db.query<{ count: string }>(
    `select position as count from sweep_cursors where name = $1 and updated_at > now() - interval '1 day'`,
    [`removable from ${bucket}`],
  );
  return Number(row?.count) || 0;
}
