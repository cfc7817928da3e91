import { AppError } from '#core/domain/values/errors.ts';
import {
  type LimitName,
  type LimitSubject,
  REQUEST_LIMITS,
  type RequestLimit,
  WIDE_FACTOR,
} from '#core/domain/studio/request-limits.ts';
import { hashToken } from '../auth/secrets.ts';
import { type Queryable, timestamp } from '../db/database.ts';
import { networkTiers } from './network-prefix.ts';

/**
 * Whom an attempt counts for: `network` is the caller's IP address, `mailbox` an email address; both are converted
 * here. A token is given as its hash.
 */
export type LimitSubjects<N extends LimitName> = Record<(typeof REQUEST_LIMITS)[N]['per'][number], string> &
  ((typeof REQUEST_LIMITS)[N] extends { above: object } ? { network: string } : unknown);

/** A counted attempt. */
interface Attempt {
  /** Attempts in the window, this one included. */
  count: number;
  /** True if the limit is used up, and the network's own allowance above it counted. */
  isAbove: boolean;
  /** Uncounts an attempt that was not a guess. */
  release(): Promise<void>;
}

interface Counter {
  bucket: string;
  max: number;
  windowMs: number;
}

/**
 * Counts an attempt before it runs, in one statement, so that concurrent attempts are all counted.
 * @param amount what the attempt counts for, a whole number: 1, or for example its megabytes
 * @throws AppError `rate_limited` with `retryAfter` in seconds
 */
export async function limitAttempts<N extends LimitName>(
  db: Queryable,
  name: N,
  subjects: LimitSubjects<N>,
  now: number,
  amount = 1,
): Promise<Attempt> {
  const rule: RequestLimit = REQUEST_LIMITS[name];
  const values: Partial<Record<LimitSubject, string>> = subjects;
  const counters = countersOf(name, rule.per, values, rule);
  const counted = await countAll(db, counters, now, amount);
  const taken = [...counters];
  const { above } = rule;
  const isAbove = typeof above === 'object' && isExceeded(counters, counted);
  if (isAbove) {
    const own = countersOf(`${name}-above`, [...rule.per, 'network'], values, above);
    assertBelow(own, await countAll(db, own, now, amount), now);
    taken.push(...own);
  } else assertBelow(counters, counted, now);
  return {
    count: counted[0]!,
    isAbove,
    async release() {
      for (const counter of taken) await uncount(db, counter, now, amount);
    },
  };
}

/** Counts like `limitAttempts`, and returns false instead of refusing. */
export async function isWithinLimit<N extends LimitName>(
  db: Queryable,
  name: N,
  subjects: LimitSubjects<N>,
  now: number,
): Promise<boolean> {
  try {
    await limitAttempts(db, name, subjects, now);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
}

/** Uncounts an attempt of an earlier request, within the same window. */
export async function releaseAttempt<N extends LimitName>(
  db: Queryable,
  name: N,
  subjects: LimitSubjects<N>,
  now: number,
  amount = 1,
): Promise<void> {
  const rule: RequestLimit = REQUEST_LIMITS[name];
  for (const counter of countersOf(name, rule.per, subjects, rule)) await uncount(db, counter, now, amount);
}

/** Counts without a limit, in the same table: returns how often this happened in the window. */
export async function countOccurrence(db: Queryable, bucket: string, windowMs: number, now: number): Promise<number> {
  const [count] = await countAll(db, [{ bucket, max: Infinity, windowMs }], now);
  return count!;
}

/** Returns the counters of a limit, narrow network first: one, or two for IPv6. */
function countersOf(
  name: string,
  per: readonly LimitSubject[],
  values: Partial<Record<LimitSubject, string>>,
  { max, windowMs }: Pick<RequestLimit, 'max' | 'windowMs'>,
): Counter[] {
  const tiers = per.includes('network') ? networkTiers(values.network ?? '') : [''];
  return tiers.map((network, wide) => ({
    bucket: [
      name,
      ...per.map((subject) => bucketPart(subject, subject === 'network' ? network! : values[subject]!)),
    ].join(':'),
    max: wide ? max * WIDE_FACTOR : max,
    windowMs,
  }));
}

function bucketPart(subject: LimitSubject, value: string): string {
  return subject === 'mailbox' ? hashMailbox(value) : value;
}

/**
 * Counts counters of one window, in their order, which is the same for all callers: they lock rows without a deadlock.
 */
async function countAll(db: Queryable, counters: readonly Counter[], now: number, amount = 1): Promise<number[]> {
  const rows = await db.query<{ bucket: string; count: number }>(
    `insert into rate_limits as r (bucket, window_start, count)
     select c.bucket, $2, $3 from unnest($1::text[]) with ordinality c (bucket, n) order by c.n
     on conflict (bucket, window_start) do update set count = r.count + excluded.count returning bucket, count`,
    [counters.map(({ bucket }) => bucket), timestamp(windowStart(counters[0]!, now)), amount],
  );
  return counters.map(({ bucket }) => rows.find((row) => row.bucket === bucket)?.count ?? amount);
}

async function uncount(db: Queryable, counter: Counter, now: number, amount = 1): Promise<void> {
  await db.query('update rate_limits set count = greatest(0, count - $3) where bucket = $1 and window_start = $2', [
    counter.bucket,
    timestamp(windowStart(counter, now)),
    amount,
  ]);
}

function isExceeded(counters: readonly Counter[], counted: readonly number[]): boolean {
  return counters.some(({ max }, index) => counted[index]! > max);
}

function assertBelow(counters: readonly Counter[], counted: readonly number[], now: number): void {
  const full = counters.find(({ max }, index) => counted[index]! > max);
  if (!full) return;
  const endsAt = windowStart(full, now) + full.windowMs;
  throw new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil((endsAt - now) / 1000)) });
}

function windowStart({ windowMs }: Counter, now: number): number {
  return now - (now % windowMs);
}

/** Returns a hash of the mailbox of an email address: without its tag (`ada+tag@…`), which its owner chooses freely. */
function hashMailbox(email: string): string {
  return hashToken(email.toLowerCase().replace(/(?<=^[^@+]+)\+[^@]*/, ''));
}
