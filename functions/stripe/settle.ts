import type Stripe from 'stripe';
import { fromStripeAmount } from '#core/domain/payments/card-payments.ts';
import { createBooking } from '../booking/create-booking.ts';
import { type BookingStudio, findBookable, lockBookingStudio } from '../booking/rules.ts';
import { findSlotAt } from '../booking/slots.ts';
import { type Checkout, findCheckout } from '../checkouts/checkouts.ts';
import { readDues } from '../checkouts/payable.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { createSessionLink } from '../sessions/session-links.ts';
import { receivePayment } from './receive.ts';
import { requestRefund } from './refunds.ts';

/** Runs first in the transaction; false stops it: another delivery of the same event was handled. */
export type Claim = (tx: Queryable) => Promise<boolean>;

/**
 * Brings a checkout to what Stripe says of its session, once, in one transaction: a payment is recorded, with the booking
 * if it is one; or refunded, if there is nothing to pay any more or another amount was paid; or the slot is given back.
 * Of a payment above what is owed by now, such as after the price was lowered, the rest is refunded.
 * @param session as read from Stripe just now: an event may be old, repeated or out of order
 */
export async function applySession(
  db: Database,
  { id, accountId, orderId }: Checkout,
  session: Stripe.Checkout.Session,
  claim: Claim,
  now: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await claim(tx))) return;
    // Locks: the studio, or the order, before the checkout.
    const studio = orderId === null ? await lockOpenStudio(tx, accountId) : null;
    if (orderId !== null) await lockPaidOrder(tx, accountId, orderId);
    const checkout = await findCheckout(tx, id, { lock: true });
    if (!checkout || !UNSETTLED.includes(checkout.status)) return;
    if (session.payment_status === 'paid') await settle(tx, checkout, session, studio, now);
    else if (isOnItsWay(session)) {
      await tx.query("update checkouts set status = 'processing', url = null where id = $1", [id]);
    } else if (session.status !== 'open') await expireCheckout(tx, checkout);
  });
}

/** Checkouts of which Stripe may still report something new. */
export const UNSETTLED: readonly Checkout['status'][] = ['open', 'processing', 'closing', 'expired'];

/**
 * Reads a session at Stripe with its payment, whose state tells money on its way from a payment that failed, and with the
 * method by which it was paid.
 */
export function retrieveSession(stripe: Stripe, id: string, stripeAccount: string): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.payment_method'] }, { stripeAccount });
}

/** True if the client has paid by a method that takes days: the session is complete, and its payment is being processed. */
function isOnItsWay({ status, payment_intent: intent }: Stripe.Checkout.Session): boolean {
  return status === 'complete' && typeof intent === 'object' && intent?.status === 'processing';
}

/** Returns how a session was paid, as Stripe names it: `card`, `bizum`, `sepa_debit`. */
function methodOf({ payment_intent: intent }: Stripe.Checkout.Session): string {
  const method = typeof intent === 'object' ? intent?.payment_method : null;
  return (typeof method === 'object' && method?.type) || 'card';
}

/** Ends a checkout that nobody paid, and gives its slot back. */
export async function expireCheckout(tx: Queryable, { id, accountId, holdHash }: Checkout): Promise<void> {
  await tx.query("update checkouts set status = 'expired' where id = $1", [id]);
  if (holdHash === null) return;
  await tx.query(
    `delete from slot_holds where account_id = $1 and token_hash = $2 and not exists (
       select from checkouts where hold_hash = $2 and status = 'open')`,
    [accountId, holdHash],
  );
}

/** Locks the session of an order, or the order without one. */
async function lockPaidOrder(tx: Queryable, accountId: string, orderId: string): Promise<void> {
  await tx.query('select from sessions where account_id = $1 and id = $2 for update', [accountId, orderId]);
  await tx.query('select from orders where account_id = $1 and id = $2 and session_id is null for update', [
    accountId,
    orderId,
  ]);
}

/** Locks the studio for a booking; null if it was closed. */
async function lockOpenStudio(tx: Queryable, accountId: string): Promise<BookingStudio | null> {
  const [open] = await tx.query('select from accounts where id = $1 and deleted_at is null for no key update', [
    accountId,
  ]);
  return open ? lockBookingStudio(tx, accountId) : null;
}

async function settle(
  tx: Queryable,
  checkout: Checkout,
  session: Stripe.Checkout.Session,
  studio: BookingStudio | null,
  now: number,
): Promise<void> {
  const { id, accountId, amount, currency } = checkout;
  const stripeId = typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id;
  if (!stripeId) throw new Error('A paid session of Stripe without a payment');
  await tx.query('update checkouts set payment_intent = $2, url = null where id = $1', [id, stripeId]);
  const isExact =
    session.currency?.toUpperCase() === currency && fromStripeAmount(session.amount_total ?? 0, currency) === amount;
  const paid = isExact ? await findOrBook(tx, checkout, studio, now) : null;
  if (paid === null) return refundCheckout(tx, checkout, now);
  const excess = checkout.orderId === null ? 0 : amount - (await readOwed(tx, accountId, paid.orderId, now));
  const received = {
    accountId,
    ...paid,
    paymentId: checkout.paymentId,
    purpose: checkout.purpose,
    method: methodOf(session),
  };
  const paymentId = await receivePayment(tx, { ...received, amount, currency, stripeId }, now);
  if (excess > 0) {
    const payment = { id: paymentId, accountId, ...paid, amount, refunded: 0, currency };
    await requestRefund(tx, payment, excess, now);
  }
  await tx.query(
    `update checkouts set status = 'paid', session_id = $2, order_id = $3, payment_id = $4, booking = null where id = $1`,
    [id, paid.sessionId, paid.orderId, paymentId],
  );
}

/** Returns everything that is owed for an order, in minor units. */
async function readOwed(tx: Queryable, accountId: string, orderId: string, now: number): Promise<number> {
  const dues = await readDues(tx, accountId, orderId, now);
  return (dues?.items ?? []).reduce((total, { amount }) => total + amount, 0);
}

interface Paid {
  orderId: string;
  sessionId: string | null;
}

/**
 * Returns the order that was paid for, with its session, which may be booked only now; null if there is nothing to pay for
 * any more.
 */
async function findOrBook(
  tx: Queryable,
  checkout: Checkout,
  studio: BookingStudio | null,
  now: number,
): Promise<Paid | null> {
  const { accountId, orderId, booking, holdHash } = checkout;
  if (orderId !== null) {
    const dues = await readDues(tx, accountId, orderId, now);
    return dues && dues.items.length > 0 ? { orderId, sessionId: dues.sessionId } : null;
  }
  if (!studio || !booking || holdHash === null) return null;
  const sessionId = await bookPaidSlot(tx, studio, { ...checkout, booking, holdHash }, now);
  return sessionId === null ? null : { orderId: sessionId, sessionId };
}

/** Books the paid slot; null if it is gone, or if another payment has already booked it. */
async function bookPaidSlot(
  tx: Queryable,
  studio: BookingStudio,
  { booking, holdHash, createdAt }: Checkout & { booking: NonNullable<Checkout['booking']>; holdHash: string },
  now: number,
): Promise<string | null> {
  const { accountId } = studio;
  const [booked] = await tx.query('select from session_links where token_hash = $1', [holdHash]);
  const type = booked ? null : await findBookable(tx, accountId, booking.sessionTypeId);
  if (!type) return null;
  // The minimum notice was checked when the checkout was opened.
  const slot = await findSlotAt(tx, { studio, type, now, since: createdAt, except: { holdHash } }, booking.start);
  if (!slot) return null;
  const { client, price, deposit, cancellation = null, network } = booking;
  const sessionId = await createBooking(
    tx,
    studio,
    { type: { ...type, price, deposit, cancellation }, slot, client },
    now,
  );
  await tx.query('delete from slot_holds where account_id = $1 and token_hash = $2', [accountId, holdHash]);
  const link = { accountId, sessionId, now, tokenHash: holdHash, booked: client };
  await createSessionLink(tx, network === undefined ? link : { ...link, networkHash: network });
  return sessionId;
}

/** Requests that the whole amount goes back. The effect does it and tells both sides. */
async function refundCheckout(tx: Queryable, { id, accountId }: Checkout, now: number): Promise<void> {
  await tx.query("update checkouts set status = 'refunding' where id = $1", [id]);
  await enqueue(tx, accountId, 'stripe.late_payment', { checkoutId: id }, now, { dedupeKey: `late-payment:${id}` });
}
