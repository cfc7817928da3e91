import type { UploadFile } from '#core/api/uploads.ts';
import { type FilePart, type PartRule, splitIntoParts } from '#core/domain/photos/uploads.ts';
import { isVideo, POSTER_TYPE, posterKey } from '#core/domain/photos/videos.ts';
import type { Database } from '../platform/db/database.ts';
import type { PresignedPart } from '../platform/storage/multipart.ts';
import type { PresignedPut, Storage } from '../platform/storage/storage.ts';
import type { PreparedUpload } from './rows.ts';

/** Lifetime of a signed URL in seconds; long enough for a batch of 50 files on a slow connection. */
export const URL_LIFETIME_S = 60 * 60;

type SignedPart = PresignedPart & { number: number };

/** The requests that a file still needs. */
export type Signed =
  | { arrived: true }
  | { put: PresignedPut }
  /** Multipart: parts of this size, except the last. */
  | { parts: SignedPart[]; partBytes: number };

/** Signs the missing requests of a file with a prepared row. */
export async function signUpload(
  db: Database,
  storage: Storage,
  file: UploadFile,
  upload: PreparedUpload,
  rule: PartRule,
): Promise<Signed> {
  const parts = splitIntoParts(file.size, rule);
  if (parts.length > 0) return await signParts(db, storage, file, upload, parts, rule.partBytes);
  if (upload.isResumed && (await isStored(storage, file, upload.key))) return { arrived: true };
  const content = { size: file.size, contentType: file.type, sha256: file.sha256 };
  return { put: await storage.presignPut('originals', upload.key, content, URL_LIFETIME_S) };
}

/** Signs the PUT of a video's poster; null for a file without one. */
export async function signPoster(
  storage: Storage,
  { type, poster }: UploadFile,
  key: string,
): Promise<Pick<PresignedPut, 'url' | 'headers'> | null> {
  if (poster === undefined || !isVideo({ mimeType: type })) return null;
  const content = { size: poster, contentType: POSTER_TYPE };
  const { url, headers } = await storage.presignPut('originals', posterKey(key), content, URL_LIFETIME_S);
  return { url, headers };
}

/** True if the object is stored. An object at a resumed upload's key has its content, because S3 accepts no other. */
async function isStored(storage: Storage, { size }: UploadFile, key: string): Promise<boolean> {
  return (await storage.head('originals', key))?.size === size;
}

async function signParts(
  db: Database,
  storage: Storage,
  file: UploadFile,
  upload: PreparedUpload,
  parts: readonly FilePart[],
  partBytes: number,
): Promise<Signed> {
  const there = upload.uploadId ? await storage.multipart.listParts('originals', upload.key, upload.uploadId) : null;
  // The upload was completed, but its confirmation was lost.
  if (!there && upload.isResumed && (await isStored(storage, file, upload.key))) return { arrived: true };
  const uploadId = (there && upload.uploadId) ?? (await begin(db, storage, file, upload));
  const missing = parts.filter(({ number, size }) => !there?.some((one) => one.number === number && one.size === size));
  if (missing.length === 0) return { arrived: true };
  const signed: SignedPart[] = [];
  for (const { number, size } of missing) {
    const part = { number, size, sha256: file.partHashes?.[number - 1] };
    const request = await storage.multipart.presignPart('originals', upload.key, uploadId, part, URL_LIFETIME_S);
    signed.push({ number, ...request });
  }
  return { parts: signed, partBytes };
}

/** Begins a multipart upload. The hourly cleanup aborts one whose id was not stored because the function died. */
async function begin(db: Database, storage: Storage, file: UploadFile, upload: PreparedUpload): Promise<string> {
  const isChecked = file.partHashes !== undefined;
  const uploadId = await storage.multipart.create('originals', upload.key, file.type, isChecked);
  const table = file.replaces ? 'photo_replacements' : 'photos';
  const id = file.replaces ? 'photo_id' : 'id';
  const [updated] = await db.query(
    `update ${table} set upload_id = $3
     where ${id} = $1 and original_key = $2 and status = 'uploading' and upload_id is not distinct from $4
     returning ${id}`,
    [file.photoId, upload.key, uploadId, upload.uploadId],
  );
  if (updated) return uploadId;
  // Another request for the same file was faster, or the upload was cancelled.
  await storage.multipart.abort('originals', upload.key, uploadId);
  const [current] = await db.query<{ uploadId: string | null }>(
    `select upload_id as "uploadId" from ${table} where ${id} = $1 and original_key = $2`,
    [file.photoId, upload.key],
  );
  return current?.uploadId ?? uploadId;
}
