import { type UploadFile, uploads } from '#core/api/uploads.ts';
import type { PhotoFailure, PhotoStatus } from '#core/domain/photos.ts';
import { type PartRule, PARTS } from '#core/domain/upload-parts.ts';
import { concurrently } from '../lib/concurrently.ts';
import { handle } from '../lib/http.ts';
import { enqueue } from '../lib/outbox.ts';
import { removeUpload } from '../lib/pending-upload.ts';
import { type Settled, settlePhoto } from '../lib/settle-photo.ts';
import { settleReplacement } from '../lib/settle-replacement.ts';
import { deleteReplacements, findReplacements, prepareReplacement } from './upload-replacements.ts';
import {
  announced,
  findDuplicates,
  findUploads,
  lastPlace,
  prepareUpload,
  type Refusal,
  requireGallery,
} from './upload-rows.ts';
import { SIGNED_FOR_S, type Signed, signUpload } from './upload-signing.ts';

/** Signing and looking at objects wait for the network most of the time. */
const CONCURRENCY = 8;

type Of<K extends string> = Signed extends infer S ? (S extends Record<K, unknown> ? S : never) : never;

/** @param rule which files go in parts, and in which */
export const presignBy = (rule: PartRule) =>
  handle(uploads.presign, async ({ services, caller, body }) => {
    const { db, storage } = services;
    await requireGallery(db, caller.accountId, body.galleryId);
    const { files, refused } = sortOut(body.files, rule);
    const place = await lastPlace(db, body.galleryId);
    const duplicates = await findDuplicates(db, caller.accountId, body.galleryId, files);
    const signed: Array<{ photoId: string } & Of<'put'>['put']> = [];
    const multipart: Array<{ photoId: string } & Of<'parts'>> = [];
    const arrived: string[] = [];
    await concurrently(CONCURRENCY, files, async (file) => {
      const { photoId, sha256, keepDuplicate, replaces } = file;
      const sameAs = keepDuplicate || replaces ? undefined : duplicates.get(sha256 ?? '');
      if (sameAs) return void refused.push({ photoId, code: 'duplicate', field: 'sha256', sameAs });
      const upload = replaces
        ? await prepareReplacement(db, caller, body.galleryId, file)
        : await prepareUpload(db, caller, body.galleryId, file, place, services.clock());
      if ('code' in upload) return void refused.push(upload);
      if (upload.left) await removeUpload(storage, upload.left);
      const missing = await signUpload(db, storage, file, upload, rule);
      if ('put' in missing) signed.push({ photoId, ...missing.put });
      else if ('parts' in missing) multipart.push({ photoId, ...missing });
      else arrived.push(photoId);
    });
    return { body: { uploads: signed, multipart, arrived, refused } };
  });

export const presign = presignBy(PARTS);

/** What can be told before anything is looked up: each file once, and as it should be. */
function sortOut(
  inputs: readonly Parameters<typeof announced>[0][],
  rule: PartRule,
): { files: UploadFile[]; refused: Refusal[] } {
  const files: UploadFile[] = [];
  const refused: Refusal[] = [];
  for (const input of inputs) {
    const { photoId } = input;
    const file = announced(input, rule);
    if ('code' in file) refused.push(file);
    else if (!files.some((other) => other.photoId === photoId)) files.push(file);
    else refused.push({ photoId, code: 'conflict', field: 'photoId' });
  }
  return { files, refused };
}

export const complete = handle(uploads.complete, async ({ services, caller, body }) => {
  const { db, storage } = services;
  await requireGallery(db, caller.accountId, body.galleryId);
  const photoIds = [...new Set(body.photoIds)];
  const photos = await findUploads(db, caller.accountId, body.galleryId, photoIds);
  const replacements = await findReplacements(db, caller.accountId, body.galleryId, photoIds);
  const settled: Array<{ photoId: string; status: PhotoStatus; failure: PhotoFailure | null }> = [];
  const refused: Refusal[] = [];
  await concurrently(CONCURRENCY, photoIds, async (photoId) => {
    const replacement = replacements.get(photoId);
    const row = replacement ?? photos.get(photoId);
    if (!row) return void refused.push({ photoId, code: 'not_found' });
    const settle = replacement ? settleReplacement : settlePhoto;
    const now: Settled = row.status === 'uploading' ? await settle(db, storage, row) : row;
    const { status, failure, sameAs } = now;
    if (sameAs) refused.push({ photoId, code: 'duplicate', sameAs });
    else if (status === 'uploading') refused.push({ photoId, code: 'upload_missing' });
    else settled.push({ photoId, status, failure });
  });
  return { body: { photos: settled, refused } };
});

export const cancel = handle(uploads.cancel, async ({ services, caller, body }) => {
  const { db, storage } = services;
  const now = services.clock();
  await requireGallery(db, caller.accountId, body.galleryId);
  const given = await db.transaction(async (tx) => {
    const photos = await tx.query<{ photoId: string; key: string | null; uploadId: string | null }>(
      `delete from photos where account_id = $1 and gallery_id = $2 and id = any($3) and status = 'uploading'
       returning id as "photoId", original_key as key, upload_id as "uploadId"`,
      [caller.accountId, body.galleryId, body.photoIds],
    );
    for (const { photoId } of photos) {
      // Once more when no address signed for it works any longer: a PUT may still be on its way.
      const erased = { galleryId: body.galleryId, photoId };
      const runAfter = now + 2 * SIGNED_FOR_S * 1000;
      await enqueue(tx, caller.accountId, 'photo.erase', erased, now, { runAfter, dedupeKey: `erase:${photoId}` });
    }
    return { photos, replacements: await deleteReplacements(tx, caller, body.galleryId, body.photoIds) };
  });
  await concurrently(CONCURRENCY, given.photos, async ({ photoId, key, uploadId }) => {
    if (key && uploadId) await storage.multipart.abort('originals', key, uploadId);
    await storage.removePrefix('originals', `${body.galleryId}/${photoId}/`);
  });
  await concurrently(CONCURRENCY, given.replacements, (upload) => removeUpload(storage, upload));
  return { body: { cancelled: [...given.photos, ...given.replacements].map(({ photoId }) => photoId) } };
});
