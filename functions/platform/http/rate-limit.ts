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

/**
 * Returns the network of an IP address: its /24, or for IPv6 its /64, the size of one household. Rotating addresses
 * within it does not evade a limit, and clients on other networks are not affected.
 */
export function networkPrefix(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(ip)?.[1];
  if (v4) return `${v4}.0/24`;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]!.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups
    .join(':')
    .replace(/[^0-9a-f:]/g, '')
    .slice(0, 40)}::/64`;
}
