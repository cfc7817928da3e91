import { enqueue } from '../outbox/enqueue.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Enqueues the client's mail about a payment that came too late; a queued one tells of the latest state. */
export async function enqueueLatePaymentMail(
  tx: Queryable,
  accountId: string,
  checkoutId: string,
  now: number,
): Promise<void> {
  await enqueue(tx, accountId, 'late_payment.mail', { checkoutId }, now, { dedupeKey: `late-mail:${checkoutId}` });
}
