import type { Queryable } from './db.ts';
import { verifyUpload, type PendingUpload } from './pending-upload.ts';
import type { UploadResult } from './settle-photo.ts';
import type { Storage } from './storage.ts';

/**
 * Moves a new original that is `uploading` on, as `settlePhoto` does. Its photo is untouched: it is shown as it was
 * until the new one was read, and stays so when that is no photograph.
 */
export async function confirmReplacement(
  db: Queryable,
  storage: Storage,
  upload: PendingUpload,
): Promise<UploadResult> {
  const failure = await verifyUpload(storage, upload);
  if (failure === 'upload_missing') return { status: 'uploading', failure: null };
  if (failure) await storage.remove('originals', upload.key);
  const [moved] = await db.query<UploadResult>(
    `update photo_replacements set status = $3, failure_reason = $4, upload_id = null
     where photo_id = $1 and status = 'uploading' and original_key = $2
     returning status, failure_reason as failure`,
    [upload.photoId, upload.key, failure ? 'failed' : 'processing', failure],
  );
  if (moved) return moved;
  const [now] = await db.query<UploadResult>(
    `select status, failure_reason as failure from photo_replacements where photo_id = $1 and original_key = $2`,
    [upload.photoId, upload.key],
  );
  // Without a row it was read already, or given up.
  return now ?? { status: 'ready', failure: null };
}
