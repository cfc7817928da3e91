import type { Queryable } from './db.ts';
import { enqueue } from './outbox.ts';

/*
 * What a photo looks like: `look_version` is what is wanted, `rendered_version` what the renditions under `file_id`
 * show. Whoever changes what is wanted asks for the rest here, in the same transaction.
 */

/** Has every photo of a gallery that is shown otherwise than it is wanted made anew. One effect, however many photos. */
export async function renderStale(tx: Queryable, accountId: string, galleryId: string, now: number): Promise<void> {
  await enqueue(tx, accountId, 'gallery.render', { galleryId }, now, { dedupeKey: `render:${galleryId}` });
}

/**
 * All photos of galleries are to look otherwise, also those that are still on their way: what was begun with the former
 * look is not shown. The galleries' rows are held by the caller, so that no photo is finished in between.
 */
export async function looksChanged(
  tx: Queryable,
  accountId: string,
  galleryIds: readonly string[],
  now: number,
): Promise<void> {
  if (galleryIds.length === 0) return;
  await tx.query('update photos set look_version = look_version + 1 where account_id = $1 and gallery_id = any($2)', [
    accountId,
    galleryIds,
  ]);
  for (const galleryId of galleryIds) await renderStale(tx, accountId, galleryId, now);
}

/** As `looksChanged`, for all galleries that bear a mark; held here, in the order in which everybody holds several. */
export async function markChanged(tx: Queryable, accountId: string, watermarkId: string, now: number): Promise<void> {
  const bearers = await tx.query<{ id: string }>(
    'select id from galleries where account_id = $1 and watermark_id = $2 order by id for no key update',
    [accountId, watermarkId],
  );
  await looksChanged(
    tx,
    accountId,
    bearers.map(({ id }) => id),
    now,
  );
}

/** Clearing is paid for by the purge: what retires within this is cleared together, in milliseconds. */
const CLEARED_TOGETHER_MS = 10_000;

/** A name that a photo's renditions had until now, and may be in caches and open pages. */
export interface FormerFile {
  fileId: string;
  photoId: string;
  /** Where the renditions lie. */
  galleryId: string;
}

/** Writes down names that are no longer a photo's, and has cleared away what lies under them. */
export async function retireFiles(
  tx: Queryable,
  accountId: string,
  files: readonly FormerFile[],
  now: number,
): Promise<void> {
  await tx.query(
    `insert into photo_files (file_id, account_id, gallery_id, photo_id)
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
  const together = { dedupeKey: `clear:${galleryId}`, atMostEveryMs: CLEARED_TOGETHER_MS };
  await enqueue(tx, accountId, 'files.clear', { galleryId }, now, together);
}
