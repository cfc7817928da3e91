import type { Queryable } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

/** @throws AppError `rate_limited` */
export async function limitCheckouts(db: Queryable, accountId: string, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, 'checkouts', { network: viewerIp }, now);
  await limitAttempts(db, 'checkouts-studio', { account: accountId, network: viewerIp }, now);
}

/** @throws AppError `rate_limited` */
export async function limitReads(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, 'booking-reads', { network: viewerIp }, now);
}

/** @throws AppError `rate_limited` */
export async function limitWrites(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, 'booking-writes', { network: viewerIp }, now);
}

/**
 * Counts a booking whether or not the studio knows this email. Call it in the booking's transaction: a booking that
 * fails does not count.
 * @throws AppError `rate_limited`
 */
export async function limitBookings(
  tx: Queryable,
  {
    accountId,
    email,
    secondEmail,
    viewerIp,
  }: {
    accountId: string;
    email: string;
    /** Of the second person, who is mailed too. */
    secondEmail?: string | undefined;
    viewerIp: string;
  },
  now: number,
): Promise<void> {
  const subjects = { account: accountId, mailbox: email, network: viewerIp };
  const person = await limitAttempts(tx, 'booking-person', subjects, now);
  if (person.count === 1) await limitAttempts(tx, 'booking-people', subjects, now);
  await limitAttempts(tx, 'booking-mails', subjects, now);
  await limitAttempts(tx, 'booking-mails-mailbox', subjects, now);
  if (secondEmail) await limitAttempts(tx, 'booking-mails-mailbox', { ...subjects, mailbox: secondEmail }, now);
  await limitAttempts(tx, 'bookings', subjects, now);
}

/**
 * Counts a reschedule by link, because anybody can book with a foreign email and each reschedule mails it. Call it in
 * the same transaction: a reschedule that fails does not count.
 * @param email the client's email; empty if they get no mail
 * @throws AppError `rate_limited`
 */
export async function limitReschedules(
  tx: Queryable,
  { sessionId, email, viewerIp }: { sessionId: string; email: string; viewerIp: string },
  now: number,
): Promise<void> {
  await limitAttempts(tx, 'reschedules', { session: sessionId }, now);
  if (email) await limitAttempts(tx, 'booking-mails-mailbox', { mailbox: email, network: viewerIp }, now);
}
