import { AppError } from '#core/domain/errors.ts';
import { hashToken } from '../auth/secrets.ts';
import { type Queryable, timestamp } from '../db/database.ts';

/** Maximum attempts within a time window. */
export interface RateLimit {
  /** The key of the limit: its name and the caller; at most 200 characters, no personal data in plain text. */
  bucket: string;
  limit: number;
  windowMs: number;
}

/**
 * Counts an attempt before it runs, in one statement, so that concurrent attempts are all counted.
 * @returns the number of attempts in the window, this one included
 * @throws AppError `rate_limited` with `retryAfter` in seconds
 */
export async function limitAttempts(db: Queryable, rate: RateLimit, now: number): Promise<number> {
  const start = windowStart(rate, now);
  const [row] = await db.query<{ count: number }>(
    `insert into rate_limits as r (bucket, window_start, count) values ($1, $2, 1)
     on conflict (bucket, window_start) do update set count = r.count + 1 returning count`,
    [rate.bucket, timestamp(start)],
  );
  const count = row?.count ?? 1;
  if (count > rate.limit) {
    throw new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil((start + rate.windowMs - now) / 1000)) });
  }
  return count;
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

/** Returns a hash of the mailbox of an e-mail address: without its tag (`ada+tag@…`), which its owner chooses freely. */
export function hashMailbox(email: string): string {
  return hashToken(email.toLowerCase().replace(/(?<=^[^@+]+)\+[^@]*/, ''));
}
