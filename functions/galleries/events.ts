import type { GalleryEvent as GalleryEventAnswer, RecentGalleryEvent } from '#core/api/galleries.ts';
import type { DownloadSize } from '#core/domain/galleries/archives.ts';
import { CLIENT_EVENT_KINDS, type GalleryEventKind } from '#core/domain/galleries/galleries.ts';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

interface GalleryEvent {
  accountId: string;
  galleryId: string;
  kind: GalleryEventKind;
  photoId?: string;
  grantId?: string | null;
  /** Size of a download. */
  size?: DownloadSize;
  photoCount?: number;
  /** Bytes that a download counts; none for a repeated one. */
  bytes?: CountedBytes;
}

interface CountedBytes {
  amount: number;
  /** Who takes what: counts once a UTC day. Without it, the caller has made sure that it counts once. */
  once?: string;
}

/**
 * Milliseconds after which a returning guest counts as a new visit; the page itself renews access every few minutes.
 * Access that a link gives before the page is opened is dated back by as much, so that this opening counts.
 */
export const VISIT_MS = 30 * MINUTE_MS;

/** Records a gallery event for the studio. */
export async function recordEvent(db: Queryable, event: GalleryEvent, now: number): Promise<void> {
  const { bytes } = event;
  // One statement: counting adds no query to a download.
  await db.query(
    `with seen as (
       insert into rate_limits as r (bucket, window_start, count) select $11, $12, 1 where $11::text is not null
       on conflict (bucket, window_start) do update set count = r.count + 1 returning r.count)
     insert into gallery_events (id, account_id, gallery_id, photo_id, grant_id, kind, at, size, photo_count, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
       case when coalesce((select count from seen), 1) = 1 then $10::bigint end)`,
    [
      makeId(random),
      event.accountId,
      event.galleryId,
      event.photoId ?? null,
      event.grantId ?? null,
      event.kind,
      timestamp(now),
      event.size ?? null,
      event.photoCount ?? null,
      bytes?.amount ?? null,
      bytes?.once === undefined ? null : `bytes:${bytes.once}`,
      timestamp(now - (now % DAY_MS)),
    ],
  );
}

interface Download {
  accountId: string;
  galleryId: string;
  grantId?: string | null;
  size: DownloadSize;
  bytes: CountedBytes;
  /** All photos of one download, in one file or several; they give one event. */
  photoIds: readonly string[];
}

/**
 * Records a visitor's download with its bytes and increments the counter of each photo. Downloads by members are not
 * recorded. Call it in a transaction, so that event and counters agree.
 */
export async function recordDownload(db: Queryable, download: Download, now: number): Promise<void> {
  const { accountId, galleryId, grantId = null, size, bytes, photoIds } = download;
  const [photoId] = photoIds;
  if (!photoId) return;
  const one = photoIds.length === 1 ? { photoId } : {};
  const event = { accountId, galleryId, grantId, size, bytes, photoCount: photoIds.length, ...one };
  await recordEvent(db, { ...event, kind: 'downloaded' }, now);
  await incrementPhotoCounts(db, 'download_count', { accountId, galleryId, photoIds });
}

/**
 * Counts a visitor's look at photos, by photo and by day. Call it in a transaction.
 * @returns the number of photos
 */
export async function recordViews(
  db: Queryable,
  viewed: Pick<Download, 'accountId' | 'galleryId' | 'photoIds'>,
  now: number,
): Promise<number> {
  const counted = await incrementPhotoCounts(db, 'view_count', viewed);
  if (counted > 0) {
    await db.query('select count_gallery_views($1, $2, $3, $4)', [
      viewed.accountId,
      viewed.galleryId,
      timestamp(now),
      counted,
    ]);
  }
  return counted;
}

/**
 * Increments a counter of each photo and of their gallery; returns the number of photos. Locks photos before their
 * counters, because a move updates both, then counters by id, and the gallery last, so that concurrent calls cannot
 * deadlock.
 */
export async function incrementPhotoCounts(
  db: Queryable,
  column: 'view_count' | 'download_count',
  { accountId, galleryId, photoIds }: Pick<Download, 'accountId' | 'galleryId' | 'photoIds'>,
): Promise<number> {
  const counted = await db.query(
    `insert into photo_stats as s (photo_id, account_id, gallery_id, ${column})
     select p.id, p.account_id, p.gallery_id, 1 from photos p
     where p.account_id = $1 and p.gallery_id = $2 and p.id = any ($3) order by p.id for key share
     on conflict (photo_id) do update set ${column} = s.${column} + 1
     returning photo_id`,
    [accountId, galleryId, [...new Set(photoIds)]],
  );
  await db.query(`update gallery_stats set ${column} = ${column} + $3 where gallery_id = $2 and account_id = $1`, [
    accountId,
    galleryId,
    counted.length,
  ]);
  return counted.length;
}

/** SQL: the invited person of event `e` as JSON. */
const GRANT = `(select jsonb_build_object('id', r.id, 'label', r.label, 'email', r.email) from grants r
   where r.account_id = e.account_id and r.id = e.grant_id) as "grant"`;

/** Returns a gallery's events, latest first. @param since the gallery's creation: earlier months are not searched */
export function readEvents(
  db: Queryable,
  accountId: string,
  { galleryId, limit, since }: { galleryId: string; limit: number; since: number },
): Promise<GalleryEventAnswer[]> {
  return db.query<GalleryEventAnswer>(
    `select e.id, e.kind, e.at, e.size, e.photo_count as "photoCount", ${GRANT},
       (select jsonb_build_object('filename', p.filename) from photos p
        where p.account_id = e.account_id and p.id = e.photo_id) as photo
     from gallery_events e where e.gallery_id = $2 and e.account_id = $1 and e.at >= $4 order by e.at desc, e.id desc limit $3`,
    [accountId, galleryId, limit, timestamp(since)],
  );
}

/** SQL: a value of the gallery of event `e`. */
const fromGallery = (value: string) =>
  `(select ${value} from galleries g where g.account_id = e.account_id and g.id = e.gallery_id)`;

/**
 * Returns what clients did in all of a studio's galleries outside the trash, latest first. Galleries are looked up by
 * event, not joined: PostgreSQL would expect few rows of a join, and read and sort all of the studio's events.
 */
export function readRecentEvents(db: Queryable, accountId: string, limit: number): Promise<RecentGalleryEvent[]> {
  return db.query<RecentGalleryEvent>(
    `select e.id, e.kind, e.at, e.photo_count as "photoCount", ${GRANT},
       ${fromGallery("jsonb_build_object('id', g.id, 'name', g.name)")} as gallery
     from gallery_events e
     where e.account_id = $1 and e.kind = any ($2) and ${fromGallery('g.deleted_at is null')}
     order by e.at desc, e.id desc limit $3`,
    [accountId, CLIENT_EVENT_KINDS, limit],
  );
}
