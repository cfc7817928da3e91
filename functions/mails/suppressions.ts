import { DAY_MS } from '#core/domain/values/durations.ts';
import { AppError, type MailError } from '#core/domain/values/errors.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

/** Why an address gets no mails: one was refused for good, or its owner marked one as spam. */
export type SuppressionReason = 'bounce' | 'complaint';

export const SUPPRESSION_ERRORS: Readonly<Record<SuppressionReason, MailError>> = {
  bounce: 'mail_bounced',
  complaint: 'mail_complained',
};

/** Returns the stored form of an email address: there is no list of suppressed people, only of hashes. */
export function hashAddress(email: string): string {
  return hashToken(email.toLowerCase());
}

/** Studios whose mails a person marked as spam, from which on no studio's mail is sent to them. */
const COMPLAINTS_FOR_ALL = 2;

interface Suppression {
  /** The studio whose mail came back; null for the product's own mails to users. */
  accountId: string | null;
  addressHash: string;
  reason: SuppressionReason;
  /** True if no mail of anybody reaches the address. */
  isUnknown: boolean;
}

/**
 * Ends mails to an address: those of the sender whose mail came back, and those of all studios, which share the sender's
 * reputation, if the address does not exist or complained of two of them. A sender decides what its mails say, so what
 * it provokes mutes no other sender.
 */
export async function suppress(
  tx: Queryable,
  { accountId, addressHash, reason, isUnknown }: Suppression,
  now: number,
): Promise<void> {
  const values = [addressHash, reason, accountId, timestamp(now)];
  await tx.query(
    // A complaint stays one.
    `insert into mail_refusals as r (address_hash, reason, account_id, created_at) values ($1, $2, $3, $4)
     on conflict (address_hash, account_id) do update set reason = excluded.reason, created_at = excluded.created_at
       where r.reason = 'bounce'`,
    values,
  );
  await tx.query(
    `insert into mail_suppressions as s (address_hash, reason, account_id, created_at)
     select $1, $2, $3, $4 where $5 or $2 = 'complaint' and $6 <=
       (select count(distinct account_id) from mail_refusals where address_hash = $1 and reason = 'complaint')
     on conflict (address_hash) do update set reason = excluded.reason, account_id = excluded.account_id
       where s.reason = 'bounce'`,
    [...values, isUnknown, COMPLAINTS_FOR_ALL],
  );
}

/**
 * Returns why mails of a studio to an address are not sent; null if they are. Only the studio whose mail came back
 * learns the reason: to others it would tell that another person writes to this person. The product's own mails, such
 * as security notices, do not end by complaints about studios.
 * @param accountId null for the product's own mails
 */
export async function findSuppression(
  db: Queryable,
  accountId: string | null,
  addressHash: string,
): Promise<MailError | null> {
  const [row] = await db.query<{ reason: SuppressionReason; isOwn: boolean }>(
    `select reason, "isOwn" from (
       select reason, true as "isOwn" from mail_refusals where address_hash = $1 and account_id is not distinct from $2
       union all
       select reason, coalesce(account_id = $2, false) from mail_suppressions
       where address_hash = $1 and ($2::text is not null or reason = 'bounce')
     ) s order by reason = 'complaint' desc, "isOwn" desc limit 1`,
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
 * Refuses a mail to a suppressed address before it is enqueued, so that the studio is told immediately.
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
  if (again && error !== 'mail_complained') {
    await endBounce(db, { accountId, email }, now);
    if ((await findSuppression(db, accountId, addressHash)) === null) return;
  }
  throw new AppError(error, { field: 'email' });
}

/** Ends the suppression after a bounce; only an operator ends one after a complaint. */
async function endBounce(db: Queryable, { accountId, email }: Recipient, now: number): Promise<void> {
  await limitAttempts(db, 'mails-again', { account: accountId }, now);
  await limitAttempts(db, 'mail-again', { mailbox: email }, now);
  const addressHash = hashAddress(email);
  await db.query("delete from mail_suppressions where address_hash = $1 and reason = 'bounce'", [addressHash]);
  await db.query("delete from mail_refusals where address_hash = $1 and account_id = $2 and reason = 'bounce'", [
    addressHash,
    accountId,
  ]);
}

/** Deletes what connects a studio with erased people's addresses. What remains is a hash that no studio can read. */
export async function eraseMailTraces(tx: Queryable, accountId: string, emails: readonly string[]): Promise<void> {
  const of = [accountId, emails.map(hashAddress)];
  await tx.query('delete from mail_refusals where account_id = $1 and address_hash = any($2::text[])', of);
  await tx.query('delete from mail_deliveries where account_id = $1 and address_hash = any($2::text[])', of);
  await tx.query(
    'update mail_suppressions set account_id = null where account_id = $1 and address_hash = any($2::text[])',
    of,
  );
}
