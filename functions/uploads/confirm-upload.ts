import type { PhotoFailure, PhotoStatus } from '#core/domain/photos/photos.ts';
import type { Queryable } from '../platform/db/database.ts';
import { removeOriginal } from '../platform/storage/originals.ts';
import {
  detectFileType,
  detectVideoType,
  HEAD_BYTES,
  isPolyglot,
  isTypeMismatch,
  TAIL_BYTES,
} from '../platform/storage/file-type.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** An unconfirmed upload: a photo's first original, or a replacement. */
export interface PendingUpload {
  photoId: string;
  /** Key in the bucket of originals. */
  key: string;
  /** S3’s id of a multipart upload. */
  uploadId: string | null;
  /** Bytes, as declared. */
  size: number;
  type: string;
}

/**
 * Verifies an upload: null if it is stored as declared. `upload_missing` is temporary: the object, or parts of it, have
 * not arrived yet. Completes a multipart upload. Idempotent.
 */
async function verifyUpload(storage: Storage, upload: PendingUpload): Promise<PhotoFailure | null> {
  if (upload.uploadId && !(await completeMultipart(storage, upload, upload.uploadId))) return 'upload_missing';
  return findStoredFailure(storage, upload);
}

/** Returns why the content contradicts the declaration; null if it matches. Ignores the name. */
export function findContentFailure(head: Uint8Array, tail: Uint8Array, type: string): PhotoFailure | null {
  const sniffed = detectFileType(head, type) ?? detectVideoType(head);
  if (!sniffed) return 'not_an_image';
  return isTypeMismatch(type, sniffed) || isPolyglot(head, tail) ? 'type_mismatch' : null;
}

/** Compares the stored object with its declaration; reads only its start and end. */
async function findStoredFailure(storage: Storage, { key, size, type }: PendingUpload): Promise<PhotoFailure | null> {
  const object = await storage.head('originals', key);
  if (!object) return 'upload_missing';
  if (object.size !== size) return 'upload_mismatch';
  if (size === 0) return 'empty';
  const bytes = async (from: number, to: number) => (await storage.get('originals', key, { from, to }))?.bytes;
  const head = await bytes(0, Math.min(size, HEAD_BYTES) - 1);
  const tail = size <= HEAD_BYTES ? head : await bytes(Math.max(0, size - TAIL_BYTES), size - 1);
  return head && tail ? findContentFailure(head, tail, type) : 'upload_missing';
}

/** False while parts are missing. If the upload itself is gone, the stored object decides. */
async function completeMultipart(storage: Storage, { key, size }: PendingUpload, uploadId: string): Promise<boolean> {
  const parts = await storage.multipart.listParts('originals', key, uploadId);
  if (!parts) return true;
  const isWhole = parts.every(({ number }, index) => number === index + 1);
  if (!isWhole || parts.reduce((sum, part) => sum + part.size, 0) !== size) return false;
  const outcome = await storage.multipart.complete('originals', key, uploadId, parts, { ifAbsent: true });
  if (outcome === 'exists') await storage.multipart.abort('originals', key, uploadId);
  return outcome !== 'invalid';
}

/** The new status, its reason, and the statuses that change to it: a refusal also ends an ingest that has begun. */
function changeBy(failure: PhotoFailure | null): [PhotoStatus, PhotoFailure | null, PhotoStatus[]] {
  return failure ? ['failed', failure, ['uploading', 'processing']] : ['processing', null, ['uploading']];
}

/** Deletes the stored object and aborts the multipart upload. */
export async function removeUpload(storage: Storage, { key, uploadId }: Pick<PendingUpload, 'key' | 'uploadId'>) {
  if (uploadId) await storage.multipart.abort('originals', key, uploadId);
  await removeOriginal(storage, key);
}

export interface UploadResult {
  status: PhotoStatus;
  failure: PhotoFailure | null;
  /** Photo with the same content, confirmed first. This one stays `uploading` until the duplicate is accepted. */
  sameAs?: string;
}

/**
 * Moves an `uploading` photo to `processing`, or to `failed` with its reason; leaves it while parts are missing.
 * Compares the stored object with the declaration.
 */
export async function confirmUpload(db: Queryable, storage: Storage, upload: PendingUpload): Promise<UploadResult> {
  const failure = await verifyUpload(storage, upload);
  if (failure === 'upload_missing') return { status: 'uploading', failure: null };
  const [moved] = await db.query<UploadResult & { wasAsked: boolean }>(
    `update photos set status = $3, failure_reason = $4, upload_id = null
     where id = $1 and status = any ($5) and original_key = $2
     returning status, failure_reason as failure, allow_duplicate as "wasAsked"`,
    [upload.photoId, upload.key, ...changeBy(failure)],
  );
  if (!moved) return await findCurrentState(db, upload);
  // Files that are not photos are not kept. Removed last: ingest, reading it meanwhile, would report it as missing.
  if (failure) await removeOriginal(storage, upload.key);
  // The notification came while it was a duplicate and was ignored, so trigger it again.
  if (moved.wasAsked && !failure) await storage.rewrite('originals', upload.key, upload.type);
  return { status: moved.status, failure: moved.failure };
}

/** Returns the current state: ingest was faster and its result counts, or the gallery already has this content. */
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
 * Moves an `uploading` replacement like `confirmUpload`. The photo itself stays unchanged until the replacement is
 * ingested, also if that fails.
 */
export async function confirmReplacement(
  db: Queryable,
  storage: Storage,
  upload: PendingUpload,
): Promise<UploadResult> {
  const failure = await verifyUpload(storage, upload);
  if (failure === 'upload_missing') return { status: 'uploading', failure: null };
  const [moved] = await db.query<UploadResult>(
    `update photo_replacements set status = $3, failure_reason = $4, upload_id = null
     where photo_id = $1 and status = any ($5) and original_key = $2
     returning status, failure_reason as failure`,
    [upload.photoId, upload.key, ...changeBy(failure)],
  );
  if (moved && failure) await removeOriginal(storage, upload.key);
  if (moved) return moved;
  const [now] = await db.query<UploadResult>(
    `select status, failure_reason as failure from photo_replacements where photo_id = $1 and original_key = $2`,
    [upload.photoId, upload.key],
  );
  // No row: it was already ingested or cancelled.
  return now ?? { status: 'ready', failure: null };
}
