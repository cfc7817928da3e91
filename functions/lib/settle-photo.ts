import type { PhotoFailure, PhotoStatus } from '#core/domain/photos.ts';
import type { Queryable } from './db.ts';
import { verifyUpload, type PendingUpload } from './pending-upload.ts';
import type { Storage } from './storage.ts';

export interface UploadResult {
  status: PhotoStatus;
  failure: PhotoFailure | null;
  /** The gallery's photo of the same content that was first. It stays `uploading` until somebody wants it too. */
  sameAs?: string;
}

/**
 * Moves a photo that is `uploading` on: to `processing`, to `failed` with its reason, or nowhere while something of it
 * is missing. What was stored is held against what was announced.
 */
export async function confirmUpload(db: Queryable, storage: Storage, upload: PendingUpload): Promise<UploadResult> {
  const failure = await verifyUpload(storage, upload);
  if (failure === 'upload_missing') return { status: 'uploading', failure: null };
  // What is not a photograph is not kept either, whatever else it may be.
  if (failure) await storage.remove('originals', upload.key);
  const [moved] = await db.query<UploadResult & { wasAsked: boolean }>(
    `update photos set status = $3, failure_reason = $4, upload_id = null
     where id = $1 and status = 'uploading' and original_key = $2
     returning status, failure_reason as failure, keeps_duplicate as "wasAsked"`,
    [upload.photoId, upload.key, failure ? 'failed' : 'processing', failure],
  );
  if (!moved) return await findCurrentState(db, upload);
  // Its event came while it was a duplicate, and ended there: it has to come again.
  if (moved.wasAsked && !failure) await storage.rewrite('originals', upload.key, upload.type);
  return { status: moved.status, failure: moved.failure };
}

/** The stored object's own event was faster, and its word counts; or the gallery has this content already. */
async function findCurrentState(db: Queryable, { photoId }: PendingUpload): Promise<UploadResult> {
  const [now] = await db.query<UploadResult>(
    `select p.status, p.failure_reason as failure,
       case when p.status = 'uploading' then (
         select t.filename from photos t
         where t.gallery_id = p.gallery_id and t.sha256 = p.sha256 and t.id <> p.id
           and t.status in ('processing', 'ready') and t.deleted_at is null
         order by t.uploaded_at limit 1) end as "sameAs"
     from photos p where p.id = $1`,
    [photoId],
  );
  if (!now) return { status: 'uploading', failure: null };
  return { status: now.status, failure: now.failure, ...(now.sameAs && { sameAs: now.sameAs }) };
}
