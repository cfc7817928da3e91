import type Stripe from 'stripe';
import { fromStripeAmount } from '#core/domain/payments/card-payments.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { cancelReceipt, issueReceipt } from '../receipts/issue.ts';

/** A payment by card, as its refunds need it. */
export interface CardPayment {
  id: string;
  accountId: string;
  /** Null for a payment of an order without a session. */
  sessionId: string | null;
  /** Minor units of `currency`, and how much of it was refunded. */
  amount: number;
  refunded: number;
  currency: string;
}

/** Returns the payment of Stripe's payment intent after locking its session or order; null for those that are not ours. */
export async function lockCardPayment(tx: Queryable, accountId: string, intent: string): Promise<CardPayment | null> {
  const [known] = await tx.query<{ sessionId: string | null; orderId: string }>(
    'select session_id as "sessionId", order_id as "orderId" from payments where account_id = $1 and stripe_id = $2',
    [accountId, intent],
  );
  if (!known) return null;
  const [owner, id] = known.sessionId === null ? ['orders', known.orderId] : ['sessions', known.sessionId];
  await tx.query(`select from ${owner} where account_id = $1 and id = $2 for update`, [accountId, id]);
  const [payment] = await tx.query<CardPayment>(
    `select p.id, p.account_id as "accountId", p.session_id as "sessionId", p.amount, p.currency,
       coalesce((select sum(r.amount) from payments r where r.account_id = p.account_id and r.refunds_payment_id = p.id
         and r.status = 'paid'), 0)::int as refunded
     from payments p where p.account_id = $1 and p.stripe_id = $2`,
    [accountId, intent],
  );
  return payment ?? null;
}

interface RefundRow {
  id: string;
  status: string;
}

/** Returns the row of a refund at Stripe: it has its id, or was named when it was requested. */
async function findRefund(
  tx: Queryable,
  payment: CardPayment,
  { id, metadata }: Stripe.Refund,
): Promise<RefundRow | undefined> {
  const [row] = await tx.query<RefundRow>(
    `select id, status from payments where account_id = $1 and refunds_payment_id = $2
       and (stripe_id = $3 or stripe_id is null and id = $4)`,
    [payment.accountId, payment.id, id, metadata?.['payment'] ?? ''],
  );
  return row;
}

/**
 * Requests that a part of a payment goes back: the effect refunds it at Stripe. Call it with the session locked.
 * @param amount minor units of the payment's currency
 */
export async function requestRefund(tx: Queryable, payment: CardPayment, amount: number, now: number): Promise<void> {
  const row = await insertRefund(tx, payment, { stripeId: null, amount }, now);
  if (!row) return;
  const { accountId } = payment;
  await enqueue(tx, accountId, 'stripe.refund', { paymentId: row.id }, now, { dedupeKey: `refund:${row.id}` });
}

/**
 * Inserts a refund that was made at Stripe, or that is to be made there; null if nothing is left that it could refund.
 */
async function insertRefund(
  tx: Queryable,
  payment: CardPayment,
  { stripeId, amount }: { stripeId: string | null; amount: number },
  now: number,
): Promise<RefundRow | null> {
  const left = Math.min(amount, payment.amount - payment.refunded);
  if (left <= 0) return null;
  const id = makeId(random);
  await tx.query(
    `insert into payments (id, account_id, author_id, session_id, order_id, refunds_payment_id, purpose, amount, currency,
       method, date, status, stripe_id, created_at, updated_at)
     select $1, account_id, author_id, session_id, order_id, id, purpose, $4, currency, method, $5, 'pending', $6, $5, $5
     from payments where account_id = $2 and id = $3`,
    [id, payment.accountId, payment.id, left, timestamp(now), stripeId],
  );
  return { id, status: 'pending' };
}

/**
 * Brings a refund to what Stripe says of it. It only moves on: pending, refunded, failed; so an older answer changes
 * nothing. A failed refund is taken back and the studio is told. Call it with the session locked.
 */
export async function applyRefund(
  tx: Queryable,
  payment: CardPayment,
  refund: Stripe.Refund,
  now: number,
): Promise<void> {
  const made = { stripeId: refund.id, amount: fromStripeAmount(refund.amount, refund.currency) };
  const hasFailed = refund.status === 'failed' || refund.status === 'canceled';
  const row =
    (await findRefund(tx, payment, refund)) ?? (hasFailed ? null : await insertRefund(tx, payment, made, now));
  if (!row) return;
  await tx.query('update payments set stripe_id = $3 where account_id = $1 and id = $2', [
    payment.accountId,
    row.id,
    refund.id,
  ]);
  if (hasFailed) await failRefund(tx, payment, row, now);
  else if (refund.status === 'succeeded' && row.status === 'pending') await completeRefund(tx, payment, row.id, now);
}

async function completeRefund(tx: Queryable, { accountId }: CardPayment, id: string, now: number): Promise<void> {
  await tx.query(`update payments set status = 'paid', date = $3, updated_at = $3 where account_id = $1 and id = $2`, [
    accountId,
    id,
    timestamp(now),
  ]);
  await issueReceipt(tx, accountId, id, now);
  await scheduleMessage(tx, { accountId, kind: 'receipt', paymentId: id }, now);
}

/**
 * Takes a refund back that did not reach the client, and tells the studio: also a withdrawal that it settled is open again. If it had succeeded before, its receipt is
 * cancelled, and the client is told as well.
 */
export async function failRefund(
  tx: Queryable,
  { accountId, sessionId }: Pick<CardPayment, 'accountId' | 'sessionId'>,
  { id, status }: RefundRow,
  now: number,
): Promise<void> {
  if (status === 'failed') return;
  await tx.query(`update payments set status = 'failed', updated_at = $3 where account_id = $1 and id = $2`, [
    accountId,
    id,
    timestamp(now),
  ]);
  // A withdrawal whose settlement made the refund, at the same time, is to be settled again.
  await tx.query(
    `update orders o set withdrawal_settled_at = null, updated_at = $3 from payments r
     where r.account_id = $1 and r.id = $2 and o.account_id = r.account_id and o.id = r.order_id
       and o.withdrawal_settled_at = r.created_at`,
    [accountId, id, timestamp(now)],
  );
  await notifyStudio(tx, { accountId, what: 'payment', sessionId: sessionId ?? undefined, paymentId: id }, now);
  if (await cancelReceipt(tx, accountId, id, now)) {
    await scheduleMessage(tx, { accountId, kind: 'refund_failed', paymentId: id }, now);
  }
}

/**
 * Records what Stripe says of a dispute. A lost one is a refund: the client's bank took the money back. Call it with
 * the session locked.
 */
export async function applyDispute(
  tx: Queryable,
  payment: CardPayment,
  dispute: Stripe.Dispute,
  now: number,
): Promise<void> {
  const isWon = ['won', 'warning_closed', 'prevented'].includes(dispute.status);
  const status = dispute.status === 'lost' ? 'lost' : isWon ? 'won' : 'open';
  const changed = await tx.query(
    `update payments set dispute = $3, updated_at = $4 where account_id = $1 and id = $2
       and (dispute is null or dispute = 'open' and $3 <> 'open') returning id`,
    [payment.accountId, payment.id, status, timestamp(now)],
  );
  if (changed.length === 0) return;
  const { accountId, sessionId, id: paymentId } = payment;
  if (status === 'lost') {
    const amount = fromStripeAmount(dispute.amount, dispute.currency);
    const row = await insertRefund(tx, payment, { stripeId: dispute.id, amount }, now);
    if (row) {
      await tx.query(`update payments set status = 'paid' where account_id = $1 and id = $2`, [accountId, row.id]);
      await issueReceipt(tx, accountId, row.id, now);
    }
  }
  await notifyStudio(tx, { accountId, what: 'payment', sessionId: sessionId ?? undefined, paymentId }, now);
}
