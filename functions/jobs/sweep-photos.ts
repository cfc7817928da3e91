import { confirmUpload } from '../lib/settle-photo.ts';
import { type StaleUpload, type CleanedRows, cleanUpRows } from './sweep-rows.ts';
import type { CleanupDeps } from './sweep-services.ts';

/** Photos whose first original was interrupted on its way. */
export function cleanUpPhotos(jobs: CleanupDeps): Promise<CleanedRows> {
  const { db, storage } = jobs;
  return cleanUpRows(jobs, {
    page: (status, until, after, limit) =>
      db.query<StaleUpload>(
        `select p.id as "photoId", p.original_key as key, p.upload_id as "uploadId", p.size, p.mime_type as type,
           p.updated_at as "updatedAt"
         from photos p join galleries g on g.id = p.gallery_id join accounts a on a.id = p.account_id
         where p.status = $1 and p.updated_at <= $2 and p.original_key is not null and (p.updated_at, p.id) > ($3, $4)
           and p.deleted_at is null and g.deleted_at is null and a.deleted_at is null
         order by p.updated_at, p.id limit $5`,
        [status, until, after.at, after.id, limit],
      ),
    settle: (row) => confirmUpload(db, storage, row),
    async forget(row, until) {
      const deleted = await db.query(
        `delete from photos where id = $1 and status = 'uploading' and original_key = $2 and updated_at <= $3
         returning id`,
        [row.photoId, row.key, until],
      );
      if (deleted.length === 0) return;
      if (row.uploadId) await storage.multipart.abort('originals', row.key, row.uploadId);
      // Nothing of it: not what a former attempt left under another key either.
      await storage.removePrefix('originals', row.key.slice(0, row.key.lastIndexOf('/') + 1));
    },
    async revive({ photoId, key }, isThere) {
      // Any update touches `updated_at`, so one that cannot be read comes round once an hour, not with every sweep.
      const change = isThere ? 'status = status' : `status = 'failed', failure_reason = 'upload_missing'`;
      await db.query(`update photos set ${change} where id = $1 and status = 'processing' and original_key = $2`, [
        photoId,
        key,
      ]);
    },
  });
}
