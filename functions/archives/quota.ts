import { HOUR_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** Queued and packing archives per gallery. */
const MAX_PENDING = 5;
/** Stored archives per gallery: each selection of photos is one archive, and a wedding has many guests. */
const MAX_STORED = 300;
/**
 * Total size of a gallery's archives: this multiple of its originals plus this number of bytes. Bounds the storage
 * cost.
 */
const MAX_STORED_BYTES = { times: 3, bytes: 20 * 1000 ** 3 } as const;
/** An archive fetched within this time may still be downloading. */
const RECENTLY_FETCHED_MS = HOUR_MS;
/** `retryAfter` when all archives are in use, in seconds. */
const RETRY_S = { pending: 60, stored: 15 * 60 } as const;

interface QuotaUsage {
  pending: number;
  stored: number;
  bytes: number;
  originals: number;
}

/**
 * Makes room for one more archive by expiring the least recently fetched ones. Packing one again costs a visitor a
 * wait; refusing would let a few visitors lock out all others for a week.
 * @throws AppError `limit_reached` if too many archives are being packed or all are in use
 */
export async function enforceQuota(
  db: Queryable,
  { accountId, id }: { accountId: string; id: string },
  bytes: number,
  now: number,
): Promise<void> {
  const gallery = [accountId, id];
  const [usage] = await db.query<QuotaUsage>(
    `select count(*) filter (where status in ('queued', 'packing'))::int as "pending",
       count(*) filter (where status = 'ready')::int as stored, coalesce(sum(total_bytes), 0)::bigint as bytes,
       coalesce((select original_bytes from gallery_stats where account_id = $1 and gallery_id = $2), 0) as originals
     from archives where account_id = $1 and gallery_id = $2 and status in ('queued', 'packing', 'ready')`,
    gallery,
  );
  if (!usage) return;
  const { pending } = usage;
  if (pending >= MAX_PENDING) throw new AppError('limit_reached', { limit: MAX_PENDING, retryAfter: RETRY_S.pending });
  const tooMany = usage.stored + 1 - MAX_STORED;
  const tooLarge = usage.bytes + bytes - (MAX_STORED_BYTES.times * usage.originals + MAX_STORED_BYTES.bytes);
  if (tooMany <= 0 && tooLarge <= 0) return;
  const ended = await db.query(
    `with idle as (
       select id, total_bytes, row_number() over latest as n, sum(total_bytes) over latest as freed
       from archives
       where account_id = $1 and gallery_id = $2 and status = 'ready' and (fetched_at is null or fetched_at <= $3)
       window latest as (order by greatest(fetched_at, ready_at), id rows unbounded preceding)),
     enough as (select exists (select from idle where n >= $4 and freed >= $5) as is_enough)
     update archives set status = 'expired', expires_at = $6
     where status = 'ready' and id in (
       select id from idle, enough where is_enough and (n <= $4 or freed - total_bytes < $5)) returning id`,
    [...gallery, timestamp(now - RECENTLY_FETCHED_MS), tooMany, tooLarge, timestamp(now)],
  );
  if (ended.length === 0) throw new AppError('limit_reached', { limit: MAX_STORED, retryAfter: RETRY_S.stored });
}
