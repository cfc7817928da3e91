import { DOWNLOAD_SIZES, type DownloadSize } from '#core/domain/galleries/archives.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { SETTLE_MS } from '../outbox/public-pages.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { continueEffect } from '../outbox/enqueue.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { type ArchiveGallery, readEntries } from './contents.ts';
import { findOrInsert, isSmall } from './rows.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';

/** An upload without progress for this time no longer delays its gallery, in milliseconds. */
const STALLED_MS = 30 * MINUTE_MS;

/**
 * Queues an archive of all photos that visitors see, in each size that the gallery offers. Waits until its photos have
 * settled. Does nothing for a gallery that no client may download from now, and queues no archive that is packed within
 * its request, or for which the gallery's quota has no room.
 */
export async function prepareArchives(run: EffectRun<'archives.prepare'>): Promise<void> {
  const { payload, jobs } = run;
  const now = jobs.clock();
  const gallery = await findDownloadable(jobs.db, payload.galleryId, now);
  if (!gallery) return;
  const settledAt = (gallery.isUploading ? now : gallery.changedAt) + (payload.settleMs ?? SETTLE_MS.edits);
  if (settledAt > now) return continueEffect(jobs.db, run, payload, settledAt);
  let isQueued = false;
  for (const size of DOWNLOAD_SIZES) {
    if (!gallery[size]) continue;
    try {
      isQueued = (await prepareArchive(jobs.db, gallery, size, now)) || isQueued;
    } catch (error) {
      // No photos, too many photos, or no room.
      if (!(error instanceof AppError && ['not_found', 'limit_reached'].includes(error.code))) throw error;
    }
  }
  if (isQueued) await jobs.triggerArchivePacker(0);
}

interface DownloadableGallery extends ArchiveGallery {
  original: boolean;
  web: boolean;
  /** Epoch milliseconds. */
  changedAt: number;
  isUploading: boolean;
}

/** Returns the gallery if it is published and a client may download from it. */
async function findDownloadable(db: Queryable, galleryId: string, now: number): Promise<DownloadableGallery | null> {
  const [row] = await db.query<Omit<DownloadableGallery, keyof ArchiveGallery> & { id: string; accountId: string }>(
    `select g.id, g.account_id as "accountId", g.allow_original as original, g.allow_web as web,
       greatest(g.updated_at, (select max(p.updated_at) from photos p where p.gallery_id = g.id)) as "changedAt",
       exists (select from photos p where p.gallery_id = g.id and p.deleted_at is null
         and p.status in ('uploading', 'processing') and p.updated_at > $3) as "isUploading"
     from galleries g join accounts a on a.id = g.account_id
     where g.id = $1 and g.status = 'published' and g.deleted_at is null and ${IS_OPEN}
       and (g.expires_at is null or g.expires_at > $2)
       and (g.visibility <> 'invite' or exists (
         select from grants r where r.account_id = g.account_id and r.gallery_id = g.id and r.can_view and r.can_download
           and r.status not in ('expired', 'revoked') and (r.expires_at is null or r.expires_at > $2)))`,
    [galleryId, timestamp(now), timestamp(now - STALLED_MS)],
  );
  if (!row) return null;
  const { id, accountId, ...gallery } = row;
  return { ...gallery, galleryAccess: { id, accountId }, member: false };
}

/** Returns true if it queued a new archive. It replaces those of earlier contents. */
async function prepareArchive(
  db: Queryable,
  gallery: DownloadableGallery,
  size: DownloadSize,
  now: number,
): Promise<boolean> {
  const { entries } = await readEntries(db, gallery, { size });
  if (isSmall(entries)) return false;
  const { row, isNew } = await findOrInsert(db, gallery, size, entries, now, { isPrepared: true });
  await endReplaced(db, gallery, { id: row.id, size }, now);
  return isNew;
}

/** Ends prepared archives of earlier contents that nobody asked for; a run that packs one loses its lease. */
async function endReplaced(
  db: Queryable,
  { galleryAccess }: ArchiveGallery,
  { id, size }: { id: string; size: DownloadSize },
  now: number,
): Promise<void> {
  await db.query(
    `update archives set status = case status when 'ready' then 'expired' else 'failed' end,
       failure_reason = case when status <> 'ready' then 'archive_outdated' end,
       expires_at = case status when 'ready' then $5::timestamptz else expires_at end, locked_until = null
     where account_id = $1 and gallery_id = $2 and size = $3 and id <> $4 and is_prepared and fetched_at is null
       and status in ('queued', 'packing', 'ready')`,
    [galleryAccess.accountId, galleryAccess.id, size, id, timestamp(now)],
  );
}
