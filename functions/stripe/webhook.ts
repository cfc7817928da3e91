import type Stripe from 'stripe';
import { stripe as endpoints } from '#core/api/stripe.ts';
import { findCheckout, findCheckoutOf } from '../checkouts/checkouts.ts';
import { disconnectAccount, syncStripeAccount } from '../checkouts/stripe-accounts.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import type { Services } from '../platform/services.ts';
import { verifyEvent } from '../platform/stripe-event.ts';
import { askStripe, isStripeAccessLost, requireCards } from '../platform/stripe.ts';
import { enqueueLatePaymentMail } from './enqueue-mails.ts';
import { applyDispute, applyRefund, type CardPayment, lockCardPayment } from './refunds.ts';
import { applySession, type Claim, retrieveSession } from './settle.ts';

/** One event of a studio's account. */
interface Report {
  services: Services;
  stripe: Stripe;
  accountId: string;
  stripeAccount: string;
  /** Id of the object that the event is about; its content may be old. */
  objectId: string;
  claim: Claim;
  now: number;
}

const HANDLERS: readonly (readonly [prefix: string, handle: (report: Report) => Promise<void>])[] = [
  ['checkout.session.', onCheckout],
  ['refund.', onRefund],
  ['charge.dispute.', onDispute],
  ['account.application.deauthorized', onDeauthorized],
  ['account.updated', onAccount],
];

/**
 * Handles one event of Stripe: it is only a reason to look. The object is read again, and the event counts once. Events
 * of unknown accounts, and of what a studio sells elsewhere, are answered with 200 and change nothing; a failure is
 * answered with an error, and Stripe repeats it for days.
 */
export const webhook = defineHandler(endpoints.webhook, async ({ services, request }) => {
  const cards = requireCards(services.cards);
  const stripe = await cards.client();
  const now = services.clock();
  const signature = request.headers['stripe-signature'] ?? '';
  const event = verifyEvent(stripe, Buffer.from(request.bytes), signature, cards.webhookSecret, now);
  const handle = HANDLERS.find(([prefix]) => event.type.startsWith(prefix))?.[1];
  const stripeAccount = event.account;
  const [account] = await services.db.query<{ accountId: string }>(
    `select account_id as "accountId" from stripe_accounts where stripe_id = $1
     union all select account_id from checkouts where stripe_account = $1 limit 1`,
    [stripeAccount ?? ''],
  );
  if (!handle || !stripeAccount || !account) return { body: {} };
  const [known] = await services.db.query('select from stripe_events where event_id = $1', [event.id]);
  if (known) return { body: {} };
  const claim: Claim = async (tx) => {
    const rows = await tx.query(
      `insert into stripe_events (event_id, stripe_account, type, processed_at) values ($1, $2, $3, $4)
       on conflict do nothing returning event_id`,
      [event.id, stripeAccount, event.type, timestamp(now)],
    );
    return rows.length > 0;
  };
  const objectId = event.data.object.id;
  if (typeof objectId !== 'string') return { body: {} };
  const { accountId } = account;
  await askStripe(() => handle({ services, stripe, accountId, stripeAccount, objectId, claim, now }));
  return { body: {} };
});

/** Reads an object; null if the account gives no access any more, or has no such object. */
async function read<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isStripeAccessLost(error) || (error as { code?: unknown }).code === 'resource_missing') return null;
    throw error;
  }
}

async function onCheckout({ services, stripe, accountId, stripeAccount, objectId, claim, now }: Report) {
  const session = await read(() => retrieveSession(stripe, objectId, stripeAccount));
  const checkout = session && (await findCheckoutOf(services.db, accountId, session));
  if (!session || checkout?.stripeAccount !== stripeAccount) return;
  await applySession(services.db, checkout, session, claim, now);
}

/** Records the payment of an intent first, if its own event has not arrived yet. */
async function receiveFirst(report: Report, intent: string): Promise<void> {
  const { services, stripe, accountId, stripeAccount, now } = report;
  const [known] = await services.db.query('select from payments where account_id = $1 and stripe_id = $2', [
    accountId,
    intent,
  ]);
  if (known) return;
  const paid = await read(() => stripe.paymentIntents.retrieve(intent, {}, { stripeAccount }));
  const checkout = paid?.metadata['checkout'] ? await findCheckout(services.db, paid.metadata['checkout']) : null;
  if (checkout?.accountId !== accountId || checkout.stripeSessionId === null) return;
  const { stripeSessionId: id } = checkout;
  const session = await read(() => retrieveSession(stripe, id, stripeAccount));
  if (session) await applySession(services.db, checkout, session, () => Promise.resolve(true), now);
}

const idOf = (ref: string | { id: string } | null) => (typeof ref === 'string' ? ref : (ref?.id ?? ''));

/** Locks the payment of an intent and applies something to it, once. */
async function withPayment(
  report: Report,
  intent: string,
  apply: (tx: Queryable, payment: CardPayment) => Promise<void>,
): Promise<void> {
  const { services, accountId, claim } = report;
  await receiveFirst(report, intent);
  await services.db.transaction(async (tx) => {
    const payment = await lockCardPayment(tx, accountId, intent);
    if (payment && (await claim(tx))) await apply(tx, payment);
  });
}

async function onRefund(report: Report) {
  const { stripe, stripeAccount, objectId, now } = report;
  const refund = await read(() => stripe.refunds.retrieve(objectId, {}, { stripeAccount }));
  if (!refund) return;
  if (refund.metadata?.['checkout']) return onLateRefund(report, refund);
  await withPayment(report, idOf(refund.payment_intent), (tx, payment) => applyRefund(tx, payment, refund, now));
}

/** The refund of a payment that came too late failed after all: the studio has to return it, and both sides are told. */
async function onLateRefund({ services, accountId, claim, now }: Report, refund: Stripe.Refund) {
  if (refund.status !== 'failed' && refund.status !== 'canceled') return;
  await services.db.transaction(async (tx) => {
    if (!(await claim(tx))) return;
    const [checkout] = await tx.query<{ id: string }>(
      `update checkouts set status = 'refunding' where account_id = $1 and id = $2 and status = 'refunded' returning id`,
      [accountId, refund.metadata!['checkout']],
    );
    if (!checkout) return;
    await notifyStudio(tx, { accountId, what: 'payment', checkoutId: checkout.id }, now);
    await enqueueLatePaymentMail(tx, accountId, checkout.id, now);
  });
}

async function onDispute(report: Report) {
  const { stripe, stripeAccount, objectId, now } = report;
  const dispute = await read(() => stripe.disputes.retrieve(objectId, {}, { stripeAccount }));
  if (!dispute) return;
  const intent = idOf(dispute.payment_intent);
  // A refund that failed is part of what the client's bank took back; its own event may arrive later.
  const refunds = await read(() => stripe.refunds.list({ payment_intent: intent, limit: 100 }, { stripeAccount }));
  await withPayment(report, intent, async (tx, payment) => {
    for (const refund of refunds?.data ?? []) {
      if (!refund.metadata?.['checkout']) await applyRefund(tx, payment, refund, now);
    }
    const current = await lockCardPayment(tx, report.accountId, intent);
    if (current) await applyDispute(tx, current, dispute, now);
  });
}

async function onAccount({ services, accountId, now }: Report) {
  await syncStripeAccount(services.db, requireCards(services.cards), accountId, now);
}

async function onDeauthorized({ services, accountId, stripeAccount, claim, now }: Report) {
  await services.db.transaction(async (tx) => {
    const [current] = await tx.query(
      'select from stripe_accounts where account_id = $1 and stripe_id = $2 for update',
      [accountId, stripeAccount],
    );
    if (current && (await claim(tx))) await disconnectAccount(tx, accountId, now);
  });
}
