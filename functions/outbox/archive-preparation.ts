import { SMALL_ARCHIVE } from '#core/domain/galleries/archives.ts';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { enqueue } from './enqueue.ts';

/** Time without a change after which uploads have settled, in milliseconds: a batch is packed once, not photo by photo. */
export const SETTLE_MS = 2 * MINUTE_MS;
/** Minimum interval between two runs for a gallery that changes again and again, in milliseconds. */
const COALESCE_MS = 10 * MINUTE_MS;
/** Minimum interval between two runs that visits cause, in milliseconds. */
const VISIT_INTERVAL_MS = HOUR_MS;

const keyOf = (galleryId: string) => `archives:${galleryId}`;

/** Requests the archives of a gallery ahead of its clients. The effect waits until the gallery has settled. */
export async function enqueueArchivePreparation(
  tx: Queryable,
  accountId: string,
  galleryId: string,
  now: number,
  runAfter = now + SETTLE_MS,
): Promise<void> {
  const options = { dedupeKey: keyOf(galleryId), runAfter, atMostEveryMs: COALESCE_MS };
  await enqueue(tx, accountId, 'archives.prepare', { galleryId }, now, options);
}

/**
 * Requests the archives of a gallery that a client opens after the prepared ones have expired. Reads only, if they exist
 * or were requested within the hour. Skips galleries with a PIN, because this visitor may not know it, and small ones,
 * whose archives are packed within the request.
 */
export async function prepareOnVisit(
  db: Queryable,
  { accountId, id }: { accountId: string; id: string },
  now: number,
): Promise<void> {
  const [missing] = await db.query(
    `select from galleries g join gallery_stats s on s.account_id = g.account_id and s.gallery_id = g.id
     where g.account_id = $1 and g.id = $2 and (g.allow_web or g.allow_original) and not g.has_download_pin
       and (s.ready_count > ${SMALL_ARCHIVE.photos} or s.original_bytes > ${SMALL_ARCHIVE.bytes})
       and not exists (select from archives a where a.account_id = g.account_id and a.gallery_id = g.id and a.is_prepared
         and (a.status in ('queued', 'packing') or a.status = 'ready' and a.expires_at > $3))
       and not exists (select from outbox o where o.dedupe_key = $4 and (o.done_at is null or o.created_at > $5))`,
    [accountId, id, timestamp(now), keyOf(id), timestamp(now - VISIT_INTERVAL_MS)],
  );
  if (missing) await enqueueArchivePreparation(db, accountId, id, now, now);
}
