import { createHash } from 'node:crypto';
import { uploads } from '#core/api/uploads.ts';
import { AppError } from '#core/domain/errors.ts';
import { galleryId as galleryIdSchema, makeId } from '#core/domain/ids.ts';
import { filename as filenameSchema, MAX_DIRECT_UPLOAD_BYTES, photoMimeType } from '#core/domain/photos.ts';
import { HEAD_BYTES, TAIL_BYTES } from '../lib/content-type.ts';
import { defineHandler } from '../lib/http.ts';
import { isStorable } from '#core/domain/text.ts';
import type { HttpRequest } from '../lib/request.ts';
import { random } from '../lib/secrets.ts';
import { findContentFailure } from '../lib/upload-check.ts';
import { findLastOrder, prepareUpload, requireGallery } from './upload-rows.ts';

/** What multipart adds around the file: boundaries, headers, the other field. */
const FORM_OVERHEAD_BYTES = 16 * 1024;

/** The spec's `POST /api/upload`. The product itself uploads straight to storage; this is for small files of others. */
export const single = defineHandler(uploads.single, async ({ services, request, caller }) => {
  const { db, storage } = services;
  const { galleryId, file, name } = await readForm(request);
  await requireGallery(db, caller.accountId, galleryId);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw new AppError('empty', { field: 'photo' });
  const type = photoMimeType.safeParse(file.type).data;
  const failure = findContentFailure(bytes.subarray(0, HEAD_BYTES), bytes.subarray(-TAIL_BYTES), file.type);
  if (failure || !type) throw new AppError(failure ?? 'not_an_image', { field: 'photo' });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // There is nobody to ask: whoever sends it wants it.
  const upload = { photoId: makeId(random), filename: name, size: bytes.length, type, sha256, keepDuplicate: true };
  const place = await findLastOrder(db, galleryId);
  const prepared = await prepareUpload(db, caller, galleryId, upload, place, services.clock());
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

/** Says where larger files go. */
function payloadTooLarge(): AppError {
  return new AppError('payload_too_large', { presign: uploads.presign.path, maxBytes: MAX_DIRECT_UPLOAD_BYTES });
}
