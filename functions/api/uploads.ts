import { type UploadFile, uploads } from '#core/api/uploads.ts';
import type { PhotoFailure, PhotoStatus } from '#core/domain/photos.ts';
import { type PartRule, PART_RULES } from '#core/domain/upload-parts.ts';
import { mapConcurrently } from '../lib/concurrently.ts';
import { defineHandler } from '../lib/http.ts';
import { enqueue } from '../lib/outbox.ts';
import { removeUpload } from '../lib/pending-upload.ts';
import { type UploadResult, confirmUpload } from '../lib/settle-photo.ts';
import { confirmReplacement } from '../lib/settle-replacement.ts';
import { deleteReplacements, findReplacements, prepareReplacement } from './upload-replacements.ts';
import {
  parseDeclaredFile,
  findDuplicates,
  findUploads,
  findLastOrder,
  prepareUpload,
  type UploadError,
  requireGallery,
} from './upload-rows.ts';
import { URL_LIFETIME_S, type Signed, signUpload } from './upload-signing.ts';

/** Signing and looking at objects wait for the network most of the time. */
const CONCURRENCY = 8;

type Selector<K extends string> = Signed extends infer S ? (S extends Record<K, unknown> ? S : never) : never;

/** @param rule which files go in parts, and in which */
export const createPresign = (rule: PartRule) =>
  defineHandler(uploads.presign, async ({ services, caller, body }) => {
    const { db, storage } = services;
    await requireGallery(db, caller.accountId, body.galleryId);
    const { files, refused } = splitByResult(body.files, rule);
    const place = await findLastOrder(db, body.galleryId);
    const duplicates = await findDuplicates(db, caller.accountId, body.galleryId, files);
    const signed: Array<{ photoId: string } & Selector<'put'>['put']> = [];
    const multipart: Array<{ photoId: string } & Selector<'parts'>> = [];
    const arrived: string[] = [];
    await mapConcurrently(CONCURRENCY, files, async (file) => {
      const { photoId, sha256, keepDuplicate, replaces } = file;
      const sameAs = keepDuplicate || replaces ? undefined : duplicates.get(sha256 ?? '');
      if (sameAs) return void refused.push({ photoId, code: 'duplicate', field: 'sha256', sameAs });
      const upload = replaces
        ? await prepareReplacement(db, caller, body.galleryId, file)
        : await prepareUpload(db, caller, body.galleryId, file, place, services.clock());
      if ('code' in upload) return void refused.push(upload);
      if (upload.leftover) await removeUpload(storage, upload.leftover);
      const missing = await signUpload(db, storage, file, upload, rule);
      if ('put' in missing) signed.push({ photoId, ...missing.put });
      else if ('parts' in missing) multipart.push({ photoId, ...missing });
      else arrived.push(photoId);
    });
    return { body: { uploads: signed, multipart, arrived, refused } };
  });

export const presign = createPresign(PART_RULES);

/** What can be told before anything is looked up: each file once, and as it should be. */
function splitByResult(
  inputs: readonly Parameters<typeof parseDeclaredFile>[0][],
  rule: PartRule,
): { files: UploadFile[]; refused: UploadError[] } {
  const files: UploadFile[] = [];
  const refused: UploadError[] = [];
  for (const input of inputs) {
    const { photoId } = input;
    const file = parseDeclaredFile(input, rule);
    if ('code' in file) refused.push(file);
    else if (!files.some((other) => other.photoId === photoId)) files.push(file);
    else refused.push({ photoId, code: 'conflict', field: 'photoId' });
  }
  return { files, refused };
}

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
  const given = await db.transaction(async (tx) => {
    const photos = await tx.query<{ photoId: string; key: string | null; uploadId: string | null }>(
      `delete from photos where account_id = $1 and gallery_id = $2 and id = any($3) and status = 'uploading'
       returning id as "photoId", original_key as key, upload_id as "uploadId"`,
      [caller.accountId, body.galleryId, body.photoIds],
    );
    for (const { photoId } of photos) {
      // Once more when no address signed for it works any longer: a PUT may still be on its way.
      const erased = { galleryId: body.galleryId, photoId };
      const runAfter = now + 2 * URL_LIFETIME_S * 1000;
      await enqueue(tx, caller.accountId, 'photo.erase', erased, now, { runAfter, dedupeKey: `erase:${photoId}` });
    }
    return { photos, replacements: await deleteReplacements(tx, caller, body.galleryId, body.photoIds) };
  });
  await mapConcurrently(CONCURRENCY, given.photos, async ({ photoId, key, uploadId }) => {
    if (key && uploadId) await storage.multipart.abort('originals', key, uploadId);
    await storage.removePrefix('originals', `${body.galleryId}/${photoId}/`);
  });
  await mapConcurrently(CONCURRENCY, given.replacements, (upload) => removeUpload(storage, upload));
  return { body: { cancelled: [...given.photos, ...given.replacements].map(({ photoId }) => photoId) } };
});
