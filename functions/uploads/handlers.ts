import { createHash } from 'node:crypto';
import { uploads } from '#core/api/uploads.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { galleryId as galleryIdSchema, makeId } from '#core/domain/values/ids.ts';
import {
  filename as filenameSchema,
  type PhotoFailure,
  photoMimeType,
  type PhotoStatus,
} from '#core/domain/photos/photos.ts';
import { isStorable } from '#core/domain/values/primitives.ts';
import { can } from '#core/domain/studio/roles.ts';
import { MAX_DIRECT_UPLOAD_BYTES } from '#core/domain/photos/direct-uploads.ts';
import { PART_RULES } from '#core/domain/photos/uploads.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { random } from '../platform/auth/secrets.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { defineHandler } from '../platform/http/handler.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import { HEAD_BYTES, TAIL_BYTES } from '../platform/storage/file-type.ts';
import {
  confirmReplacement,
  confirmUpload,
  findContentFailure,
  removeUpload,
  type UploadResult,
} from './confirm-upload.ts';
import { createPresign } from './presign-handler.ts';
import { URL_LIFETIME_S } from './presign.ts';
import { deleteReplacements, findReplacements } from './replacements.ts';
import { assertRoom, requireGallery } from '../photos/upload-room.ts';
import { findLastOrder, findUploads, prepareUpload, type UploadError } from './rows.ts';

/** Reading objects mostly waits for the network. */
const CONCURRENCY = 8;

export { guestComplete, guestPresign, guestView } from './guest-handlers.ts';

export const presign = createPresign(PART_RULES);

export const complete = defineHandler(uploads.complete, async ({ services, caller, body }) => {
  const { db, storage } = services;
  await requireGallery(db, caller.accountId, body.galleryId);
  const photoIds = [...new Set(body.photoIds)];
  const photos = await findUploads(db, caller.accountId, body.galleryId, photoIds);
  const replacements = await findReplacements(db, caller.accountId, body.galleryId, photoIds);
  const settled: Array<{ photoId: string; status: PhotoStatus; failure: PhotoFailure | null }> = [];
  const refused: UploadError[] = [];
  await mapConcurrently(CONCURRENCY, photoIds, async (photoId) => {
    const replacement = replacements.get(photoId);
    const row = replacement ?? photos.get(photoId);
    if (!row) return void refused.push({ photoId, code: 'not_found' });
    const settle = replacement ? confirmReplacement : confirmUpload;
    const now: UploadResult = row.status === 'uploading' ? await settle(db, storage, row) : row;
    const { status, failure, sameAs } = now;
    if (sameAs) refused.push({ photoId, code: 'duplicate', sameAs });
    else if (status === 'uploading') refused.push({ photoId, code: 'upload_missing' });
    else settled.push({ photoId, status, failure });
  });
  return { body: { photos: settled, refused } };
});

export const cancel = defineHandler(uploads.cancel, async ({ services, caller, body }) => {
  const { db, storage } = services;
  const now = services.clock();
  await requireGallery(db, caller.accountId, body.galleryId);
  const deleted = await db.transaction(async (tx) => {
    const photos = await tx.query<{ photoId: string; key: string | null; uploadId: string | null }>(
      `delete from photos where account_id = $1 and gallery_id = $2 and id = any($3) and status = 'uploading'
         and (author_id = $4 or $5)
       returning id as "photoId", original_key as key, upload_id as "uploadId"`,
      [caller.accountId, body.galleryId, body.photoIds, caller.userId, can(caller.role, 'photos.delete')],
    );
    for (const { photoId } of photos) {
      // Erase again after all signed URLs have expired, because a PUT may be in progress.
      const erased = { galleryId: body.galleryId, photoId };
      const runAfter = now + 2 * URL_LIFETIME_S * 1000;
      await enqueue(tx, caller.accountId, 'photo.erase', erased, now, { runAfter, dedupeKey: `erase:${photoId}` });
    }
    return { photos, replacements: await deleteReplacements(tx, caller, body.galleryId, body.photoIds) };
  });
  await mapConcurrently(CONCURRENCY, deleted.photos, async ({ photoId, key, uploadId }) => {
    if (key && uploadId) await storage.multipart.abort('originals', key, uploadId);
    await storage.removePrefix('originals', `${body.galleryId}/${photoId}/`);
  });
  await mapConcurrently(CONCURRENCY, deleted.replacements, (upload) => removeUpload(storage, upload));
  return { body: { cancelled: [...deleted.photos, ...deleted.replacements].map(({ photoId }) => photoId) } };
});

/** Overhead of multipart/form-data: boundaries, headers, the other field. */
const FORM_OVERHEAD_BYTES = 16 * 1024;

/**
 * `POST /api/upload`, for small files from other clients. The product itself uploads directly to storage.
 */
export const single = defineHandler(uploads.single, async ({ services, request, caller }) => {
  const { db, storage } = services;
  const { galleryId, file, name } = await readForm(request);
  const room = await requireGallery(db, caller.accountId, galleryId);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw new AppError('empty', { field: 'photo' });
  const type = photoMimeType.safeParse(file.type).data;
  const failure = findContentFailure(bytes.subarray(0, HEAD_BYTES), bytes.subarray(-TAIL_BYTES), file.type);
  if (failure || !type) throw new AppError(failure ?? 'not_an_image', { field: 'photo' });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // Accept duplicates: this API has no confirmation step.
  const upload = { photoId: makeId(random), filename: name, size: bytes.length, type, sha256, keepDuplicate: true };
  const now = services.clock();
  const prepared = await db.transaction(async (tx) => {
    await assertRoom(tx, caller.accountId, room, [upload], now);
    return prepareUpload(tx, caller, galleryId, upload, await findLastOrder(tx, galleryId), now);
  });
  if ('code' in prepared) throw new AppError('conflict');
  await storage.put('originals', prepared.key, bytes, { contentType: type, ifAbsent: true });
  const [row] = await db.query<{ status: 'processing' | 'ready' | 'failed' }>(
    `update photos set status = case status when 'uploading' then 'processing' else status end where id = $1
     returning status`,
    [upload.photoId],
  );
  return { body: { photoId: upload.photoId, galleryId, filename: name, status: row?.status ?? 'processing' } };
});

async function readForm(request: HttpRequest): Promise<{ galleryId: string; file: File; name: string }> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw new AppError('unsupported_media_type');
  if (request.bytes.byteLength > MAX_DIRECT_UPLOAD_BYTES + FORM_OVERHEAD_BYTES) throw payloadTooLarge();
  const form = await new Response(request.bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new AppError('validation_failed', { field: 'photo' });
  });
  const file = form.get('photo');
  if (!(file instanceof File)) throw new AppError('validation_failed', { field: 'photo' });
  if (file.size > MAX_DIRECT_UPLOAD_BYTES) throw payloadTooLarge();
  const gallery = galleryIdSchema.safeParse(form.get('galleryId'));
  if (!gallery.success) throw new AppError('validation_failed', { field: 'galleryId' });
  const name = filenameSchema.safeParse(file.name);
  if (!name.success || !isStorable(name.data)) throw new AppError('validation_failed', { field: 'photo' });
  return { galleryId: gallery.data, file, name: name.data };
}

/** Names the endpoint for larger files. */
function payloadTooLarge(): AppError {
  return new AppError('payload_too_large', { presign: uploads.presign.path, maxBytes: MAX_DIRECT_UPLOAD_BYTES });
}
