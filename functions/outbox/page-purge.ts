import type { Queryable } from '../platform/db/database.ts';
import type { EffectRun } from './effects.ts';
import { enqueue } from './enqueue.ts';

/** Everything below studios' addresses: all of their pages carry their names, and a retired address redirects. */
export async function purgeAccountCache({
  idempotencyKey,
  payload: { slugs },
  jobs,
}: EffectRun<'cdn.purge'>): Promise<void> {
  await jobs.purge(slugs.flatMap(pagePaths), idempotencyKey);
}

/**
 * Two wildcards for a studio's page, its galleries' and their JSON, since each path is paid for. They also take the
 * pages of a studio whose slug begins with this one's: those are kept for a minute at the most, and come again.
 */
function pagePaths(slug: string): string[] {
  return [`/p/${slug}*`, `/api/p/${slug}*`];
}

/** Pages are cached for a minute: this halves it for all but the first of many changes. Each purge is paid for. */
const COALESCE_MS = 30_000;

/**
 * After whatever may have changed who may see a gallery, or what its page shows. Nothing of a gallery that was never
 * published is cached, so that what its studio prepares costs nothing.
 * @param takesAway when somebody may see less than before: then it is at once, however often
 */
export async function enqueueGalleryPurge(
  tx: Queryable,
  accountId: string,
  galleryId: string,
  now: number,
  { takesAway = false }: { takesAway?: boolean } = {},
): Promise<void> {
  const [gallery] = await tx.query<{ slug: string; wasPublished: boolean }>(
    `select a.slug, g.published_at is not null as "wasPublished"
     from galleries g join accounts a on a.id = g.account_id where g.id = $1 and g.account_id = $2`,
    [galleryId, accountId],
  );
  if (!gallery || !(gallery.wasPublished || takesAway)) return;
  const atMostEveryMs = takesAway ? 0 : COALESCE_MS;
  await enqueuePurge(tx, accountId, [gallery.slug], now, atMostEveryMs);
  await enqueue(tx, accountId, 'og.refresh', { galleryId }, now, { dedupeKey: `og:${galleryId}`, atMostEveryMs });
}

/**
 * After a change of what every page of a studio shows.
 * @param slugs its addresses, before the change and after
 * @param takesAway when the studio itself comes or goes: then it is at once, however often
 */
export async function enqueueAccountPurge(
  tx: Queryable,
  accountId: string,
  slugs: readonly string[],
  now: number,
  { takesAway = false }: { takesAway?: boolean } = {},
): Promise<void> {
  await enqueuePurge(tx, accountId, [...new Set(slugs)].sort(), now, takesAway ? 0 : COALESCE_MS);
}

/** One effect for all changes of a studio and its galleries: a purge takes all of its pages. */
async function enqueuePurge(
  tx: Queryable,
  accountId: string,
  slugs: readonly string[],
  now: number,
  atMostEveryMs: number,
): Promise<void> {
  const dedupeKey = `purge-cdn:${slugs.join(':')}`;
  await enqueue(tx, accountId, 'cdn.purge', { slugs }, now, { dedupeKey, atMostEveryMs });
}
