import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Queryable } from '../platform/db/database.ts';

/*
 * `style_version` is requested, `rendered_version` is shown under `file_id`. Enqueue the re-render in the transaction
 * that changes the style.
 */

/** Photos per batch sent to ingest. */
export const RERENDER_BATCH_SIZE = 100;
/** Coalesces repeated watermark edits within this time, in milliseconds. */
const RERENDER_COALESCE_MS = 10_000;

/** Re-renders all photos of a studio in an outdated style, as one effect. */
export async function requestStaleRerender(tx: Queryable, accountId: string, now: number): Promise<void> {
  const options = { dedupeKey: `render:${accountId}`, atMostEveryMs: RERENDER_COALESCE_MS };
  await enqueue(tx, accountId, 'styles.render', { accountId }, now, options);
}

/** The same for a few named photos, which do not wait behind the rest of the studio. */
export async function requestRerender(
  tx: Queryable,
  accountId: string,
  galleryId: string,
  photoIds: readonly string[],
  now: number,
): Promise<void> {
  if (photoIds.length === 0) return;
  if (photoIds.length > RERENDER_BATCH_SIZE) return requestStaleRerender(tx, accountId, now);
  const ids = photoIds.toSorted();
  const digest = createHash('sha256').update(ids.join()).digest('base64url');
  const effect = { galleryId, photoIds: ids };
  await enqueue(tx, accountId, 'photos.render', effect, now, { dedupeKey: `render:${galleryId}:${digest}` });
}

/**
 * Requests a new style for all photos of galleries, including those in progress: their results in the previous style
 * are discarded. Lock the galleries first, so that no photo is published in between.
 */
export async function requestGalleryRerender(
  tx: Queryable,
  accountId: string,
  galleryIds: readonly string[],
  now: number,
): Promise<void> {
  if (galleryIds.length === 0) return;
  await tx.query('update photos set style_version = style_version + 1 where account_id = $1 and gallery_id = any($2)', [
    accountId,
    galleryIds,
  ]);
  await requestStaleRerender(tx, accountId, now);
}

/** Like `requestGalleryRerender`, for all galleries with a watermark; locks them in id order. */
export async function requestWatermarkRerender(
  tx: Queryable,
  accountId: string,
  watermarkId: string,
  now: number,
): Promise<void> {
  const galleries = await tx.query<{ id: string }>(
    'select id from galleries where account_id = $1 and watermark_id = $2 order by id for no key update',
    [accountId, watermarkId],
  );
  await requestGalleryRerender(
    tx,
    accountId,
    galleries.map(({ id }) => id),
    now,
  );
}

/** Coalesces clearing within this time, in milliseconds, because each purge costs money. */
const CLEAR_COALESCE_MS = 10_000;

/** A previous file id of a photo, which caches and open pages may still use. */
export interface RetiredFile {
  fileId: string;
  photoId: string;
  /** Gallery of the renditions. */
  galleryId: string;
}

/** Stores retired file ids and enqueues their clearing. */
export async function retireFiles(
  tx: Queryable,
  accountId: string,
  files: readonly RetiredFile[],
  now: number,
): Promise<void> {
  await tx.query(
    `insert into retired_photo_files (file_id, account_id, gallery_id, photo_id)
     select f.file_id, $1, f.gallery_id, f.photo_id
     from unnest($2::text[], $3::text[], $4::text[]) as f (file_id, gallery_id, photo_id)
     on conflict (file_id) do nothing`,
    [accountId, files.map((f) => f.fileId), files.map((f) => f.galleryId), files.map((f) => f.photoId)],
  );
  for (const galleryId of new Set(files.map((file) => file.galleryId))) {
    await clearFiles(tx, accountId, galleryId, now);
  }
}

export async function clearFiles(tx: Queryable, accountId: string, galleryId: string, now: number): Promise<void> {
  const options = { dedupeKey: `clear:${galleryId}`, atMostEveryMs: CLEAR_COALESCE_MS };
  await enqueue(tx, accountId, 'files.clear', { galleryId }, now, options);
}

/** Longest run of a transform begun before the purge, in milliseconds. */
export const RECHECK_AFTER_MS = 10 * MINUTE_MS;

/** Enqueues a second check of cleared file ids. */
export async function recheckFiles(tx: Queryable, accountId: string, galleryId: string, now: number): Promise<void> {
  const options = { dedupeKey: `recheck:${galleryId}`, runAfter: now + RECHECK_AFTER_MS };
  await enqueue(tx, accountId, 'files.recheck', { galleryId }, now, options);
}
