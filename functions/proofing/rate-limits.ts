import { HOUR_MS, MINUTE_MS } from '#core/domain/durations.ts';
import type { Queryable } from '../platform/db/database.ts';
import { networkPrefix } from '../platform/http/network-prefix.ts';
import { hashMailbox, limitAttempts } from '../platform/http/rate-limit.ts';

/** New guests per network: a wedding party behind one router. */
const PEOPLE_PER_NETWORK = { limit: 300, windowMs: HOUR_MS };
/** Hearts of one browser: two a second, continuously. */
const PICKS_PER_VISITOR = { limit: 1200, windowMs: 10 * MINUTE_MS };
/** The same for all browsers of a network. */
const PICKS_PER_NETWORK = { limit: 12_000, windowMs: 10 * MINUTE_MS };
const COMMENTS_PER_VISITOR = { limit: 60, windowMs: 10 * MINUTE_MS };
const COMMENTS_PER_NETWORK = { limit: 600, windowMs: 10 * MINUTE_MS };
/** Mailed links: each request may send one mail to any address. */
const RECOVERIES_PER_NETWORK = { limit: 10, windowMs: HOUR_MS };
const RECOVERIES_PER_GALLERY = { limit: 60, windowMs: HOUR_MS };
const RECOVERIES_PER_RECIPIENT = { limit: 3, windowMs: HOUR_MS };
/** Links opened per network, guesses included. */
const ADOPTIONS_PER_NETWORK = { limit: 60, windowMs: HOUR_MS };

/** @throws AppError `rate_limited` */
export async function limitNewPeople(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `proofing-people:${networkPrefix(viewerIp)}`, ...PEOPLE_PER_NETWORK }, now);
}

/**
 * Limits picks, and changes of lists and details.
 * @throws AppError `rate_limited`
 */
export async function limitPicks(
  db: Queryable,
  viewerIp: string,
  visitorId: string | undefined,
  now: number,
): Promise<void> {
  await limitAttempts(db, { bucket: `picks:${networkPrefix(viewerIp)}`, ...PICKS_PER_NETWORK }, now);
  if (visitorId) await limitAttempts(db, { bucket: `picks:${visitorId}`, ...PICKS_PER_VISITOR }, now);
}

/** @throws AppError `rate_limited` */
export async function limitComments(
  db: Queryable,
  viewerIp: string,
  visitorId: string | undefined,
  now: number,
): Promise<void> {
  await limitAttempts(db, { bucket: `comments:${networkPrefix(viewerIp)}`, ...COMMENTS_PER_NETWORK }, now);
  if (visitorId) await limitAttempts(db, { bucket: `comments:${visitorId}`, ...COMMENTS_PER_VISITOR }, now);
}

/**
 * Counts every request, whether or not somebody has the address, so that the answer reveals nobody.
 * @throws AppError `rate_limited`
 */
export async function limitRecoveries(
  db: Queryable,
  { galleryId, email, viewerIp }: { galleryId: string; email: string; viewerIp: string },
  now: number,
): Promise<void> {
  await limitAttempts(db, { bucket: `recover:${networkPrefix(viewerIp)}`, ...RECOVERIES_PER_NETWORK }, now);
  await limitAttempts(db, { bucket: `recover:${hashMailbox(email)}`, ...RECOVERIES_PER_RECIPIENT }, now);
  await limitAttempts(db, { bucket: `recover:${galleryId}`, ...RECOVERIES_PER_GALLERY }, now);
}

/** @throws AppError `rate_limited` */
export async function limitAdoptions(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `adopt:${networkPrefix(viewerIp)}`, ...ADOPTIONS_PER_NETWORK }, now);
}
