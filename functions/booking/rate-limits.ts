import { hashToken } from '../platform/auth/secrets.ts';
import type { Queryable } from '../platform/db/database.ts';
import { limitAttempts, networkPrefix } from '../platform/http/rate-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Of one network: a school's parents behind one router, each looking through some weeks of slots, and giving some back. */
const READS_PER_NETWORK = { limit: 900, windowMs: 10 * MINUTE_MS };
/** Of one network: holding, booking, moving, cancelling. */
const WRITES_PER_NETWORK = { limit: 150, windowMs: 10 * MINUTE_MS };
/** Bookings of one person with one studio, each with a mail: a day of sittings, and no nuisance. */
const BOOKINGS_PER_RECIPIENT = { limit: 6, windowMs: HOUR_MS };
/** With all studios together, moves among them: nobody's mailbox is flooded. */
const BOOKINGS_PER_RECIPIENT_GLOBAL = { limit: 20, windowMs: HOUR_MS };
/** Times that one session is moved by its link, each with a mail to either side: nobody changes their mind more often. */
const RESCHEDULES_PER_SESSION = { limit: 6, windowMs: 24 * HOUR_MS };
/** Of one studio: a school's whole year in a day, and no more. */
const BOOKINGS_PER_ACCOUNT = { limit: 1000, windowMs: 24 * HOUR_MS };

/** @throws AppError `rate_limited` */
export async function limitReads(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `booking-look:${networkPrefix(viewerIp)}`, ...READS_PER_NETWORK }, now);
}

/** @throws AppError `rate_limited` */
export async function limitWrites(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `booking-act:${networkPrefix(viewerIp)}`, ...WRITES_PER_NETWORK }, now);
}

/**
 * Counts a booking, whether or not the studio knows this address. In the booking's transaction: who comes too late for
 * a slot has booked nothing.
 * @throws AppError `rate_limited`
 */
export async function limitBookings(tx: Queryable, accountId: string, email: string, now: number): Promise<void> {
  const person = hashToken(email);
  await limitAttempts(tx, { bucket: `booking:${accountId}:${person}`, ...BOOKINGS_PER_RECIPIENT }, now);
  await limitAttempts(tx, { bucket: `booking:${person}`, ...BOOKINGS_PER_RECIPIENT_GLOBAL }, now);
  await limitAttempts(tx, { bucket: `bookings:${accountId}`, ...BOOKINGS_PER_ACCOUNT }, now);
}

/**
 * Counts a move by link: anybody books with anybody's address, and each move is a mail to it. In the move's
 * transaction, so that one that is refused counts for nothing.
 * @param email the client's; empty where they are not written to
 * @throws AppError `rate_limited`
 */
export async function limitReschedules(tx: Queryable, sessionId: string, email: string, now: number): Promise<void> {
  await limitAttempts(tx, { bucket: `booking-move:${sessionId}`, ...RESCHEDULES_PER_SESSION }, now);
  if (!email) return;
  await limitAttempts(
    tx,
    { bucket: `booking:${hashToken(email.toLowerCase())}`, ...BOOKINGS_PER_RECIPIENT_GLOBAL },
    now,
  );
}
