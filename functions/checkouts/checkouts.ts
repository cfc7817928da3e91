import type Stripe from 'stripe';
import type { BookingForm } from '#core/domain/sessions/booking.ts';
import type { CancellationRule } from '#core/domain/payments/cancellation.ts';
import { CHECKOUT_MS, isChargeable, type PayableItem, toStripeAmount } from '#core/domain/payments/card-payments.ts';
import { checkoutMethods } from '#core/domain/payments/methods.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { PaymentPurpose } from '#core/domain/payments/payments.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { askStripe, type CardPayments } from '../platform/stripe.ts';
import { findMethods } from './methods.ts';
import { findActiveAccount } from './stripe-accounts.ts';

/** The booking that a paid checkout makes. */
export interface WantedBooking {
  sessionTypeId: string;
  /** Epoch milliseconds. */
  start: number;
  client: BookingForm;
  /** Price and deposit that the client saw, in minor units; null for none. */
  price: number | null;
  deposit: number | null;
  /** The rule of cancelling that the client saw; absent in checkouts that are older than rules. */
  cancellation?: CancellationRule | null;
  /** Hash of the network that books. */
  network: string;
}

/** A payment on Stripe's page. */
export interface Checkout {
  id: string;
  accountId: string;
  stripeAccount: string;
  sessionId: string | null;
  /** What is paid; null for a slot that is booked when it is paid. A session's order has the session's id. */
  orderId: string | null;
  paymentId: string | null;
  purpose: PaymentPurpose;
  holdHash: string | null;
  booking: WantedBooking | null;
  stripeSessionId: string | null;
  paymentIntent: string | null;
  url: string | null;
  amount: number;
  currency: string;
  /** `processing`: paid by a method that takes days, so the money is on its way. */
  status: 'open' | 'processing' | 'closing' | 'expired' | 'paid' | 'refunding' | 'refunded';
  expiresAt: number;
  createdAt: number;
}

const COLUMNS = `c.id, c.account_id as "accountId", c.stripe_account as "stripeAccount", c.session_id as "sessionId",
  coalesce(c.order_id, c.session_id) as "orderId", c.payment_id as "paymentId", c.purpose, c.hold_hash as "holdHash", c.booking, c.stripe_session_id as "stripeSessionId",
  c.payment_intent as "paymentIntent", c.url, c.amount, c.currency, c.status, c.expires_at as "expiresAt",
  c.created_at as "createdAt"`;

/** @param lock locks the row until the end of the transaction; lock a checkout's session before it */
export async function findCheckout(
  db: Queryable,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Checkout | null> {
  const [row] = await db.query<Checkout>(
    `select ${COLUMNS} from checkouts c where c.id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  return row ?? null;
}

/** Returns the checkout of a session at Stripe; null for sessions that are not ours. */
export async function findCheckoutOf(
  db: Queryable,
  accountId: string,
  session: Pick<Stripe.Checkout.Session, 'id' | 'metadata'>,
): Promise<Checkout | null> {
  const [row] = await db.query<Checkout>(
    `select ${COLUMNS} from checkouts c where c.account_id = $1 and (c.stripe_session_id = $2
       or c.stripe_session_id is null and c.id = $3)`,
    [accountId, session.id, session.metadata?.['checkout'] ?? ''],
  );
  return row ?? null;
}

/** Returns the latest checkout of a slot's hold. */
export async function findCheckoutOfHold(db: Queryable, accountId: string, holdHash: string): Promise<Checkout | null> {
  const [row] = await db.query<Checkout>(
    `select ${COLUMNS} from checkouts c where c.account_id = $1 and c.hold_hash = $2
     order by c.created_at desc, c.id limit 1`,
    [accountId, holdHash],
  );
  return row ?? null;
}

/** Returns the latest open checkout of something that is owed for an order. */
async function findCheckoutOfItem(
  db: Queryable,
  {
    accountId,
    orderId,
    paymentId,
    purpose,
  }: Pick<Checkout, 'accountId' | 'paymentId' | 'purpose'> & { orderId: string },
): Promise<Checkout | null> {
  const [row] = await db.query<Checkout>(
    `select ${COLUMNS} from checkouts c
     where c.account_id = $1 and (c.order_id = $2 or c.session_id = $2) and c.status = 'open'
       and c.payment_id is not distinct from $3 and c.purpose = $4
     order by c.created_at desc, c.id limit 1`,
    [accountId, orderId, paymentId, purpose],
  );
  return row ?? null;
}

/** True if a payment of an order is on its way: a second one would be too much. */
export async function isProcessing(db: Queryable, accountId: string, orderId: string): Promise<boolean> {
  const [found] = await db.query<{ is: boolean }>(`select ${hasProcessing('$1', '$2')} as is`, [accountId, orderId]);
  return found!.is;
}

/** SQL: whether a payment of this order is on its way. */
export const hasProcessing = (accountId: string, orderId: string) =>
  `exists (select from checkouts where account_id = ${accountId} and status = 'processing'
     and (order_id = ${orderId} or session_id = ${orderId}))`;

/** Stores contact details that were changed on the way back from Stripe's page. */
export async function updateBooking(tx: Queryable, id: string, booking: WantedBooking): Promise<void> {
  await tx.query('update checkouts set booking = $2 where id = $1', [id, JSON.stringify(booking)]);
}

/** A request that did not reach Stripe is repeated with the same checkout for this long, in milliseconds. */
const REPEAT_MS = 4 * MINUTE_MS;

/** True if a client can still pay it, or the request that makes it can be repeated. */
export function isUsable(checkout: Checkout, now: number): boolean {
  if (checkout.status !== 'open' || checkout.expiresAt <= now) return false;
  return checkout.stripeSessionId !== null || now - checkout.createdAt < REPEAT_MS;
}

export type NewCheckout = Pick<Checkout, 'accountId' | 'stripeAccount' | 'purpose' | 'amount' | 'currency'> &
  Partial<Pick<Checkout, 'sessionId' | 'orderId' | 'paymentId' | 'holdHash' | 'booking'>>;

/**
 * Inserts a checkout, which Stripe does not know yet, and the effect that looks after it when its time is over: Stripe's
 * report may be lost.
 */
export async function insertCheckout(tx: Queryable, checkout: NewCheckout, now: number): Promise<Checkout> {
  const id = makeId(random);
  const expiresAt = now + CHECKOUT_MS;
  await tx.query(
    `insert into checkouts (id, account_id, stripe_account, session_id, order_id, payment_id, purpose, hold_hash, booking,
       amount, currency, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      id,
      checkout.accountId,
      checkout.stripeAccount,
      checkout.sessionId ?? null,
      checkout.orderId ?? checkout.sessionId ?? null,
      checkout.paymentId ?? null,
      checkout.purpose,
      checkout.holdHash ?? null,
      checkout.booking ? JSON.stringify(checkout.booking) : null,
      checkout.amount,
      checkout.currency,
      timestamp(expiresAt),
      timestamp(now),
    ],
  );
  await enqueue(tx, checkout.accountId, 'stripe.checkout', { checkoutId: id }, now, {
    dedupeKey: `checkout:${id}`,
    runAfter: expiresAt + MINUTE_MS,
  });
  return (await findCheckout(tx, id))!;
}

/**
 * Returns the open checkout of something that is owed, or inserts one. Call it with the order locked.
 * @param owner `sessionId` of a session's order
 * @throws AppError `payment_processing`, and `payment_not_due` if the studio takes no payments by card or the amount is
 *   below Stripe's least charge
 */
export async function checkoutOfItem(
  tx: Queryable,
  {
    orderId,
    sessionId,
    item,
    ...of
  }: { accountId: string; currency: string; orderId: string; item: PayableItem } & {
    sessionId?: string | null;
  },
  now: number,
): Promise<Checkout> {
  const { accountId } = of;
  if (await isProcessing(tx, accountId, orderId)) throw new AppError('payment_processing');
  const stripeAccount = await findActiveAccount(tx, accountId);
  if (stripeAccount === null || !isChargeable(item.amount, of.currency)) throw new AppError('payment_not_due');
  const open = await findCheckoutOfItem(tx, { accountId, orderId, ...item });
  const isSame = open && isUsable(open, now) && open.amount === item.amount && open.stripeAccount === stripeAccount;
  if (isSame) return open;
  const owner = sessionId ? { sessionId } : { orderId };
  return insertCheckout(tx, { ...of, stripeAccount, ...owner, ...item }, now);
}

/** The texts of Stripe's page, and the URLs that it returns to. */
export interface CheckoutPage {
  /** The kind of payment: "Deposit". */
  name: string;
  /** The session: its type and time. */
  description: string;
  email: string;
  language: Language;
  successUrl: string;
  cancelUrl: string;
}

/**
 * Returns the URL of Stripe's pay page, and makes the session there if it does not exist yet. The checkout's id is the
 * idempotency key: after a lost answer the repeated request finds the same session.
 * @throws AppError `payment_unreachable`, `payment_not_due` if it was given up meanwhile
 */
export async function openAtStripe(
  db: Queryable,
  cards: CardPayments,
  checkout: Checkout,
  page: CheckoutPage,
  now: number,
): Promise<string> {
  if (checkout.url) return checkout.url;
  const { id, accountId, amount, currency, stripeAccount } = checkout;
  const { online } = await findMethods(db, accountId);
  const methods = checkoutMethods(online, { isSlot: checkout.orderId === null });
  const session = await askStripe(async () => {
    const stripe = await cards.client();
    return stripe.checkout.sessions.create(
      {
        mode: 'payment',
        // A filter: Stripe leaves out what the studio's account has not switched on, and what does not suit the currency.
        allowed_payment_method_types: methods,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: toStripeAmount(amount, currency),
              product_data: { name: page.name, ...(page.description && { description: page.description }) },
            },
          },
        ],
        ...(page.email && { customer_email: page.email }),
        // Stripe's page speaks no Catalan.
        locale: page.language === 'en' ? 'en-GB' : 'es',
        expires_at: Math.floor(checkout.expiresAt / 1000),
        success_url: page.successUrl,
        cancel_url: page.cancelUrl,
        client_reference_id: id,
        metadata: { checkout: id, account: accountId },
        payment_intent_data: { description: `${page.name} · ${page.description}`, metadata: { checkout: id } },
        adaptive_pricing: { enabled: false },
      },
      { stripeAccount, idempotencyKey: `checkout-${id}` },
    );
  });
  const [stored] = await db.query<Pick<Checkout, 'status'>>(
    'update checkouts set stripe_session_id = $2, url = $3 where id = $1 returning status',
    [id, session.id, session.url],
  );
  if (stored?.status === 'open') return session.url ?? page.successUrl;
  // It was given up while Stripe made it.
  await enqueue(db, accountId, 'stripe.checkout', { checkoutId: id }, now, { dedupeKey: `checkout:${id}` });
  throw new AppError('payment_not_due');
}
