import { booking } from '#core/api/booking.ts';
import type { BookingForm } from '#core/domain/sessions/booking.ts';
import { CHECKOUT_GRACE_MS, type CheckoutState, findItem } from '#core/domain/payments/card-payments.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { formatLongDate, formatTimeRange } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { PaymentPurpose } from '#core/domain/payments/payments.ts';
import {
  type Checkout,
  checkoutOfItem,
  findCheckoutOfHold,
  insertCheckout,
  isUsable,
  openAtStripe,
  updateBooking,
} from '../checkouts/checkouts.ts';
import { closeCheckouts, recheckCheckouts, WHILE_WAITING } from '../checkouts/close-checkouts.ts';
import { findActiveAccount } from '../checkouts/stripe-accounts.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { hashNetwork } from '../platform/http/network-prefix.ts';
import { requireCards } from '../platform/stripe.ts';
import { formatText } from '../platform/texts.ts';
import { findStudio } from '../public-studio/find-studio.ts';
import { visitedAddress } from '../public-studio/studio-address.ts';
import { RECEIPT_TEXTS } from '../receipts/text.ts';
import { sessionLinkHref } from '../sessions/session-links.ts';
import { extendHold, findHeldSlot } from './holds.ts';
import { findSessionByLink, toManagedBooking } from './manage-booking.ts';
import { findManaged, lockManaged } from './managed-link.ts';
import { limitBookings, limitCheckouts, limitReads, limitWrites } from './rate-limits.ts';
import {
  assertBookingOpen,
  type BookingStudio,
  findBookable,
  lockBookingStudio,
  payNow,
  readBookingStudio,
} from './rules.ts';
import { withAlternatives } from './slots.ts';
import { textsIn } from '#core/domain/values/translations.ts';

/** The label on Stripe's page: the kind of payment, and the session. */
function pageTexts(
  purpose: PaymentPurpose,
  { type, start, end }: { type: string; start: number; end: number },
  language: Language,
  zone: string,
) {
  const when = `${formatLongDate(start, language, zone)}, ${formatTimeRange(start, end, language, zone)}`;
  return {
    name: formatText(RECEIPT_TEXTS[language], language, `purposes.${purpose}`),
    description: [type, when].filter(Boolean).join(' · '),
    language,
  };
}

interface CheckoutInput {
  token: string;
  slot: { sessionTypeId: string; start: number };
  client: BookingForm;
  viewerIp: string;
}

/**
 * Returns the open checkout of a held slot, or inserts one, and holds the slot as long. Null if it is already booked.
 * Call it under the studio's lock.
 */
async function openForSlot(
  tx: Queryable,
  studio: BookingStudio,
  { token, slot: wanted, client, viewerIp }: CheckoutInput,
  now: number,
): Promise<{ checkout: Checkout; type: string; end: number } | null> {
  if (await findSessionByLink(tx, studio, token, { now })) return null;
  assertBookingOpen(studio);
  const { accountId, currency } = studio;
  const { type, slot } = await findHeldSlot(tx, studio, { token, slot: wanted }, now);
  const amount = payNow(type, currency);
  const stripeAccount = await findActiveAccount(tx, accountId);
  if (amount === null || stripeAccount === null) throw new AppError('payment_not_due');
  const holdHash = hashToken(token);
  const network = hashNetwork(accountId, viewerIp);
  const details = {
    ...wanted,
    client,
    price: type.price,
    deposit: type.deposit,
    cancellation: type.cancellation,
    network,
  };
  const open = await findCheckoutOfHold(tx, accountId, holdHash);
  const isSame = open && isUsable(open, now) && open.amount === amount && open.stripeAccount === stripeAccount;
  if (isSame) await updateBooking(tx, open.id, details);
  else {
    await limitBookings(tx, { accountId, email: client.email, secondEmail: client.secondEmail, viewerIp }, now);
    await closeCheckouts(tx, { accountId, holdHash }, now);
  }
  const purpose = type.onlinePayment === 'full' ? ('balance' as const) : ('deposit' as const);
  const fresh = { accountId, stripeAccount, purpose, holdHash, booking: details, amount, currency };
  const checkout = isSame ? open : await insertCheckout(tx, fresh, now);
  await extendHold(tx, accountId, token, checkout.expiresAt + CHECKOUT_GRACE_MS);
  return { checkout, type: textsIn(type, client.language).name, end: slot.end };
}

export const checkout = defineHandler(booking.checkout, async ({ services, request, params, body }) => {
  const { db } = services;
  const { hold: token, slot, client } = body;
  const { viewerIp } = request;
  const now = services.clock();
  await limitWrites(db, viewerIp, now);
  const found = await findStudio(db, params.accountSlug);
  if (!found) throw new AppError('not_found');
  const cards = requireCards(services.cards);
  const { accountId, studio: page } = found;
  await limitCheckouts(db, accountId, viewerIp, now);
  const opening = db.transaction(async (tx) => {
    const studio = await lockBookingStudio(tx, accountId);
    return openForSlot(tx, studio, { token, slot, client, viewerIp }, now);
  });
  const ask = async () => {
    const type = await findBookable(db, accountId, slot.sessionTypeId);
    return type && { studio: await readBookingStudio(db, accountId), type, now };
  };
  const opened = await withAlternatives(db, slot.start, opening, ask);
  const address = await visitedAddress({ services, request }, accountId);
  const own = sessionLinkHref(address, token);
  if (!opened) return { body: { url: own, expiresAt: now } };
  const { checkout: row, type, end } = opened;
  const texts = pageTexts(row.purpose, { type, start: slot.start, end }, client.language, page.timeZone);
  const cancelUrl = `${address}/book?type=${slot.sessionTypeId}&start=${slot.start}`;
  const target = { ...texts, email: client.email, successUrl: `${own}?paid=1`, cancelUrl };
  const url = await openAtStripe(db, cards, row, target, now);
  return { body: { url, expiresAt: row.expiresAt + CHECKOUT_GRACE_MS } };
});

const STATES: Readonly<Record<Checkout['status'], CheckoutState>> = {
  open: 'open',
  processing: 'open',
  closing: 'open',
  expired: 'expired',
  paid: 'paid',
  refunding: 'refunded',
  refunded: 'refunded',
};

export const checkoutState = defineHandler(booking.checkoutState, async ({ services, request, params }) => {
  const { db } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const found = await findStudio(db, params.accountSlug);
  const holdHash = hashToken(params.token);
  const row = found && (await findCheckoutOfHold(db, found.accountId, holdHash));
  if (!found || !row) throw new AppError('booking_link_invalid');
  await recheckCheckouts(db, { accountId: found.accountId, holdHash }, now, WHILE_WAITING);
  const { status, booking: wanted } = row;
  return {
    body: {
      studio: found.studio,
      state: STATES[status],
      sessionTypeId: wanted?.sessionTypeId ?? null,
      start: wanted?.start ?? null,
    },
  };
});

export const pay = defineHandler(booking.pay, async ({ services, request, params, body }) => {
  const { db } = services;
  const { viewerIp } = request;
  const now = services.clock();
  await limitWrites(db, viewerIp, now);
  const { page, studio: found } = await findManaged(db, params.accountSlug, params.token, now);
  const cards = requireCards(services.cards);
  const { accountId } = found;
  await limitCheckouts(db, accountId, viewerIp, now);
  const { row, managed, language } = await db.transaction(async (tx) => {
    const { studio, session } = await lockManaged(tx, accountId, params.token, now);
    const item = findItem(session.payments, body.item);
    if (!item) throw new AppError('payment_not_due');
    const owed = { accountId, orderId: session.id, sessionId: session.id, item, currency: studio.currency };
    const [client] = await tx.query<{ language: Language }>(
      `select coalesce(c.language, a.language) as language from sessions s join accounts a on a.id = s.account_id
         join customers c on c.account_id = s.account_id and c.id = s.customer_id where s.account_id = $1 and s.id = $2`,
      [accountId, session.id],
    );
    return {
      row: await checkoutOfItem(tx, owed, now),
      managed: toManagedBooking(studio, session, now),
      language: client?.language ?? 'en',
    };
  });
  const own = sessionLinkHref(await visitedAddress({ services, request }, accountId), params.token);
  // The link may have been passed on: Stripe's page does not show the client's address.
  const target = { email: '', successUrl: `${own}?paid=${body.item}`, cancelUrl: own };
  const texts = pageTexts(row.purpose, managed, language, page.timeZone);
  return { body: { url: await openAtStripe(db, cards, row, { ...texts, ...target }, now) } };
});
