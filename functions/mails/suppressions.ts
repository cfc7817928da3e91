import { DAY_MS } from '#core/domain/durations.ts';
import { AppError, type MailError } from '#core/domain/errors.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import type { Queryable } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

/** Why an address gets no mails: its mailbox refused one for good, or its owner marked one as spam. */
export type SuppressionReason = 'bounce' | 'complaint';

export const SUPPRESSION_ERRORS: Readonly<Record<SuppressionReason, MailError>> = {
  bounce: 'mail_bounced',
  complaint: 'mail_complained',
};

/** Returns the stored form of an e-mail address: there is no list of suppressed people, only of hashes. */
export function hashAddress(email: string): string {
  return hashToken(email.toLowerCase());
}

/**
 * Returns why mails of a studio to an address are not sent; null if they are. Suppressions count for all studios, which
 * share the sender's reputation. Only the studio whose mail came back learns the reason: to others it would tell that
 * somebody else writes to this person.
 * @param accountId null for the product's own mails
 */
export async function findSuppression(
  db: Queryable,
  accountId: string | null,
  addressHash: string,
): Promise<MailError | null> {
  const [row] = await db.query<{ reason: SuppressionReason; isOwn: boolean }>(
    `select reason, coalesce(account_id = $2, false) as "isOwn" from mail_suppressions where address_hash = $1`,
    [addressHash, accountId],
  );
  if (!row) return null;
  return row.isOwn ? SUPPRESSION_ERRORS[row.reason] : 'mail_suppressed';
}

/** Retention of deliveries: complaints arrive for weeks. */
export const KEEP_DELIVERIES_MS = 30 * DAY_MS;
/** Retention of a suppression after a bounce: mailboxes come into being. One after a complaint stays. */
export const KEEP_BOUNCES_MS = 180 * DAY_MS;

export interface Recipient {
  accountId: string;
  email: string;
  /** True if the studio insists that the address is right: the suppression after a bounce ends. */
  again?: boolean | undefined;
}

/**
 * Refuses a mail to a suppressed address before it is enqueued, so that the studio is told at once.
 * @throws AppError `mail_bounced`, `mail_complained`, `mail_suppressed`; `rate_limited` if `again` was used up
 */
export async function assertDeliverable(
  db: Queryable,
  { accountId, email, again }: Recipient,
  now: number,
): Promise<void> {
  const addressHash = hashAddress(email);
  const error = await findSuppression(db, accountId, addressHash);
  if (error === null) return;
  if (again && error !== 'mail_complained' && (await endBounce(db, { accountId, email }, now))) return;
  throw new AppError(error, { field: 'email' });
}

/** Ends the suppression after a bounce. @returns false for one after a complaint, which only an operator ends */
async function endBounce(db: Queryable, { accountId, email }: Recipient, now: number): Promise<boolean> {
  await limitAttempts(db, 'mails-again', { account: accountId }, now);
  await limitAttempts(db, 'mail-again', { mailbox: email }, now);
  const ended = await db.query(
    "delete from mail_suppressions where address_hash = $1 and reason = 'bounce' returning address_hash",
    [hashAddress(email)],
  );
  return ended.length > 0;
}

/** Deletes what connects a studio with erased people's addresses. What remains is a hash that no studio can read. */
export async function eraseMailTraces(tx: Queryable, accountId: string, emails: readonly string[]): Promise<void> {
  const of = [accountId, emails.map(hashAddress)];
  await tx.query('delete from mail_deliveries where account_id = $1 and address_hash = any($2::text[])', of);
  await tx.query(
    'update mail_suppressions set account_id = null where account_id = $1 and address_hash = any($2::text[])',
    of,
  );
}
