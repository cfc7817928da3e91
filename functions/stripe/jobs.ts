import type Stripe from 'stripe';
import { ALL_ITEMS, findItem, toStripeAmount } from '#core/domain/payments/card-payments.ts';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { type Checkout, findCheckout } from '../checkouts/checkouts.ts';
import { readDues } from '../checkouts/payable.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { continueEffect } from '../outbox/enqueue.ts';
import type { JobServices } from '../platform/job-services.ts';
import { isStripeAccessLost, isStripeRefusal } from '../platform/stripe.ts';
import { enqueueLatePaymentMail } from './enqueue-mails.ts';
import { applyRefund, failRefund, lockCardPayment } from './refunds.ts';
import { applySession, expireCheckout, retrieveSession, UNSETTLED } from './settle.ts';

const always = () => Promise.resolve(true);

/** Asks Stripe what became of a checkout, and ends it there if its time is over or it was given up. */
export async function checkCheckout({ payload, jobs, ...effect }: EffectRun<'stripe.checkout'>): Promise<void> {
  const checkout = await findCheckout(jobs.db, payload.checkoutId);
  if (!checkout || !UNSETTLED.includes(checkout.status)) return;
  const now = jobs.clock();
  const isOver = checkout.status !== 'open' || checkout.expiresAt <= now || !(await isStillDue(jobs, checkout));
  const session = await readSession(jobs, checkout, isOver);
  if (session) await applySession(jobs.db, checkout, session, always, now);
  else if (isOver) await forget(jobs, checkout.id);
  // Look again when its time is over; once a day at a payment on its way, whose report may be lost.
  const after = await findCheckout(jobs.db, checkout.id);
  if (after?.status === 'processing') await continueEffect(jobs.db, effect, payload, now + DAY_MS);
  else if (!isOver) await continueEffect(jobs.db, effect, payload, checkout.expiresAt + MINUTE_MS);
}

/** False if what it pays is no longer owed: then nobody may pay it any more. */
async function isStillDue({ db, clock }: JobServices, checkout: Checkout): Promise<boolean> {
  const { id, accountId, orderId, paymentId, purpose, amount } = checkout;
  if (orderId === null) return true;
  const dues = await readDues(db, accountId, orderId, clock());
  const items = dues?.items ?? [];
  const isDue = [...items, findItem(items, ALL_ITEMS)].some(
    (item) => item?.paymentId === paymentId && item.purpose === purpose && item.amount === amount,
  );
  if (!isDue) await db.query("update checkouts set status = 'closing' where id = $1 and status = 'open'", [id]);
  return isDue;
}

/** Returns the session at Stripe, ended if `isOver`; null if Stripe has none, or gives no access any more. */
async function readSession(
  { cards }: JobServices,
  { stripeSessionId: id, stripeAccount }: Checkout,
  isOver: boolean,
): Promise<Stripe.Checkout.Session | null> {
  if (!cards || id === null) return null;
  const stripe = await cards.client();
  const { sessions } = stripe.checkout;
  const read = () => retrieveSession(stripe, id, stripeAccount);
  try {
    const session = await read();
    if (!isOver || session.status !== 'open') return session;
    // Refused if it was paid or expired in this moment.
    return await sessions.expire(id, {}, { stripeAccount }).catch((error: unknown) => {
      if (isStripeRefusal(error)) return read();
      throw error;
    });
  } catch (error) {
    if (isStripeAccessLost(error)) return null;
    throw error;
  }
}

/** Ends a checkout that Stripe never had. */
async function forget(jobs: JobServices, id: string): Promise<void> {
  await jobs.db.transaction(async (tx) => {
    const checkout = await findCheckout(tx, id, { lock: true });
    if (checkout && ['open', 'processing', 'closing'].includes(checkout.status)) await expireCheckout(tx, checkout);
  });
}

/** Refunds a payment that came too late, and tells the client and the studio, also if Stripe refuses the refund. */
export async function refundLatePayment({ payload, jobs }: EffectRun<'stripe.late_payment'>): Promise<void> {
  const checkout = await findCheckout(jobs.db, payload.checkoutId);
  if (checkout?.status !== 'refunding' || checkout.paymentIntent === null || !jobs.cards) return;
  const { id, accountId, stripeAccount, paymentIntent } = checkout;
  const stripe = await jobs.cards.client();
  const now = jobs.clock();
  const refund = await stripe.refunds
    .create(
      { payment_intent: paymentIntent, metadata: { checkout: id } },
      { stripeAccount, idempotencyKey: `late-payment-${id}` },
    )
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'charge_already_refunded') return { status: 'succeeded' };
      if (isStripeRefusal(error)) return { status: 'failed' };
      throw error;
    });
  const isOnItsWay = refund.status !== 'failed' && refund.status !== 'canceled';
  await jobs.db.transaction(async (tx) => {
    const done = await tx.query(
      `update checkouts set status = $2 where id = $1 and status = 'refunding' returning id`,
      [id, isOnItsWay ? 'refunded' : 'refunding'],
    );
    if (done.length === 0) return;
    await notifyStudio(tx, { accountId, what: 'payment', checkoutId: id }, now);
    if (isOnItsWay) await enqueueLatePaymentMail(tx, accountId, id, now);
  });
}

interface PendingRefund {
  amount: number;
  currency: string;
  accountId: string;
  sessionId: string | null;
  intent: string;
  stripeAccount: string | null;
  isOff: boolean;
}

/**
 * Refunds a payment by card at Stripe. The refund's id is the idempotency key, so a repetition refunds once; it stays
 * pending until Stripe says that it succeeded or failed.
 */
export async function refundAtStripe({ payload, jobs }: EffectRun<'stripe.refund'>): Promise<void> {
  const { paymentId: id } = payload;
  const [row] = await jobs.db.query<PendingRefund>(
    `select r.amount, r.currency, r.account_id as "accountId", r.session_id as "sessionId", o.stripe_id as intent,
       coalesce((select c.stripe_account from checkouts c
         where c.account_id = o.account_id and c.payment_intent = o.stripe_id), a.stripe_id) as "stripeAccount",
       coalesce(a.status = 'disconnected', true) as "isOff"
     from payments r join payments o on o.account_id = r.account_id and o.id = r.refunds_payment_id
       left join stripe_accounts a on a.account_id = r.account_id
     where r.id = $1 and r.status = 'pending' and o.stripe_id is not null`,
    [id],
  );
  if (!row) return;
  const { accountId, sessionId, intent } = row;
  const refund = await createRefund(jobs, id, row);
  await jobs.db.transaction(async (tx) => {
    const payment = await lockCardPayment(tx, accountId, intent);
    if (refund && payment) return applyRefund(tx, payment, refund, jobs.clock());
    const [left] = await tx.query<{ status: string }>('select status from payments where id = $1', [id]);
    if (left?.status === 'pending')
      await failRefund(tx, { accountId, sessionId }, { id, status: 'pending' }, jobs.clock());
  });
}

/** Returns Stripe's refund; null if it refuses one. */
async function createRefund(
  { cards }: JobServices,
  id: string,
  { amount, currency, intent, stripeAccount, isOff }: PendingRefund,
): Promise<Stripe.Refund | null> {
  if (!cards || !stripeAccount || isOff) return null;
  const stripe = await cards.client();
  try {
    return await stripe.refunds.create(
      { payment_intent: intent, amount: toStripeAmount(amount, currency), metadata: { payment: id } },
      { stripeAccount, idempotencyKey: `refund-${id}` },
    );
  } catch (error) {
    if (isStripeRefusal(error)) return null;
    throw error;
  }
}
