import { assertWithin, type PlanLimited, type PlanLimits, planLimits } from '#core/domain/studio/plan-limits.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** What decides on new uploads and copies of a studio; those that have begun go on. */
export interface UploadRoom extends PlanLimited {
  /** When the month reached its cap, epoch milliseconds; null below it. */
  cappedAt: number | null;
}

/** SQL: the columns of `UploadRoom`, of `accounts a` with `account_plans p`. */
export const UPLOAD_ROOM = `a.capped_at as "cappedAt", a.plan_state as state, p.limits`;
export const UPLOAD_ROOM_TABLES = `left join account_plans p on p.account_id = a.id`;

/**
 * Counts announced files, too, where a plan limits the bytes, and locks the plan until the transaction ends, which must
 * store the new ones: otherwise many could begin together. Of a file that is announced again, only the bytes beyond
 * those announced before are asked for; one with other content counts as another file of the day, because both may be
 * sent.
 * @param now when the uploads begin, epoch milliseconds: they count for the UTC day; null for copies, which do not
 * @throws AppError `cap_reached`; `limit_reached` if the files do not fit, or are too many for a day
 */
export async function assertRoom(
  tx: Queryable,
  accountId: string,
  { cappedAt, state, limits }: UploadRoom,
  files: readonly { photoId: string; size: number; sha256?: string | undefined }[],
  now: number | null,
): Promise<void> {
  if (cappedAt !== null) throw new AppError('cap_reached');
  const plan = planLimits(state, limits);
  if (plan === null) return;
  await tx.query('select from account_plans where account_id = $1 for no key update', [accountId]);
  const [room] = await tx.query<{ announced: number; asked: number; begun: number; stored: number | string }>(
    `with begun as (
       select id, size, sha256 from photos where account_id = $1 and status = 'uploading'
       union all select photo_id, size, sha256 from photo_replacements
         where account_id = $1 and status in ('uploading', 'processing'))
     select (select coalesce(sum(size), 0) from begun)::float8 as announced,
       (select coalesce(sum(greatest(f.size - coalesce(b.size, 0), 0)), 0)
        from unnest($2::text[], $3::bigint[]) as f (id, size) left join begun b on b.id = f.id)::float8 as asked,
       (select count(*) from unnest($2::text[], $4::text[]) as f (id, sha256)
        where not exists (select from begun b where b.id = f.id and b.sha256 = f.sha256)) as begun,
       (select storage_bytes from account_usage where account_id = $1) as stored`,
    [
      accountId,
      files.map(({ photoId }) => photoId),
      files.map(({ size }) => size),
      files.map(({ sha256 }) => sha256 ?? null),
    ],
  );
  // A mutation's connection returns `bigint` as text.
  assertWithin(plan, 'stored', { used: Number(room!.stored) + room!.announced, asked: room!.asked });
  if (now !== null) await countFiles(tx, accountId, plan, Number(room!.begun), now);
}

/** Counts files whose upload begins, all or none of them. @throws AppError `limit_reached` until the UTC day ends */
async function countFiles(
  db: Queryable,
  accountId: string,
  plan: PlanLimits,
  asked: number,
  now: number,
): Promise<void> {
  if (asked === 0) return;
  const day = now - (now % DAY_MS);
  const bucket = `files:${accountId}`;
  const counted = await db.query(
    `insert into rate_limits as r (bucket, window_start, count) select $1, $2, $3::integer where $3::integer <= $4::bigint
     on conflict (bucket, window_start) do update set count = r.count + excluded.count
       where r.count + excluded.count <= $4::bigint
     returning count`,
    [bucket, timestamp(day), asked, plan.files],
  );
  if (counted.length > 0) return;
  const [row] = await db.query<{ count: number }>(
    'select count from rate_limits where bucket = $1 and window_start = $2',
    [bucket, timestamp(day)],
  );
  assertWithin(plan, 'files', { used: row?.count ?? 0, asked, until: day + DAY_MS });
}

/**
 * Returns what decides on the studio's new uploads.
 * @throws AppError `not_found` for a gallery that is unknown, in the trash, or of another account
 */
export async function requireGallery(db: Queryable, accountId: string, galleryId: string): Promise<UploadRoom> {
  const [gallery] = await db.query<UploadRoom>(
    `select ${UPLOAD_ROOM} from galleries g join accounts a on a.id = g.account_id ${UPLOAD_ROOM_TABLES}
     where g.id = $1 and g.account_id = $2 and g.deleted_at is null`,
    [galleryId, accountId],
  );
  if (!gallery) throw new AppError('not_found');
  return gallery;
}
