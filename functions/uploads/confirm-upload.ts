import type { PhotoFailure, PhotoStatus } from '#core/domain/photos.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { findStoredFailure } from './validate.ts';

/** An upload on its way: a photo's first original, or a new one for it. */
export interface PendingUpload {
  photoId: string;
  /** Where it is stored among the originals. */
  key: string;
  /** S3's id of an upload in parts. */
  uploadId: string | null;
  /** Bytes, as announced. */
  size: number;
  type: string;
}

/**
 * What has become of it: null when it is stored as announced. `upload_missing` is no failure yet: it, or parts of it,
 * are still to come. Puts together what came in parts. Safe to repeat.
 */
async function verifyUpload(storage: Storage, upload: PendingUpload): Promise<PhotoFailure | null> {
  if (upload.uploadId && !(await completeMultipart(storage, upload, upload.uploadId))) return 'upload_missing';
  return findStoredFailure(storage, upload.key, upload);
}

/** False while parts are missing. Where the upload itself is, the stored object then tells. */
async function completeMultipart(storage: Storage, { key, size }: PendingUpload, uploadId: string): Promise<boolean> {
  const parts = await storage.browserParts.arrived('originals', key, uploadId);
  if (!parts) return true;
  const isWhole = parts.every(({ number }, index) => number === index + 1);
  if (!isWhole || parts.reduce((sum, part) => sum + part.size, 0) !== size) return false;
  const outcome = await storage.browserParts.finish('originals', key, uploadId, parts);
  if (outcome === 'exists') await storage.multipart.abort('originals', key, uploadId);
  return outcome !== 'invalid';
}

/** Takes away what is stored of it, and what came of its parts. */
export async function removeUpload(storage: Storage, { key, uploadId }: Pick<PendingUpload, 'key' | 'uploadId'>) {
  if (uploadId) await storage.multipart.abort('originals', key, uploadId);
  await storage.remove('originals', key);
}

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
     returning status, failure_reason as failure, allow_duplicate as "wasAsked"`,
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
