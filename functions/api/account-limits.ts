import type { Queryable } from '../lib/db.ts';
import { limitAttempts } from '../lib/rate-limit.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Closings of one studio: each writes to all of its owners, ends every door and asks for each gallery's preview anew.
 * Once by mistake, once in earnest and once more. What is closed no oftener is opened no oftener, and who closed it
 * can always open it again: so openings are not counted.
 */
const CLOSINGS_PER_ACCOUNT = { limit: 3, windowMs: DAY_MS };
/**
 * Addresses of one studio: each retires the one before for good, for everybody, and empties the cache below both. A
 * spelling that is regretted, some tries and back again; what is printed on cards does not change by the hour.
 */
const SLUG_CHANGES_PER_ACCOUNT = { limit: 5, windowMs: DAY_MS };

/**
 * Counts a closing in its own transaction: one that is refused for something else counts for nothing.
 * @throws AppError `rate_limited`
 */
export async function limitClosings(tx: Queryable, accountId: string, now: number): Promise<void> {
  await limitAttempts(tx, { bucket: `studio-closing:${accountId}`, ...CLOSINGS_PER_ACCOUNT }, now);
}

/** The same of a change of the studio's address. @throws AppError `rate_limited` */
export async function limitSlugChanges(tx: Queryable, accountId: string, now: number): Promise<void> {
  await limitAttempts(tx, { bucket: `studio-address:${accountId}`, ...SLUG_CHANGES_PER_ACCOUNT }, now);
}
