import type { Queryable } from './db.ts';
import { countAttempt, subnetOf } from './rate-limit.ts';
import { hashToken } from './secrets.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Of one network: a school's parents behind one router, each looking through some weeks of slots, and giving some back. */
const LOOKS = { limit: 900, windowMs: 10 * MINUTE_MS };
/** Of one network: holding, booking, moving, cancelling. */
const ACTS = { limit: 150, windowMs: 10 * MINUTE_MS };
/** Bookings of one person with one studio, each with a mail: a day of sittings, and no nuisance. */
const OF_ONE = { limit: 6, windowMs: HOUR_MS };
/** With all studios together, moves among them: nobody's mailbox is flooded. */
const OF_ONE_EVERYWHERE = { limit: 20, windowMs: HOUR_MS };
/** Times that one session is moved by its link, each with a mail to either side: nobody changes their mind more often. */
const MOVES = { limit: 6, windowMs: 24 * HOUR_MS };
/** Of one studio: a school's whole year in a day, and no more. */
const OF_STUDIO = { limit: 1000, windowMs: 24 * HOUR_MS };

/** @throws AppError `rate_limited` */
export async function countLook(db: Queryable, viewerAddress: string, now: number): Promise<void> {
  await countAttempt(db, { bucket: `booking-look:${subnetOf(viewerAddress)}`, ...LOOKS }, now);
}

/** @throws AppError `rate_limited` */
export async function countAct(db: Queryable, viewerAddress: string, now: number): Promise<void> {
  await countAttempt(db, { bucket: `booking-act:${subnetOf(viewerAddress)}`, ...ACTS }, now);
}

/**
 * Counts a booking, whether or not the studio knows this address. In the booking's transaction: who comes too late for
 * a slot has booked nothing.
 * @throws AppError `rate_limited`
 */
export async function countBooking(tx: Queryable, accountId: string, email: string, now: number): Promise<void> {
  const person = hashToken(email);
  await countAttempt(tx, { bucket: `booking:${accountId}:${person}`, ...OF_ONE }, now);
  await countAttempt(tx, { bucket: `booking:${person}`, ...OF_ONE_EVERYWHERE }, now);
  await countAttempt(tx, { bucket: `bookings:${accountId}`, ...OF_STUDIO }, now);
}

/**
 * Counts a move by link: anybody books with anybody's address, and each move is a mail to it. In the move's
 * transaction, so that one that is refused counts for nothing.
 * @param email the client's; empty where they are not written to
 * @throws AppError `rate_limited`
 */
export async function countMove(tx: Queryable, sessionId: string, email: string, now: number): Promise<void> {
  await countAttempt(tx, { bucket: `booking-move:${sessionId}`, ...MOVES }, now);
  if (!email) return;
  await countAttempt(tx, { bucket: `booking:${hashToken(email.toLowerCase())}`, ...OF_ONE_EVERYWHERE }, now);
}
