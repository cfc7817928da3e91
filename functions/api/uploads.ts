import { type UploadFile, uploads } from '#core/api/uploads.ts';
import type { PhotoFailure } from '#core/domain/photos.ts';
import { concurrently } from '../lib/concurrently.ts';
import { handle } from '../lib/http.ts';
import { enqueue } from '../lib/outbox.ts';
import type { PresignedPut, Storage } from '../lib/storage.ts';
import type { Database } from '../lib/db.ts';
import { storedFailure } from './upload-check.ts';
import {
  announced,
  findDuplicates,
  findUploads,
  prepareUpload,
  type Refusal,
  requireGallery,
  type UploadRow,
} from './upload-rows.ts';

/** How long a signed address may be used: a whole batch of 50 over a slow line. Seconds. */
const SIGNED_FOR_S = 60 * 60;
/** Signing and looking at objects wait for the network most of the time. */
const CONCURRENCY = 8;

export const presign = handle(uploads.presign, async ({ services, caller, body }) => {
  const { db, storage } = services;
  await requireGallery(db, caller.accountId, body.galleryId);
  const signed: Array<PresignedPut & { photoId: string }> = [];
  const { files, refused } = sortOut(body.files);
  const duplicates = await findDuplicates(db, caller.accountId, body.galleryId, files);
  await concurrently(CONCURRENCY, files, async (file) => {
    const { photoId, size, type, sha256, keepDuplicate } = file;
    const sameAs = keepDuplicate ? undefined : duplicates.get(sha256 ?? '');
    if (sameAs) return void refused.push({ photoId, code: 'duplicate', field: 'sha256', sameAs });
    const upload = await prepareUpload(db, caller, body.galleryId, file, services.clock());
    if ('code' in upload) return void refused.push(upload);
    if (upload.replacedKey) await storage.remove('originals', upload.replacedKey);
    const content = { size, contentType: type, sha256 };
    signed.push({ photoId, ...(await storage.presignPut('originals', upload.key, content, SIGNED_FOR_S)) });
  });
  return { body: { uploads: signed, refused } };
});

/** What can be told before anything is looked up: each file once, and as it should be. */
function sortOut(inputs: readonly Parameters<typeof announced>[0][]): { files: UploadFile[]; refused: Refusal[] } {
  const files: UploadFile[] = [];
  const refused: Refusal[] = [];
  for (const input of inputs) {
    const { photoId } = input;
    const file = announced(input);
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
  const rows = await findUploads(db, caller.accountId, body.galleryId, photoIds);
  const photos: Array<{ photoId: string; status: UploadRow['status']; failure: PhotoFailure | null }> = [];
  const refused: Refusal[] = [];
  await concurrently(CONCURRENCY, photoIds, async (photoId) => {
    const row = rows.get(photoId);
    if (!row) return void refused.push({ photoId, code: 'not_found' });
    const { status, failure } = await settle(db, storage, row);
    if (status === 'uploading') refused.push({ photoId, code: 'upload_missing' });
    else photos.push({ photoId, status, failure });
  });
  return { body: { photos, refused } };
});

/** Moves one upload on; one that has not arrived yet stays as it is, and can be sent again under the same address. */
async function settle(db: Database, storage: Storage, row: UploadRow): Promise<Pick<UploadRow, 'status' | 'failure'>> {
  if (row.status !== 'uploading' || !row.key) return row;
  const failure = await storedFailure(storage, row.key, row);
  if (failure === 'upload_missing') return row;
  // What is not a photograph is not kept either, whatever else it may be.
  if (failure) await storage.remove('originals', row.key);
  const status = failure ? 'failed' : 'processing';
  const [moved] = await db.query<Pick<UploadRow, 'status' | 'failure'>>(
    `update photos set status = $3, failure_reason = $4 where id = $1 and original_key = $2 and status = 'uploading'
     returning status, failure_reason as failure`,
    [row.id, row.key, status, failure],
  );
  if (moved) return moved;
  // The stored object's own event was faster; its word counts.
  const [now] = await db.query<Pick<UploadRow, 'status' | 'failure'>>(
    'select status, failure_reason as failure from photos where id = $1',
    [row.id],
  );
  return now ?? row;
}

export const cancel = handle(uploads.cancel, async ({ services, caller, body }) => {
  const { db, storage } = services;
  const now = services.clock();
  await requireGallery(db, caller.accountId, body.galleryId);
  const cancelled = await db.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>(
      `delete from photos where account_id = $1 and gallery_id = $2 and id = any($3) and status = 'uploading' returning id`,
      [caller.accountId, body.galleryId, body.photoIds],
    );
    for (const { id: photoId } of rows) {
      // Once more when no address signed for it works any longer: a PUT may still be on its way.
      const erased = { galleryId: body.galleryId, photoId };
      const runAfter = now + 2 * SIGNED_FOR_S * 1000;
      await enqueue(tx, caller.accountId, 'photo.erase', erased, now, { runAfter, dedupeKey: `erase:${photoId}` });
    }
    return rows.map((row) => row.id);
  });
  await concurrently(CONCURRENCY, cancelled, (photoId) =>
    storage.removePrefix('originals', `${body.galleryId}/${photoId}/`),
  );
  return { body: { cancelled } };
});
