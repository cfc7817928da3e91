import { timestamp } from '../lib/db.ts';
import { clearFiles, RERENDER_BATCH_SIZE, requestRerender } from '../lib/looks.ts';
import type { JobServices } from './services.ts';

type Deps = Pick<JobServices, 'clock' | 'db'>;

/** Clearing takes seconds: what waits for longer was lost on its way. In milliseconds. */
const UNCLEARED_MS = 15 * 60 * 1000;
/** Making pictures anew takes minutes, with all repetitions. */
const STALE_MS = 60 * 60 * 1000;
const BATCH_SIZE = 200;
/** Where there are more, they are left to the next hours: what is uploaded now is not to wait for what failed. */
const STALE_BATCH_SIZE = RERENDER_BATCH_SIZE;

interface Gallery {
  galleryId: string;
  accountId: string;
}

/** Takes up what was lost between two steps: names that were not cleared, and photos that were not made anew. */
export async function cleanUpStyles({ clock, db }: Deps): Promise<{ uncleared: number; stale: number }> {
  const now = clock();
  const uncleared = await db.query<Gallery>(
    `select distinct gallery_id as "galleryId", account_id as "accountId" from photo_files
     where cleared_at is null and retired_at <= $1 limit ${BATCH_SIZE}`,
    [timestamp(now - UNCLEARED_MS)],
  );
  for (const { accountId, galleryId } of uncleared) await clearFiles(db, accountId, galleryId, now);
  // Any update touches `updated_at`, so one that cannot be made anew comes round once an hour.
  const stale = await db.query<Gallery & { photoIds: string[] }>(
    `with late as (
       update photos set rendered_version = rendered_version where id in (
         select p.id from photos p join galleries g on g.id = p.gallery_id and g.deleted_at is null
           join accounts a on a.id = g.account_id and a.deleted_at is null
         where p.look_version <> p.rendered_version and p.status = 'ready' and p.deleted_at is null
           and p.updated_at <= $1
         order by p.updated_at limit ${STALE_BATCH_SIZE})
       returning gallery_id, account_id, id)
     select gallery_id as "galleryId", account_id as "accountId", array_agg(id) as "photoIds"
     from late group by gallery_id, account_id`,
    [timestamp(now - STALE_MS)],
  );
  for (const { accountId, galleryId, photoIds } of stale) {
    await requestRerender(db, accountId, galleryId, photoIds, now);
  }
  return { uncleared: uncleared.length, stale: stale.flatMap(({ photoIds }) => photoIds).length };
}
