import { MINUTE_MS } from '#core/domain/durations.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { OG_IMAGE_SOURCE } from './og-image-source.ts';

type Deps = Pick<JobServices, 'clock' | 'db'>;

/**
 * The cleanup checks galleries and studios that changed within this time, in milliseconds; it spans several runs, in
 * case one is missed.
 */
const RECENT_MS = 15 * MINUTE_MS;
const BATCH_SIZE = 200;

/**
 * Refreshes Open Graph images after changes without a mutation: a gallery expires, its cover becomes ready after
 * publishing, or its studio is renamed.
 */
export async function cleanUpOgImages(jobs: Deps): Promise<number> {
  const now = jobs.clock();
  const rows = await jobs.db.query<{ id: string; accountId: string }>(
    `select g.id, g.account_id as "accountId" from og_images o join galleries g on g.id = o.gallery_id
       join accounts a on a.id = g.account_id
     where g.expires_at <= $1 or g.deleted_at is not null or a.deleted_at is not null
     union
     (select g.id, g.account_id from galleries g join accounts a on a.id = g.account_id
       left join og_images o on o.gallery_id = g.id cross join ${OG_IMAGE_SOURCE}
     where g.status = 'published' and g.visibility in ('public', 'link') and g.deleted_at is null and a.deleted_at is null
       and (g.expires_at is null or g.expires_at > $1)
       and (g.updated_at > $2 or a.updated_at > $2 or exists (
         select from settings s where s.account_id = a.id and s.key = 'photographer' and s.updated_at > $2))
       and o.fingerprint is distinct from source.fingerprint)
     limit ${BATCH_SIZE}`,
    [timestamp(now), timestamp(now - RECENT_MS)],
  );
  for (const { id: galleryId, accountId } of rows) {
    await enqueue(jobs.db, accountId, 'og.refresh', { galleryId }, now, { dedupeKey: `og:${galleryId}` });
  }
  return rows.length;
}
