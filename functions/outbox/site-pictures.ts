import type { Queryable } from '../platform/db/database.ts';
import { enqueue } from './enqueue.ts';

/** Longest wait for the next run, in milliseconds: a rotated photo of a private gallery is absent until then. */
const COALESCE_MS = 5_000;

/** Refreshes the pictures of a studio's website after a change to photos, galleries or the site itself. */
export async function enqueueSitePictures(
  tx: Queryable,
  accountId: string,
  now: number,
  atMostEveryMs = 0,
): Promise<void> {
  // A studio without a website costs a look-up.
  const [site] = await tx.query(
    `select 1 where exists (select from site_state where account_id = $1 and live_release_id is not null)
       or exists (select from site_pictures where account_id = $1)`,
    [accountId],
  );
  if (!site) return;
  const options = { dedupeKey: `site-pictures:${accountId}`, atMostEveryMs: Math.min(atMostEveryMs, COALESCE_MS) };
  await enqueue(tx, accountId, 'site.pictures', { accountId }, now, options);
}
