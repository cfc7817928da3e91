import { HOUR_MS, MINUTE_MS } from '#core/domain/durations.ts';
import type { Queryable } from '../platform/db/database.ts';
import { networkPrefix } from '../platform/http/network-prefix.ts';
import { hashMailbox, limitAttempts } from '../platform/http/rate-limit.ts';

/** Requests per network, guesses included: an office whose clients read their mail there. */
const READS_PER_NETWORK = { limit: 600, windowMs: 10 * MINUTE_MS };
/** Receipts per link: each is rendered anew. */
const FILES_PER_LINK = { limit: 60, windowMs: 10 * MINUTE_MS };
/** Sessions and galleries opened per link: each stores a row. */
const OPENINGS_PER_LINK = { limit: 120, windowMs: HOUR_MS };
/** Links asked for by typing an address: each may send a mail to it. */
const REQUESTS_PER_NETWORK = { limit: 10, windowMs: HOUR_MS };
const REQUESTS_PER_ACCOUNT = { limit: 60, windowMs: HOUR_MS };
const REQUESTS_PER_RECIPIENT = { limit: 3, windowMs: HOUR_MS };
/** The same across all studios: no mailbox is flooded. */
const REQUESTS_PER_RECIPIENT_GLOBAL = { limit: 10, windowMs: HOUR_MS };

/** @throws AppError `rate_limited` */
export async function limitReads(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `portal:${networkPrefix(viewerIp)}`, ...READS_PER_NETWORK }, now);
}

/** @throws AppError `rate_limited` */
export async function limitFiles(db: Queryable, linkId: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `portal-file:${linkId}`, ...FILES_PER_LINK }, now);
}

/** @throws AppError `rate_limited` */
export async function limitOpenings(db: Queryable, linkId: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `portal-open:${linkId}`, ...OPENINGS_PER_LINK }, now);
}

/**
 * Counts every request, whether or not a client has the address, so that the answer reveals nobody. First by network: a
 * program with invented addresses stops there.
 * @throws AppError `rate_limited`
 */
export async function limitRequests(
  db: Queryable,
  { accountId, email, viewerIp }: { accountId: string; email: string; viewerIp: string },
  now: number,
): Promise<void> {
  const person = hashMailbox(email);
  await limitAttempts(db, { bucket: `portal-ask:${networkPrefix(viewerIp)}`, ...REQUESTS_PER_NETWORK }, now);
  await limitAttempts(db, { bucket: `portal-ask:${accountId}:${person}`, ...REQUESTS_PER_RECIPIENT }, now);
  await limitAttempts(db, { bucket: `portal-ask:${person}`, ...REQUESTS_PER_RECIPIENT_GLOBAL }, now);
  await limitAttempts(db, { bucket: `portal-asks:${accountId}`, ...REQUESTS_PER_ACCOUNT }, now);
}
