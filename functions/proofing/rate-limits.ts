import type { Queryable } from '../platform/db/database.ts';
import { isWithinLimit, limitAttempts } from '../platform/http/rate-limit.ts';

/** @throws AppError `rate_limited` */
export async function limitNewPeople(db: Queryable, galleryId: string, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, 'proofing-guests', { network: viewerIp }, now);
  await limitAttempts(db, 'proofing-guests-gallery', { gallery: galleryId, network: viewerIp }, now);
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
  await limitAttempts(db, 'picks-network', { network: viewerIp }, now);
  if (visitorId) await limitAttempts(db, 'picks', { visitor: visitorId }, now);
}

/** @throws AppError `rate_limited` */
export async function limitComments(
  db: Queryable,
  viewerIp: string,
  visitorId: string | undefined,
  now: number,
): Promise<void> {
  await limitAttempts(db, 'comments-network', { network: viewerIp }, now);
  if (visitorId) await limitAttempts(db, 'comments', { visitor: visitorId }, now);
}

/**
 * Counts a request for the mail with a person's choices by its network alone, whether or not a person has the address,
 * so that the answer reveals nobody and no stranger refuses a guest.
 * @returns false if the mailbox has got its mails for this gallery already within the hour: send no more, answer alike
 * @throws AppError `rate_limited`
 */
export async function limitRecoveries(
  db: Queryable,
  { galleryId, email, viewerIp }: { galleryId: string; email: string; viewerIp: string },
  now: number,
): Promise<boolean> {
  await limitAttempts(db, 'choices-mails', { network: viewerIp }, now);
  return isWithinLimit(db, 'choices-mails-mailbox', { gallery: galleryId, mailbox: email }, now);
}

/** @throws AppError `rate_limited` */
export async function limitAdoptions(db: Queryable, viewerIp: string, now: number): Promise<void> {
  await limitAttempts(db, 'choices-links', { network: viewerIp }, now);
}
