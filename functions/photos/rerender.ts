import { createHash } from 'node:crypto';
import { enqueue } from '../outbox/enqueue.ts';
import type { Queryable } from '../platform/db/database.ts';

/*
 * What a photo looks like: `style_version` is what is wanted, `rendered_version` what the renditions under `file_id`
 * show. Whoever changes what is wanted asks for the rest here, in the same transaction.
 */

/** Photos that one run sends to ingest. */
export const RERENDER_BATCH_SIZE = 100;
/** A mark that is pushed to and fro is one wish, in milliseconds. */
const RERENDER_COALESCE_MS = 10_000;

/** Has every photo of a studio that is shown otherwise than it is wanted made anew. One effect, however many photos. */
export async function requestStaleRerender(tx: Queryable, accountId: string, now: number): Promise<void> {
  const together = { dedupeKey: `render:${accountId}`, atMostEveryMs: RERENDER_COALESCE_MS };
  await enqueue(tx, accountId, 'looks.render', { accountId }, now, together);
}

/** The same of photos that somebody looks at: a few do not wait behind all the others of their studio. */
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
 * All photos of galleries are to look otherwise, also those that are still on their way: what was begun with the former
 * look is not shown. The galleries' rows are held by the caller, so that no photo is finished in between.
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

/** As `looksChanged`, for all galleries that bear a mark; held here, in the order in which everybody holds several. */
export async function requestWatermarkRerender(
  tx: Queryable,
  accountId: string,
  watermarkId: string,
  now: number,
): Promise<void> {
  const bearers = await tx.query<{ id: string }>(
    'select id from galleries where account_id = $1 and watermark_id = $2 order by id for no key update',
    [accountId, watermarkId],
  );
  await requestGalleryRerender(
    tx,
    accountId,
    bearers.map(({ id }) => id),
    now,
  );
}

/** Clearing is paid for by the purge: what retires within this is cleared together, in milliseconds. */
const CLEAR_COALESCE_MS = 10_000;

/** A name that a photo's renditions had until now, and may be in caches and open pages. */
export interface RetiredFile {
  fileId: string;
  photoId: string;
  /** Where the renditions lie. */
  galleryId: string;
}

/** Writes down names that are no longer a photo's, and has cleared away what lies under them. */
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
  const together = { dedupeKey: `clear:${galleryId}`, atMostEveryMs: CLEAR_COALESCE_MS };
  await enqueue(tx, accountId, 'files.clear', { galleryId }, now, together);
}

/** Nobody works for so long on a picture that was asked for under a name before it was cleared, in milliseconds. */
export const RECHECK_AFTER_MS = 10 * 60 * 1000;

/** Has names looked at once more that were cleared now. */
export async function recheckFiles(tx: Queryable, accountId: string, galleryId: string, now: number): Promise<void> {
  const options = { dedupeKey: `recheck:${galleryId}`, runAfter: now + RECHECK_AFTER_MS };
  await enqueue(tx, accountId, 'files.recheck', { galleryId }, now, options);
}
