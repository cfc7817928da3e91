import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';
import { OG_IMAGE_SOURCE } from './og-image-source.ts';

type Deps = Pick<JobServices, 'clock' | 'db'>;

/**
 * The cleanup checks galleries and studios that changed within this time, in milliseconds; it spans several runs, in
 * case one is missed.
 */
const RECENT_MS = 15 * MINUTE_MS;
/** Galleries that expired within this time, in milliseconds: longer than the job can be stopped. */
const EXPIRED_MS = 7 * DAY_MS;
const BATCH_SIZE = 200;

/**
 * Refreshes Open Graph images after changes without a mutation: a gallery expires, its cover becomes ready after
 * publishing, or its studio is renamed.
 */
export async function cleanUpOgImages(jobs: Deps): Promise<number> {
  const now = jobs.clock();
  const rows = await jobs.db.query<{ id: string; accountId: string }>(
    // Each part begins with an index of what has changed: the number of galleries does not matter.
    `with closed as (
       select id, account_id from galleries
         where expires_at > $3 and expires_at <= $1 and status = 'published' and deleted_at is null
       union select id, account_id from galleries where deleted_at is not null
       union select g.id, g.account_id from accounts a join galleries g on g.account_id = a.id where not ${IS_OPEN}),
     changed as (
       select id from galleries where updated_at > $2 and status = 'published' and deleted_at is null
       union select g.id from accounts a join galleries g on g.account_id = a.id where a.updated_at > $2
       union select g.id from settings s join galleries g on g.account_id = s.account_id
         where s.key = 'photographer' and s.updated_at > $2)
     select c.id, c.account_id as "accountId" from closed c
       cross join lateral (select from og_images o where o.gallery_id = c.id limit 1) o
     union
     (select g.id, g.account_id from changed c join galleries g on g.id = c.id join accounts a on a.id = g.account_id
       left join og_images o on o.gallery_id = g.id cross join ${OG_IMAGE_SOURCE}
     where g.status = 'published' and g.visibility in ('public', 'link') and g.deleted_at is null and ${IS_OPEN}
       and (g.expires_at is null or g.expires_at > $1) and o.fingerprint is distinct from source.fingerprint)
     limit ${BATCH_SIZE}`,
    [timestamp(now), timestamp(now - RECENT_MS), timestamp(now - EXPIRED_MS)],
  );
  for (const { id: galleryId, accountId } of rows) {
    await enqueue(jobs.db, accountId, 'og.refresh', { galleryId }, now, { dedupeKey: `og:${galleryId}` });
  }
  return rows.length;
}
