import { type Database, timestamp } from '../lib/db.ts';
import { recordDownload } from '../lib/gallery-events.ts';
import { networkPrefix } from '../lib/rate-limit.ts';
import type { ArchiveRow } from './archive-rows.ts';
import type { DownloadCaller } from './download-door.ts';

/**
 * Notes that a visitor takes an archive home. Once: a browser that lost its line asks for the same file again, and so
 * does one that goes on the next day.
 */
export async function recordArchiveDownload(
  db: Database,
  { galleryAccess: galleryAccess, visitorId, grantId }: DownloadCaller,
  archive: Pick<ArchiveRow, 'id' | 'size' | 'expiresAt'>,
  ip: string,
  now: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Forgotten with the counters of attempts, which it is one of: days after its window has begun, and that is here
    // when the archive ends.
    const [first] = await tx.query(
      `insert into rate_limits (bucket, window_start, count) values ($1, $2, 1) on conflict do nothing returning bucket`,
      [`archive:${archive.id}:${visitorId ?? networkPrefix(ip)}`, timestamp(archive.expiresAt ?? now)],
    );
    if (!first) return;
    const lock = await tx.query<{ photoId: string }>(
      `select e ->> 'photoId' as "photoId" from archives a, jsonb_array_elements(a.entries) e where a.id = $1`,
      [archive.id],
    );
    const photoIds = lock.map(({ photoId }) => photoId);
    const { accountId, id: galleryId } = galleryAccess;
    await recordDownload(tx, { accountId, galleryId, grantId, size: archive.size, photoIds }, now);
  });
}
