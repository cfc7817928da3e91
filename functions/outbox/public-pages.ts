import { SMALL_ARCHIVE } from '#core/domain/galleries/archives.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { EffectRun } from './effects.ts';
import { enqueue, enqueueAll } from './enqueue.ts';

/*
 * What a change to a studio or gallery makes outdated: cached pages, the pictures of the website, link previews and
 * archives that are packed ahead of clients.
 */

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
export interface PurgeOptions {
  /** True if visitors may see less than before: purges. Other changes wait for the cached page's minute to end. */
  takesAway?: boolean;
  /** With `takesAway`: merges purges within this time, in milliseconds; 0 purges immediately. */
  atMostEveryMs?: number;
  /** Time without a change after which archives are prepared, in milliseconds. */
  settleMs?: number;
}

/**
 * Refreshes the website's pictures, the link preview and the prepared archives after a change to access or content of
 * a gallery, and purges its pages if the change takes something away. Never-published galleries are not cached, so they
 * cost nothing.
 */
export async function enqueueGalleryPurge(
  tx: Queryable,
  accountId: string,
  galleryId: string,
  now: number,
  { takesAway = false, atMostEveryMs = takesAway ? 0 : COALESCE_MS, settleMs = SETTLE_MS.edits }: PurgeOptions = {},
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
  if (gallery.isPublished) await enqueueArchivePreparation(tx, accountId, galleryId, now, { settleMs });
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
 * Purges every page of a studio and refreshes its website's pictures: it closes or reopens, or its slug changes. Merges
 * all changes of a studio and its galleries into one effect, because a purge covers all of its pages.
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

/**
 * Follows a studio that closes to its visitors or reopens: purges its pages, refreshes its link previews, and asks again
 * who may be in its rooms. Previous slugs only redirect, so they need no purge.
 */
export async function enqueueVisitorsChange(tx: Queryable, accountId: string, now: number): Promise<void> {
  const [account] = await tx.query<{ slug: string }>('select slug from accounts where id = $1', [accountId]);
  if (account) await enqueueAccountPurge(tx, accountId, [account.slug], now);
  const galleries = await tx.query<{ id: string }>(
    'select id from galleries where account_id = $1 and published_at is not null and deleted_at is null',
    [accountId],
  );
  const effects = galleries.map(({ id }) => ({ payload: { galleryId: id }, dedupeKey: `og:${id}` }));
  await enqueueAll(tx, accountId, 'og.refresh', effects, now);
  const recheck = { accountId, galleryId: null, all: true };
  await enqueue(tx, accountId, 'live.recheck', recheck, now, { dedupeKey: `recheck-all:${accountId}` });
}

/** Longest wait for the next run, in milliseconds: a rotated photo of a private gallery is absent until then. */
const PICTURES_COALESCE_MS = 5_000;

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
  const options = {
    dedupeKey: `site-pictures:${accountId}`,
    atMostEveryMs: Math.min(atMostEveryMs, PICTURES_COALESCE_MS),
  };
  await enqueue(tx, accountId, 'site.pictures', { accountId }, now, options);
}

/**
 * Time without a change after which a gallery has settled, in milliseconds: a batch is packed once, not photo by photo.
 * The photos of an upload have rows before they are sent, so little tells its end; between two edits, a person thinks.
 */
export const SETTLE_MS = { uploads: 15 * SECOND_MS, edits: 2 * MINUTE_MS } as const;
/** Minimum interval between two runs for a gallery that changes again and again, in milliseconds. */
const ARCHIVES_COALESCE_MS = 10 * MINUTE_MS;
/** Minimum interval between two runs that visits cause, in milliseconds. */
const VISIT_INTERVAL_MS = HOUR_MS;

const keyOf = (galleryId: string) => `archives:${galleryId}`;

/**
 * Requests the archives of a gallery ahead of its clients. The effect waits until the gallery has not changed for
 * `settleMs`; the latest request decides on it.
 */
export async function enqueueArchivePreparation(
  tx: Queryable,
  accountId: string,
  galleryId: string,
  now: number,
  { settleMs = SETTLE_MS.uploads, runAfter = now + settleMs }: { settleMs?: number; runAfter?: number } = {},
): Promise<void> {
  const options = { dedupeKey: keyOf(galleryId), runAfter, atMostEveryMs: ARCHIVES_COALESCE_MS };
  await enqueue(tx, accountId, 'archives.prepare', { galleryId, settleMs }, now, options);
}

/**
 * Requests the archives of a gallery that a client opens after the prepared ones have expired. Reads only, if they exist
 * or were requested within the hour. Skips galleries with a PIN, because this visitor may not know it, and small ones,
 * whose archives are packed within the request.
 */
export async function prepareOnVisit(
  db: Queryable,
  { accountId, id }: { accountId: string; id: string },
  now: number,
): Promise<void> {
  const [missing] = await db.query(
    `select from galleries g join gallery_stats s on s.account_id = g.account_id and s.gallery_id = g.id
     where g.account_id = $1 and g.id = $2 and (g.allow_web or g.allow_original) and not g.has_download_pin
       and (s.ready_count > ${SMALL_ARCHIVE.photos} or s.original_bytes > ${SMALL_ARCHIVE.bytes})
       and not exists (select from archives a where a.account_id = g.account_id and a.gallery_id = g.id and a.is_prepared
         and (a.status in ('queued', 'packing') or a.status = 'ready' and a.expires_at > $3))
       and not exists (select from outbox o where o.dedupe_key = $4 and (o.done_at is null or o.created_at > $5))`,
    [accountId, id, timestamp(now), keyOf(id), timestamp(now - VISIT_INTERVAL_MS)],
  );
  if (missing) await enqueueArchivePreparation(db, accountId, id, now, { runAfter: now });
}
