import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { enqueue } from '../../outbox/enqueue.ts';
import { timestamp } from '../../platform/db/database.ts';
import { jobTurn } from '../../platform/db/job-turn.ts';
import type { JobServices } from '../../platform/job-services.ts';
import { isShowable, WITH_DECISION } from './showable.ts';
import { IS_SITE_OPEN } from '../../platform/studio-facts.ts';

/** Studios that a run checks; the next minute's run continues after them. */
const STUDIOS_PER_RUN = 500;

/**
 * Refreshes websites' pictures after changes without a mutation: a gallery expires, a photo is erased, a run was
 * interrupted, a restored backup lacks objects.
 */
export async function cleanUpSitePictures(jobs: Pick<JobServices, 'clock' | 'db'>): Promise<number> {
  const now = jobs.clock();
  const rows = await jobs.db.query<{ accountId: string }>(
    `with ${jobTurn('site pictures', 'select id, deleted_at, paused_at, held_at, site_held_at, plan_state from accounts', STUDIOS_PER_RUN)}
     select distinct s.account_id as "accountId" from turn a join site_pictures s on s.account_id = a.id
     where (s.ready_at is null and s.created_at between $2 and $3) or not ${IS_SITE_OPEN}
       or not exists (select from photos p ${WITH_DECISION}
         where p.account_id = s.account_id and p.id = s.photo_id and p.file_id = s.file_id and ${isShowable('$1')})`,
    // A photo whose renditions are gone is not tried for ever.
    [timestamp(now), timestamp(now - HOUR_MS), timestamp(now - MINUTE_MS)],
  );
  for (const { accountId } of rows) {
    const dedupeKey = `site-pictures:${accountId}`;
    await enqueue(jobs.db, accountId, 'site.pictures', { accountId }, now, { dedupeKey });
  }
  return rows.length;
}
