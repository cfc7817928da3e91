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
  { id, accountId, sessionId }: Checkout,
  session: Stripe.Checkout.Session,
  claim: Claim,
  now: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await claim(tx))) return;
    // Locks: the studio, or the session, before the checkout.
    const studio = sessionId === null ? await lockOpenStudio(tx, accountId) : null;
    if (sessionId !== null) await lockSession(tx, accountId, sessionId);
    const checkout = await findCheckout(tx, id, { lock: true });
    if (!checkout || !['open', 'closing', 'expired'].includes(checkout.status)) return;
    if (session.payment_status === 'paid') await settle(tx, checkout, session, studio, now);
    else if (session.status === 'expired') await expireCheckout(tx, checkout);
  });
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

async function lockSession(tx: Queryable, accountId: string, sessionId: string): Promise<void> {
  await tx.query('select from sessions where account_id = $1 and id = $2 for update', [accountId, sessionId]);
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
  const paidSession = isExact ? await findOrBook(tx, checkout, studio, now) : null;
  if (paidSession === null) return refundCheckout(tx, checkout, now);
  const excess = checkout.sessionId === null ? 0 : amount - (await readOwed(tx, accountId, paidSession));
  const received = { accountId, sessionId: paidSession, paymentId: checkout.paymentId, purpose: checkout.purpose };
  const paymentId = await receivePayment(tx, { ...received, amount, currency, stripeId }, now);
  if (excess > 0) {
    const payment = { id: paymentId, accountId, sessionId: paidSession, amount, refunded: 0, currency };
    await requestRefund(tx, payment, excess, now);
  }
  await tx.query(
    `update checkouts set status = 'paid', session_id = $2, payment_id = $3, booking = null where id = $1`,
    [id, paidSession, paymentId],
  );
}

/** Returns everything that is owed for a session, in minor units. */
async function readOwed(tx: Queryable, accountId: string, sessionId: string): Promise<number> {
  const dues = await readDues(tx, accountId, sessionId);
  return (dues?.items ?? []).reduce((total, { amount }) => total + amount, 0);
}

/** Returns the session that was paid for, which may be booked only now; null if there is nothing to pay for any more. */
async function findOrBook(
  tx: Queryable,
  checkout: Checkout,
  studio: BookingStudio | null,
  now: number,
): Promise<string | null> {
  const { accountId, sessionId, booking, holdHash } = checkout;
  if (sessionId !== null) {
    const dues = await readDues(tx, accountId, sessionId);
    return dues && dues.items.length > 0 ? sessionId : null;
  }
  if (!studio || !booking || holdHash === null) return null;
  return bookPaidSlot(tx, studio, { ...checkout, booking, holdHash }, now);
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
  const link = {
    accountId,
    sessionId,
    now,
    tokenHash: holdHash,
    clientName: client.name,
    clientAddress: client.address,
  };
  await createSessionLink(tx, network === undefined ? link : { ...link, networkHash: network });
  return sessionId;
}

/** Requests that the whole amount goes back. The effect does it and tells both sides. */
async function refundCheckout(tx: Queryable, { id, accountId }: Checkout, now: number): Promise<void> {
  await tx.query("update checkouts set status = 'refunding' where id = $1", [id]);
  await enqueue(tx, accountId, 'stripe.late_payment', { checkoutId: id }, now, { dedupeKey: `late-payment:${id}` });
}
