import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { parseAccountId } from '#core/domain/values/ids.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { removeOriginal } from '../platform/storage/originals.ts';

/** SQL: gallery `g` is due for erasure, by its own time in the trash or its studio’s. */
const IS_DUE = `(g.deleted_at <= $2 or exists (
   select from accounts a where a.id = g.account_id and a.deleted_at <= $2))`;

/**
 * Erases a gallery: objects first, then the row. While the row exists, the job can run again, so no objects stay behind
 * without a row.
 */
export async function eraseGallery({
  idempotencyKey,
  payload: { galleryId },
  jobs,
}: EffectRun<'gallery.purge'>): Promise<void> {
  const due = timestamp(jobs.clock() - TRASH_MS);
  const [row] = await jobs.db.query(`select g.id from galleries g where g.id = $1 and ${IS_DUE}`, [galleryId, due]);
  // The gallery was restored or is already erased.
  if (!row) return;
  // Originals of moved photos may still be below this gallery’s prefix. The trash job retries within the hour.
  const [transfer] = await jobs.db.query(
    `select id from outbox where kind = 'photos.transfer' and done_at is null and payload ->> 'fromGalleryId' = $1`,
    [galleryId],
  );
  if (transfer) return;
  await Promise.all([
    jobs.storage.removePrefix('originals', `${galleryId}/`),
    jobs.storage.removePrefix('renditions', `${galleryId}/`),
    jobs.storage.removePrefix('renditions', `og/${galleryId}/`),
    jobs.storage.removePrefix('renditions', `archives/${galleryId}/`),
  ]);
  await jobs.purge([...renditionPaths(galleryId), `/og/${galleryId}/*`], idempotencyKey);
  await jobs.db.query(`delete from galleries g where g.id = $1 and ${IS_DUE}`, [galleryId, due]);
}

/** Returns the CDN paths of renditions, which are cached for a year by public URL or by the rewritten key. */
export function renditionPaths(prefix: string): string[] {
  return [`/api/images/${prefix}*`, `/${prefix}/*`];
}

/** Delay before erasing a photo again while its original is still being copied, in milliseconds. */
const RETRY_MS = MINUTE_MS;

/** Erases a photo whose time in the trash is over, or whose upload was cancelled: objects, then row. */
export async function erasePhoto({ idempotencyKey, payload, jobs }: EffectRun<'photo.erase'>): Promise<void> {
  const { galleryId, photoId } = payload;
  const due = timestamp(jobs.clock() - TRASH_MS);
  const [row] = await jobs.db.query<{ fileId: string; due: boolean }>(
    `select file_id as "fileId", coalesce(deleted_at <= $3, false) as due from photos where id = $1 and gallery_id = $2`,
    [photoId, galleryId, due],
  );
  if (row && !row.due) return;
  if (await isTransferPending(jobs, photoId)) {
    const now = jobs.clock();
    const options = { dedupeKey: `erase:${photoId}`, runAfter: now + RETRY_MS };
    return enqueue(jobs.db, parseAccountId(galleryId), 'photo.erase', payload, now, options);
  }
  await jobs.storage.removePrefix('originals', `${galleryId}/${photoId}/`);
  if (!row) return;
  const previous = await jobs.db.query<{ prefix: string }>(
    `select gallery_id || '/' || file_id as prefix from retired_photo_files where photo_id = $1 order by retired_at, file_id`,
    [photoId],
  );
  const prefixes = [`${galleryId}/${row.fileId}`, ...previous.map(({ prefix }) => prefix)];
  for (const prefix of prefixes) await jobs.storage.removePrefix('renditions', `${prefix}/`);
  await jobs.purge(prefixes.flatMap(renditionPaths), idempotencyKey);
  await jobs.db.query('delete from photos where id = $1 and gallery_id = $2 and deleted_at <= $3', [
    photoId,
    galleryId,
    due,
  ]);
}

/**
 * True if an original of this photo is still the source or target of a pending copy. A dead copy keeps it until an
 * operator decides.
 */
async function isTransferPending({ db }: JobServices, photoId: string): Promise<boolean> {
  const [transfer] = await db.query(
    `select id from outbox where kind = 'photos.transfer' and done_at is null
       and (payload -> 'items' @> $1::jsonb or payload -> 'items' @> $2::jsonb) limit 1`,
    [JSON.stringify([{ photoId }]), JSON.stringify([{ fromPhotoId: photoId }])],
  );
  return transfer !== undefined;
}
/** A photo that could not be re-rendered for this long never will be, and no longer keeps a watermark image. */
const MAX_WAIT_MS = DAY_MS;

/** Deletes a replaced original, or a rejected replacement. */
export async function eraseOriginal({ payload, jobs }: EffectRun<'original.erase'>): Promise<void> {
  const { galleryId, photoId, key } = payload;
  const [row] = await jobs.db.query<{ isUsed: boolean; isNeeded: boolean }>(
    `select exists (select from photos where id = $1 and original_key = $2)
         or exists (select from photo_replacements
           where photo_id = $1 and original_key = $2 and status <> 'failed') as "isUsed",
       exists (select from retired_photo_files where photo_id = $1 and cleared_at is null)
         or exists (select from outbox where kind = 'photos.transfer' and done_at is null
           and payload -> 'items' @> $3::jsonb) as "isNeeded"`,
    [photoId, key, JSON.stringify([{ from: key }])],
  );
  if (row?.isUsed) return;
  if (!row?.isNeeded) return removeOriginal(jobs.storage, key);
  // Keep it while renditions under the previous file id or a pending copy may need it.
  const now = jobs.clock();
  const options = { dedupeKey: `erase-original:${key}`, runAfter: now + RETRY_MS };
  await enqueue(jobs.db, parseAccountId(galleryId), 'original.erase', payload, now, options);
}

/**
 * Deletes a watermark’s previous image after all photos are re-rendered. Until then, renditions with it are
 * still shown.
 */
export async function eraseWatermarkImage({ payload, jobs }: EffectRun<'watermark.erase'>): Promise<void> {
  const { key, since } = payload;
  const accountId = key.split('/')[1]!;
  const [row] = await jobs.db.query<{ isUsed: boolean; isNeeded: boolean }>(
    `select exists (select from watermarks where account_id = $1 and image_key = $2) as "isUsed",
       exists (select from photos where account_id = $1 and style_version <> rendered_version
         and status in ('ready', 'processing') and deleted_at is null)
       or exists (select from retired_photo_files where account_id = $1 and cleared_at is null) as "isNeeded"`,
    [accountId, key],
  );
  if (row?.isUsed) return;
  const now = jobs.clock();
  if (!row?.isNeeded || now - since > MAX_WAIT_MS) return jobs.storage.remove('originals', key);
  const options = { dedupeKey: `erase-mark:${key}`, runAfter: now + RETRY_MS };
  await enqueue(jobs.db, accountId, 'watermark.erase', payload, now, options);
}
