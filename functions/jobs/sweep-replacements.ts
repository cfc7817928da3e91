import { removeUpload } from '../lib/pending-upload.ts';
import { confirmReplacement } from '../lib/settle-replacement.ts';
import { type StaleUpload, type CleanedRows, cleanUpRows } from './sweep-rows.ts';
import type { CleanupDeps } from './sweep-services.ts';

/** New originals that were interrupted on their way. Those that failed stay until somebody has seen why. */
export function cleanUpReplacements(jobs: CleanupDeps): Promise<CleanedRows> {
  const { db, storage } = jobs;
  return cleanUpRows(jobs, {
    page: (status, until, after, limit) =>
      db.query<StaleUpload>(
        `select r.photo_id as "photoId", r.original_key as key, r.upload_id as "uploadId", r.size,
           r.mime_type as type, r.updated_at as "updatedAt"
         from photo_replacements r join photos p on p.id = r.photo_id join galleries g on g.id = r.gallery_id
           join accounts a on a.id = r.account_id
         where r.status = $1 and r.updated_at <= $2 and (r.updated_at, r.photo_id) > ($3, $4)
           and p.deleted_at is null and g.deleted_at is null and a.deleted_at is null
         order by r.updated_at, r.photo_id limit $5`,
        [status, until, after.at, after.id, limit],
      ),
    settle: (row) => confirmReplacement(db, storage, row),
    async forget(row, until) {
      const deleted = await db.query(
        `delete from photo_replacements
         where photo_id = $1 and status = 'uploading' and original_key = $2 and updated_at <= $3 returning photo_id`,
        [row.photoId, row.key, until],
      );
      if (deleted.length > 0) await removeUpload(storage, row);
    },
    async revive({ photoId, key }, isThere) {
      const change = isThere ? 'status = status' : `status = 'failed', failure_reason = 'upload_missing'`;
      await db.query(
        `update photo_replacements set ${change}
         where photo_id = $1 and status = 'processing' and original_key = $2`,
        [photoId, key],
      );
    },
  });
}
