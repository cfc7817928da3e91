import type { Queryable } from '../platform/db/database.ts';
import { enqueueArchivePreparation } from './archive-preparation.ts';
import type { EffectRun } from './effects.ts';
import { enqueue } from './enqueue.ts';
import { enqueueSitePictures } from './site-pictures.ts';

/** Purges everything below studios' slugs from the CDN: every page shows the studio, and a retired slug redirects. */
export async function purgeAccountCache({
  idempotencyKey,
  payload: { slugs },
  jobs,
}: EffectRun<'cdn.purge'>): Promise<void> {
  await jobs.purge(slugs.flatMap(pagePaths), idempotencyKey);
  if (!jobs.domains) return;
  const tenants = await jobs.db.query<{ id: string }>(
    `select d.tenant_id as id from domains d join accounts a on a.id = d.account_id
     where a.slug = any ($1) and d.tenant_id is not null and d.status in ('live', 'lost')`,
    [slugs],
  );
  // A studio's own domain has nothing else; one path costs the least, and pictures are stored behind the cache.
  for (const { id } of tenants) await jobs.domains.tenants.purge(id, ['/*'], idempotencyKey);
}

/**
 * Returns two wildcards: a studio's pages, and its public JSON; each path costs money. They also match studios whose
 * slug begins with this one; those pages are cached for a minute at most anyway.
 */
function pagePaths(slug: string): string[] {
  return [`/p/${slug}*`, `/api/p/${slug}*`];
}

/** Minimum interval between repeated effects of one cause: a gallery's photos are rendered one after another. */
const COALESCE_MS = 30_000;

/** Urgency of a purge. A page ages out of the cache within a minute, and each purged path costs money. */
interface PurgeOptions {
  /** True if visitors may see less than before: purges. Other changes wait for the cached page's minute to end. */
  takesAway?: boolean;
  /** With `takesAway`: merges purges within this time, in milliseconds; 0 purges immediately. */
  atMostEveryMs?: number;
}

/**
 * Refreshes the website's pictures, the link preview and the prepared archives after a change to access or content of a gallery, and purges its
 * pages if the change takes something away. Never-published galleries are not cached, so they cost nothing.
 */
export async function enqueueGalleryPurge(
  tx: Queryable,
  accountId: string,
  galleryId: string,
  now: number,
  { takesAway = false, atMostEveryMs = takesAway ? 0 : COALESCE_MS }: PurgeOptions = {},
): Promise<void> {
  await enqueueSitePictures(tx, accountId, now, atMostEveryMs);
  const [gallery] = await tx.query<{ slug: string; wasPublished: boolean; isPublished: boolean }>(
    `select a.slug, g.published_at is not null as "wasPublished", g.status = 'published' as "isPublished"
     from galleries g join accounts a on a.id = g.account_id where g.id = $1 and g.account_id = $2`,
    [galleryId, accountId],
  );
  if (!gallery || !(gallery.wasPublished || takesAway)) return;
  if (takesAway) await enqueueAccountPurge(tx, accountId, [gallery.slug], now, atMostEveryMs);
  await enqueue(tx, accountId, 'og.refresh', { galleryId }, now, { dedupeKey: `og:${galleryId}`, atMostEveryMs });
  if (gallery.isPublished) await enqueueArchivePreparation(tx, accountId, galleryId, now);
}

/** Purges a gallery's pages after a photo was rendered again: they name the former picture, and many photos follow. */
export async function enqueueRerenderPurge(
  tx: Queryable,
  accountId: string,
  galleryId: string,
  now: number,
): Promise<void> {
  await enqueueGalleryPurge(tx, accountId, galleryId, now, { takesAway: true, atMostEveryMs: COALESCE_MS });
}

/**
 * Purges every page of a studio and refreshes its website's pictures: it closes or reopens, or its slug changes. Merges all changes of a studio and its
 * galleries into one effect, because a purge covers all of its pages.
 * @param slugs current and previous slugs
 */
export async function enqueueAccountPurge(
  tx: Queryable,
  accountId: string,
  slugs: readonly string[],
  now: number,
  atMostEveryMs = 0,
): Promise<void> {
  await enqueueSitePictures(tx, accountId, now, atMostEveryMs);
  const names = [...new Set(slugs)].sort();
  const dedupeKey = `purge-cdn:${names.join(':')}`;
  await enqueue(tx, accountId, 'cdn.purge', { slugs: names }, now, { dedupeKey, atMostEveryMs });
}
