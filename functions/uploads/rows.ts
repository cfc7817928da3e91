import type { UploadFile } from '#core/api/uploads.ts';
import { ID_LENGTH, makeId } from '#core/domain/values/ids.ts';
import type { PhotoFailure, PhotoStatus } from '#core/domain/photos/photos.ts';
import { can } from '#core/domain/studio/roles.ts';
import type { Actor } from '../platform/auth/authorization.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { PendingUpload } from './confirm-upload.ts';

/** One rejected file of a batch, and the reason. */
export interface UploadError {
  photoId: string;
  code: string;
  field?: string;
  /** Filename of the gallery's photo with the same content. */
  sameAs?: string;
}

/** A row that waits for its file. */
export interface PreparedUpload {
  key: string;
  /** S3’s id of a multipart upload from an earlier attempt with the same content. */
  uploadId: string | null;
  /** True if an earlier attempt used the same key with the same content; the object may exist. */
  isResumed: boolean;
  /** Objects of an earlier attempt with other content, to be deleted. */
  leftover: { key: string; uploadId: string | null } | null;
}

/** Returns filenames of existing photos by content hash. Trashed and failed photos do not count as duplicates. */
export async function findDuplicates(
  db: Queryable,
  accountId: string,
  galleryId: string,
  files: readonly UploadFile[],
): Promise<Map<string, string>> {
  const hashes = files.flatMap(({ sha256, keepDuplicate }) => (sha256 && !keepDuplicate ? sha256 : []));
  if (hashes.length === 0) return new Map();
  const rows = await db.query<{ sha256: string; filename: string }>(
    `select sha256, filename from photos
     where account_id = $1 and gallery_id = $2 and sha256 = any($3) and not id = any($4)
       and status in ('processing', 'ready') and deleted_at is null`,
    [accountId, galleryId, hashes, files.map(({ photoId }) => photoId)],
  );
  return new Map(rows.map(({ sha256, filename }) => [sha256, filename]));
}

/**
 * Returns the sort position of new photos: after manually sorted ones, or the common position if none are sorted. Read
 * it once per batch; photos with the same position sort by name.
 */
export async function findLastOrder(db: Queryable, galleryId: string): Promise<number> {
  const [last] = await db.query<{ next: number }>(
    `select coalesce(nullif(max("order"), 0) + 1, 0) as next from photos where gallery_id = $1`,
    [galleryId],
  );
  return last?.next ?? 0;
}

/**
 * Creates or resumes. Same SHA-256: same key; otherwise a new key, so leftovers cannot block `If-None-Match`. Without
 * hashes only the author, or a member who may delete photos, starts an upload over.
 */
export async function prepareUpload(
  db: Queryable,
  member: Actor,
  galleryId: string,
  file: UploadFile,
  order: number,
  now: number,
): Promise<PreparedUpload | UploadError> {
  const { photoId, filename, size, type, sha256 = null, keepDuplicate = false, sectionId = null } = file;
  const fresh = `${galleryId}/${photoId}/${makeId(random)}`;
  const [row] = await db.query<{ key: string; uploadId: string | null; oldKey: string | null; oldId: string | null }>(
    `with former as (select id, original_key, upload_id from photos where id = $1)
     insert into photos as p (id, account_id, author_id, gallery_id, filename, file_id, size, mime_type, original_key,
       uploaded_at, sha256, allow_duplicate, "order", section_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       (select s.id from gallery_sections s where s.id = $15 and s.account_id = $2 and s.gallery_id = $4 for key share))
     on conflict (id) do update set filename = excluded.filename, size = excluded.size,
       mime_type = excluded.mime_type, sha256 = excluded.sha256,
       original_key = case when p.sha256 = excluded.sha256 then coalesce(p.original_key, excluded.original_key)
         else excluded.original_key end,
       upload_id = case when p.sha256 = excluded.sha256 then p.upload_id end,
       allow_duplicate = p.allow_duplicate or excluded.allow_duplicate
     where p.account_id = $2 and p.gallery_id = $4 and p.status = 'uploading' and p.deleted_at is null
       and coalesce(p.sha256 = excluded.sha256, p.author_id = $3 or $14)
     returning original_key as key, upload_id as "uploadId",
       (select original_key from former) as "oldKey", (select upload_id from former) as "oldId"`,
    [
      photoId,
      member.accountId,
      member.userId,
      galleryId,
      filename,
      makeId(random, ID_LENGTH.file),
      size,
      type,
      fresh,
      timestamp(now),
      sha256,
      keepDuplicate,
      order,
      can(member.role, 'photos.delete'),
      can(member.role, 'galleries.write') ? sectionId : null,
    ],
  );
  if (row) return toPreparedUpload(row);
  const [existing] = await db.query<{ begun: boolean }>(
    `select status = 'uploading' and deleted_at is null as begun from photos
     where id = $1 and account_id = $2 and gallery_id = $3`,
    [photoId, member.accountId, galleryId],
  );
  // A foreign photo gets the same response as an unknown one.
  if (!existing) return { photoId, code: 'not_found' };
  return { photoId, code: existing.begun ? 'content_differs' : 'conflict' };
}

/** Converts an inserted or updated row to the state of the attempt. */
export function toPreparedUpload(row: {
  key: string;
  uploadId: string | null;
  oldKey: string | null;
  oldId: string | null;
}): PreparedUpload {
  const { key, uploadId, oldKey, oldId } = row;
  const isResumed = oldKey === key;
  return { key, uploadId, isResumed, leftover: oldKey && !isResumed ? { key: oldKey, uploadId: oldId } : null };
}

export interface UploadRow extends PendingUpload {
  status: PhotoStatus;
  failure: PhotoFailure | null;
}

/** Returns the named photos of a gallery; omits unknown ones. */
export async function findUploads(
  db: Queryable,
  accountId: string,
  galleryId: string,
  photoIds: readonly string[],
): Promise<Map<string, UploadRow>> {
  const rows = await db.query<UploadRow>(
    `select id as "photoId", status, failure_reason as failure, original_key as key, upload_id as "uploadId", size,
       mime_type as type
     from photos where account_id = $1 and gallery_id = $2 and id = any($3) and deleted_at is null`,
    [accountId, galleryId, photoIds],
  );
  return new Map(rows.map((row) => [row.photoId, row]));
}
