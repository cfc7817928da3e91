import type { UploadFile } from '#core/api/uploads.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { can } from '#core/domain/studio/roles.ts';
import type { Actor } from '../platform/auth/authorization.ts';
import { random } from '../platform/auth/secrets.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { PendingUpload } from './confirm-upload.ts';
import { type PreparedUpload, toPreparedUpload, type UploadRow, type UploadError } from './rows.ts';

interface PreviousUpload {
  key: string;
  uploadId: string | null;
  sha256: string | null;
}

/**
 * Creates the row of a replacement, or resumes an earlier attempt with the same content. A photo has one replacement at
 * a time: new content overwrites the previous one, whose ingest is then discarded.
 */
export async function prepareReplacement(
  tx: Queryable,
  member: Actor,
  galleryId: string,
  file: UploadFile,
): Promise<PreparedUpload | UploadError> {
  const { photoId, filename, size, type, sha256 = null } = file;
  if (!can(member.role, 'photos.write')) return { photoId, code: 'forbidden' };
  // Lock the photo until the replacement's row exists.
  const [photo] = await tx.query<{ status: string }>(
    `select status from photos
     where id = $1 and account_id = $2 and gallery_id = $3 and deleted_at is null for key share`,
    [photoId, member.accountId, galleryId],
  );
  if (!photo) return { photoId, code: 'not_found' };
  if (photo.status !== 'ready') return { photoId, code: 'conflict' };
  const [previous] = await tx.query<PreviousUpload>(
    `select original_key as key, upload_id as "uploadId", sha256 from photo_replacements
     where photo_id = $1 for update`,
    [photoId],
  );
  const isSame = previous !== undefined && sha256 !== null && previous.sha256 === sha256;
  const key = isSame ? previous.key : `${galleryId}/${photoId}/${makeId(random)}`;
  await tx.query(
    `insert into photo_replacements as r (photo_id, account_id, gallery_id, author_id, filename, size, mime_type,
       original_key, sha256, upload_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (photo_id) do update set filename = excluded.filename, author_id = excluded.author_id,
       size = excluded.size, mime_type = excluded.mime_type, sha256 = excluded.sha256,
       original_key = excluded.original_key, upload_id = excluded.upload_id,
       status = case when r.original_key = excluded.original_key and r.status = 'processing' then r.status
         else 'uploading' end,
       failure_reason = null`,
    [
      photoId,
      member.accountId,
      galleryId,
      member.userId,
      filename,
      size,
      type,
      key,
      sha256,
      isSame ? previous.uploadId : null,
    ],
  );
  const [oldKey, oldId] = [previous?.key ?? null, previous?.uploadId ?? null];
  return toPreparedUpload({ key, uploadId: isSame ? oldId : null, oldKey, oldId });
}

/** Returns the replacements of the named photos. */
export async function findReplacements(
  db: Queryable,
  accountId: string,
  galleryId: string,
  photoIds: readonly string[],
): Promise<Map<string, UploadRow>> {
  const rows = await db.query<UploadRow>(
    `select r.photo_id as "photoId", r.status, r.failure_reason as failure, r.original_key as key,
       r.upload_id as "uploadId", r.size, r.mime_type as type
     from photo_replacements r join photos p on p.id = r.photo_id
     where r.account_id = $1 and r.gallery_id = $2 and r.photo_id = any($3) and p.deleted_at is null`,
    [accountId, galleryId, photoIds],
  );
  return new Map(rows.map((row) => [row.photoId, row]));
}

/** Deletes replacements; one that is already ingested belongs to the photo and stays. */
export async function deleteReplacements(
  db: Queryable,
  member: Actor,
  galleryId: string,
  photoIds: readonly string[],
): Promise<Pick<PendingUpload, 'photoId' | 'key' | 'uploadId'>[]> {
  if (!can(member.role, 'photos.write')) return [];
  return await db.query(
    `delete from photo_replacements where account_id = $1 and gallery_id = $2 and photo_id = any($3)
     returning photo_id as "photoId", original_key as key, upload_id as "uploadId"`,
    [member.accountId, galleryId, photoIds],
  );
}
