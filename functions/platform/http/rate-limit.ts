import { AppError } from '#core/domain/errors.ts';
import { type Queryable, timestamp } from '../db/database.ts';

/** Maximum attempts within a time window. */
export interface RateLimit {
  /** What is limited and for whom; at most 200 characters, no personal data in plain text. */
  bucket: string;
  limit: number;
  windowMs: number;
}

/**
 * Counts an attempt before it runs, in one statement, so that concurrent attempts are all counted.
 * @throws AppError `rate_limited` with `retryAfter` in seconds
 */
export async function limitAttempts(db: Queryable, rate: RateLimit, now: number): Promise<void> {
  const start = windowStart(rate, now);
  const [row] = await db.query<{ count: number }>(
    `insert into rate_limits as r (bucket, window_start, count) values ($1, $2, 1)
     on conflict (bucket, window_start) do update set count = r.count + 1 returning count`,
    [rate.bucket, timestamp(start)],
  );
  if (row && row.count > rate.limit) {
    throw new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil((start + rate.windowMs - now) / 1000)) });
  }
}

/** Uncounts an attempt that was not a guess. */
export async function releaseAttempt(db: Queryable, rate: RateLimit, now: number): Promise<void> {
  await db.query('update rate_limits set count = count - 1 where bucket = $1 and window_start = $2 and count > 0', [
    rate.bucket,
    timestamp(windowStart(rate, now)),
  ]);
}

function windowStart(rate: RateLimit, now: number): number {
  return now - (now % rate.windowMs);
}
