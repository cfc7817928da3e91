import { makeId } from '#core/domain/values/ids.ts';
import type { PaymentPurpose } from '#core/domain/payments/payments.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { issueReceipt } from '../receipts/issue.ts';
import { confirmIfComplete } from '../sessions/confirm.ts';

interface ReceivedPayment {
  accountId: string;
  orderId: string;
  /** The order's session; null for an order without one. */
  sessionId: string | null;
  /** The pending payment that was paid; null for the rest of the deposit or the price. */
  paymentId: string | null;
  purpose: PaymentPurpose;
  /** As Stripe names it. */
  method: string;
  /** Minor units of `currency`. */
  amount: number;
  currency: string;
  /** Stripe's payment intent. */
  stripeId: string;
}

/**
 * Records a payment by Stripe: the pending payment becomes paid, with receipt, mail and notification. What is no longer
 * pending is recorded as another payment, because the money was received. Call it with the order locked.
 * @returns the payment's id
 */
export async function receivePayment(tx: Queryable, received: ReceivedPayment, now: number): Promise<string> {
  const { accountId, sessionId } = received;
  const id = (await findPending(tx, received)) ?? (await insertPending(tx, received, now));
  await tx.query(
    `update payments set status = 'paid', method = $6, amount = $3, date = $4, stripe_id = $5, updated_at = $4,
       previous_status = null, status_changed_at = null, status_changed_by = null
     where account_id = $1 and id = $2`,
    [accountId, id, received.amount, timestamp(now), received.stripeId, received.method],
  );
  await issueReceipt(tx, accountId, id, now);
  await scheduleMessage(tx, { accountId, kind: 'receipt', paymentId: id }, now);
  if (sessionId !== null) await confirmIfComplete(tx, { accountId, sessionId }, now);
  await notifyStudio(tx, { accountId, what: 'payment', sessionId: sessionId ?? undefined, paymentId: id }, now);
  return id;
}

async function findPending(
  tx: Queryable,
  { accountId, orderId, paymentId, currency }: ReceivedPayment,
): Promise<string | undefined> {
  const [pending] = await tx.query<{ id: string }>(
    `select id from payments where account_id = $1 and order_id = $2 and id = $3 and status = 'pending'
       and refunds_payment_id is null and currency = $4`,
    [accountId, orderId, paymentId, currency],
  );
  return pending?.id;
}

async function insertPending(
  tx: Queryable,
  { accountId, orderId, purpose, method, amount, currency }: ReceivedPayment,
  now: number,
): Promise<string> {
  const id = makeId(random);
  await tx.query(
    `insert into payments (id, account_id, author_id, session_id, order_id, purpose, amount, currency, method, date,
       status, created_at, updated_at)
     select $1, o.account_id, o.author_id, o.session_id, o.id, $4, $5, $6, $8, $7, 'pending', $7, $7
     from orders o where o.account_id = $2 and o.id = $3`,
    [id, accountId, orderId, purpose, amount, currency, timestamp(now), method],
  );
  return id;
}
