import type { Queryable } from '../platform/db/database.ts';
import { isWithinLimit, limitAttempts } from '../platform/http/rate-limit.ts';

/** @throws AppError `rate_limited` */
export async function limitReads(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, 'client-page', { network: viewerIp }, now);
}

/** @throws AppError `rate_limited` */
export async function limitFiles(db: Queryable, linkId: string, now: number): Promise<void> {
  await limitAttempts(db, 'client-page-files', { link: linkId }, now);
}

/** @throws AppError `rate_limited` */
export async function limitOpenings(db: Queryable, linkId: string, now: number): Promise<void> {
  await limitAttempts(db, 'client-page-openings', { link: linkId }, now);
}

/** @throws AppError `rate_limited` */
export async function limitWithdrawals(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, 'booking-writes', { network: viewerIp }, now);
}

/**
 * Counts a request for a link by mail by its network alone, whether or not a client has the address, so that the answer
 * reveals nobody and no stranger refuses a client.
 * @returns false if the mailbox has got its mails from this studio already within the hour: send no more, answer alike
 * @throws AppError `rate_limited`
 */
export async function limitRequests(
  db: Queryable,
  { accountId, email, viewerIp }: { accountId: string; email: string; viewerIp: string },
  now: number,
): Promise<boolean> {
  await limitAttempts(db, 'client-links', { network: viewerIp }, now);
  return isWithinLimit(db, 'client-links-mailbox', { account: accountId, mailbox: email }, now);
}
