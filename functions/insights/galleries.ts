import type { LovedPhoto, VisitorCounts } from '#core/api/insights.ts';
import type { InsightRange } from '#core/domain/studio/insights.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { Scope } from './scope.ts';

/** SQL: the period's key of a column of type `date`. */
const keyOf = ({ unit }: InsightRange, column: string) =>
  `to_char(${column}, '${unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}')`;

/** Returns every day or month of the range with the counts of one gallery, or of all outside the trash. */
export async function readCounts(db: Queryable, { accountId, range, galleryId }: Scope): Promise<VisitorCounts[]> {
  const rows = await db.query<VisitorCounts>(
    `select ${keyOf(range, 'd.day')} as key, sum(d.visits) as visits, sum(d.views) as views,
       sum(d.downloads) as downloads, sum(d.picks) as picks
     from gallery_days d join galleries g
       on g.account_id = d.account_id and g.id = d.gallery_id and g.deleted_at is null
     where d.account_id = $1 and d.day >= $2 and d.day < $3 and ($4::text is null or d.gallery_id = $4) group by 1`,
    [accountId, range.from, range.to, galleryId ?? null],
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return range.keys.map((key) => byKey.get(key) ?? { key, visits: 0, views: 0, downloads: 0, picks: 0 });
}

/** Returns the galleries with the most visits, then views. */
export async function readGalleries(db: Queryable, { accountId, range }: Scope, limit: number) {
  return db.query<Omit<VisitorCounts, 'key'> & { id: string; name: string }>(
    `select g.id, g.name, sum(d.visits) as visits, sum(d.views) as views, sum(d.downloads) as downloads,
       sum(d.picks) as picks
     from gallery_days d join galleries g
       on g.account_id = d.account_id and g.id = d.gallery_id and g.deleted_at is null
     where d.account_id = $1 and d.day >= $2 and d.day < $3
     group by g.id, g.name order by sum(d.visits) desc, sum(d.views) desc, g.id limit $4`,
    [accountId, range.from, range.to, limit],
  );
}

/** Returns the visible photos that most people chose within the range. */
export async function readLovedPhotos(
  db: Queryable,
  { accountId, bounds: { start, end }, galleryId }: Scope,
  limit: number,
): Promise<LovedPhoto[]> {
  return db.query<LovedPhoto>(
    `with loved as (
       select k.photo_id, count(distinct k.person_id) as people from picks k
       where k.account_id = $1 and k.state = 'pick' and k.at >= $2 and k.at < $3
         and ($4::text is null or k.gallery_id = $4) group by 1)
     select p.id, p.gallery_id as "galleryId", g.name as gallery, p.file_id as "fileId", p.filename, p.width, p.height,
       p.thumbhash, l.people, coalesce(s.view_count, 0) as views
     from loved l join photos p on p.id = l.photo_id join galleries g on g.id = p.gallery_id
       left join photo_stats s on s.photo_id = p.id
     where p.account_id = $1 and g.deleted_at is null and p.width > 0 and p.height > 0 and ${IS_VISIBLE}
     order by l.people desc, views desc, p.id limit $5`,
    [accountId, timestamp(start), timestamp(end), galleryId ?? null, limit],
  );
}
