import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/durations.ts';
import type { Queryable } from '../platform/db/database.ts';
import { networkPrefix } from '../platform/http/network-prefix.ts';
import { hashMailbox, limitAttempts } from '../platform/http/rate-limit.ts';

/** Reads per network: a school's parents behind one router, each browsing weeks of slots and releasing some holds. */
const READS_PER_NETWORK = { limit: 900, windowMs: 10 * MINUTE_MS };
/** Writes per network: hold, book, reschedule, cancel. */
const WRITES_PER_NETWORK = { limit: 150, windowMs: 10 * MINUTE_MS };
/** Bookings per email address and studio, each with a mail: enough for a day of sittings, too few to annoy. */
const BOOKINGS_PER_RECIPIENT = { limit: 6, windowMs: HOUR_MS };
/**
 * People per network who get a booking's mail: anybody can type any address. Counts people known to the studio too, so
 * that the answer does not reveal them.
 */
const RECIPIENTS_PER_NETWORK = { limit: 10, windowMs: HOUR_MS };
/** The same across all studios, including rescheduling. It limits mail abuse. */
const BOOKINGS_PER_RECIPIENT_GLOBAL = { limit: 20, windowMs: HOUR_MS };
/** Reschedules of one session by link, each with a mail to both sides. */
const RESCHEDULES_PER_SESSION = { limit: 6, windowMs: DAY_MS };
/** Bookings per studio: a school's whole year in a day. */
const BOOKINGS_PER_ACCOUNT = { limit: 1000, windowMs: DAY_MS };

/** Pay pages per network, each a request to Stripe: a family that tries several cards. */
const CHECKOUTS_PER_NETWORK = { limit: 30, windowMs: 10 * MINUTE_MS };
/** Pay pages per studio: a school's whole year in a day. */
const CHECKOUTS_PER_ACCOUNT = { limit: 2000, windowMs: DAY_MS };

/** @throws AppError `rate_limited` */
export async function limitCheckouts(db: Queryable, accountId: string, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `checkout:${networkPrefix(viewerIp)}`, ...CHECKOUTS_PER_NETWORK }, now);
  await limitAttempts(db, { bucket: `checkouts:${accountId}`, ...CHECKOUTS_PER_ACCOUNT }, now);
}

/** @throws AppError `rate_limited` */
export async function limitReads(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `booking-look:${networkPrefix(viewerIp)}`, ...READS_PER_NETWORK }, now);
}

/** @throws AppError `rate_limited` */
export async function limitWrites(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `booking-act:${networkPrefix(viewerIp)}`, ...WRITES_PER_NETWORK }, now);
}

/**
 * Counts a booking whether or not the studio knows this email. Call it in the booking's transaction: a booking that
 * fails does not count.
 * @throws AppError `rate_limited`
 */
export async function limitBookings(
  tx: Queryable,
  { accountId, email, viewerIp }: { accountId: string; email: string; viewerIp: string },
  now: number,
): Promise<void> {
  const person = hashMailbox(email);
  const network = networkPrefix(viewerIp);
  const mails = { bucket: `booking:${network}:${person}`, ...BOOKINGS_PER_RECIPIENT_GLOBAL };
  if ((await limitAttempts(tx, mails, now)) === 1) {
    await limitAttempts(tx, { bucket: `booking-recipients:${network}`, ...RECIPIENTS_PER_NETWORK }, now);
  }
  await limitAttempts(tx, { bucket: `booking:${accountId}:${person}`, ...BOOKINGS_PER_RECIPIENT }, now);
  await limitAttempts(tx, { bucket: `booking:${person}`, ...BOOKINGS_PER_RECIPIENT_GLOBAL }, now);
  await limitAttempts(tx, { bucket: `bookings:${accountId}`, ...BOOKINGS_PER_ACCOUNT }, now);
}

/**
 * Counts a reschedule by link, because anybody can book with a foreign email and each reschedule mails it. Call it in
 * the same transaction: a reschedule that fails does not count.
 * @param email the client's email; empty if they get no mail
 * @throws AppError `rate_limited`
 */
export async function limitReschedules(tx: Queryable, sessionId: string, email: string, now: number): Promise<void> {
  await limitAttempts(tx, { bucket: `booking-move:${sessionId}`, ...RESCHEDULES_PER_SESSION }, now);
  if (!email) return;
  await limitAttempts(tx, { bucket: `booking:${hashMailbox(email)}`, ...BOOKINGS_PER_RECIPIENT_GLOBAL }, now);
}
