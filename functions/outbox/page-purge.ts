import type { Queryable } from '../platform/db/database.ts';
import type { EffectRun } from './effects.ts';
import { enqueue } from './enqueue.ts';

/** Purges everything below studios' slugs from the CDN: every page shows the studio, and a retired slug redirects. */
export async function purgeAccountCache({
  idempotencyKey,
  payload: { slugs },
  jobs,
}: EffectRun<'cdn.purge'>): Promise<void> {
  await jobs.purge(slugs.flatMap(pagePaths), idempotencyKey);
}

/**
 * Returns two wildcards: a studio's pages, and its public JSON; each path costs money. They also match studios whose
 * slug begins with this one; those pages are cached for a minute at most anyway.
 */
function pagePaths(slug: string): string[] {
  return [`/p/${slug}*`, `/api/p/${slug}*`];
}

/**
 * Minimum interval between purges. Pages are cached for a minute, so this halves the staleness of repeated changes;
 * each purge costs money.
 */
const COALESCE_MS = 30_000;

/**
 * Purges after a change to access or content of a gallery. Never-published galleries are not cached, so they cost
 * nothing.
 * @param takesAway true if visitors may see less than before: purges at once, without the minimum interval
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
 * Purges after a change that every page of a studio shows.
 * @param slugs current and previous slugs
 * @param takesAway true if the studio closes or reopens: purges at once, without the minimum interval
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

/** Merges all changes of a studio and its galleries into one effect, because a purge covers all of its pages. */
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
