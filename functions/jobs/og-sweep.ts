import { timestamp } from '../lib/db.ts';
import { enqueue } from '../lib/outbox.ts';
import type { JobServices } from './services.ts';

type Needed = Pick<JobServices, 'clock' | 'db'>;

/** Galleries that changed within this are looked at, in milliseconds; several runs, should one be missed. */
const RECENT_MS = 15 * 60 * 1000;
const AT_ONCE = 200;

/**
 * What no act announces: a gallery expires by itself, and its cover may become ready after it was published.
 * Open Graph pictures follow within a run.
 */
export async function sweepOgPictures(jobs: Needed): Promise<number> {
  const now = jobs.clock();
  const rows = await jobs.db.query<{ id: string; accountId: string }>(
    `select g.id, g.account_id as "accountId" from galleries g left join og_pictures o on o.gallery_id = g.id
     where (o.gallery_id is not null and (g.expires_at <= $1 or g.deleted_at is not null))
       or (g.updated_at > $2 and g.status = 'published' and g.visibility in ('public', 'link')
         and (o.gallery_id is null or o.file_id is distinct from
           (select p.file_id from photos p where p.id = g.cover_photo_id)))
     limit ${AT_ONCE}`,
    [timestamp(now), timestamp(now - RECENT_MS)],
  );
  for (const { id: galleryId, accountId } of rows) {
    await enqueue(jobs.db, accountId, 'og.refresh', { galleryId }, now, { dedupeKey: `og:${galleryId}` });
  }
  return rows.length;
}
