import { z } from 'zod';
import { amountDue, type Billing, nextPart } from './billing.ts';
import { MINUTE_MS } from '../values/durations.ts';
import type { PaymentPurpose } from './payments.ts';

/**
 * State of a studio's account at Stripe. `incomplete`: its form there is not finished. `review`: Stripe checks it.
 * `restricted`: Stripe needs something from the studio. `disconnected`: the studio takes no payments by card.
 */
export const STRIPE_STATUSES = ['incomplete', 'review', 'active', 'restricted', 'rejected', 'disconnected'] as const;
export type StripeStatus = (typeof STRIPE_STATUSES)[number];

/** Outcome of a dispute: the client's bank asks for the money back. */
export type DisputeStatus = 'open' | 'won' | 'lost';

/** The part of the price that a client pays by card to book a session type. */
export const ONLINE_PAYMENTS = ['none', 'deposit', 'full'] as const;
export const onlinePayment = z.enum(ONLINE_PAYMENTS);
export type OnlinePayment = z.infer<typeof onlinePayment>;

/** State of a checkout for the client who returns from Stripe's page. `refunded`: paid too late, the money goes back. */
export const CHECKOUT_STATES = ['open', 'paid', 'expired', 'refunded'] as const;
export type CheckoutState = (typeof CHECKOUT_STATES)[number];

/**
 * Lifetime of a checkout in milliseconds: Stripe's minimum of 30 minutes, and five for repeating a request that did not
 * reach Stripe.
 */
export const CHECKOUT_MS = 35 * MINUTE_MS;

/** How long a slot is held after its checkout, for Stripe's report of a payment in the last second. */
export const CHECKOUT_GRACE_MS = 5 * MINUTE_MS;

/** Returns the amount to pay at booking, in minor units; 0 for none. */
export function amountAtBooking(type: {
  onlinePayment: OnlinePayment;
  price: number | null;
  deposit: number | null;
}): number {
  if (type.onlinePayment === 'none') return 0;
  return (type.onlinePayment === 'full' ? type.price : type.deposit) ?? 0;
}

/** Something that a client owes and can pay by card. */
export interface PayableItem {
  /** The studio's pending payment; null for an instalment, or the rest of the price. */
  paymentId: string | null;
  purpose: PaymentPurpose;
  /** Minor units. */
  amount: number;
  /** Of an instalment between the first and the last: its position in the plan. */
  position?: number;
}

/** Names something that is owed: by the pending payment, or by its purpose. The next instalment has another name. */
export const itemName = ({ paymentId, purpose, position }: PayableItem): string =>
  paymentId ?? (position === undefined ? purpose : `${purpose}-${position}`);

export interface PendingPayment {
  readonly id: string;
  readonly purpose: PaymentPurpose;
  readonly amount: number;
}

/** Names all that is owed, in one payment. */
export const ALL_ITEMS = 'all';

/** Returns the item of this name; `all` is everything in one payment. */
export function findItem(items: readonly PayableItem[], name: string): PayableItem | undefined {
  if (name !== ALL_ITEMS) return items.find((item) => itemName(item) === name);
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  return items.length > 1 ? { paymentId: null, purpose: 'balance', amount } : undefined;
}

/**
 * Divides what a client owes at `now`, epoch milliseconds: the missing part of the deposit or the instalment that is
 * due, each pending payment, and the rest of the price. The sum is `amountDue`: a pending payment is part of the price.
 * If it is larger than what is left of the price, only the rest of it can be paid. A pending deposit comes first, also
 * while the price asks for none.
 */
export function payableItems(billing: Billing, pending: readonly PendingPayment[], now: number): PayableItem[] {
  let left = amountDue(billing);
  const take = (amount: number) => {
    const taken = Math.min(left, Math.max(0, amount));
    left -= taken;
    return taken;
  };
  const next = nextPart(billing, now);
  const purpose = next?.purpose ?? 'balance';
  const isFirst = (item: { purpose: PaymentPurpose }) => item.purpose === (purpose === 'balance' ? 'deposit' : purpose);
  const nextFirst = <T extends { purpose: PaymentPurpose }>(items: readonly T[]) =>
    items.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  const expected = nextFirst(pending).map(({ id, purpose: of, amount }): PayableItem => ({
    paymentId: id,
    purpose: of,
    amount: take(amount),
  }));
  const missing = purpose === 'balance' ? 0 : (next?.amount ?? 0);
  const covered = expected.reduce((sum, item) => sum + (isFirst(item) ? item.amount : 0), 0);
  const items: PayableItem[] = [
    {
      paymentId: null,
      purpose,
      amount: take(missing - covered),
      ...(next && purpose === 'instalment' && { position: next.position }),
    },
    ...expected,
    { paymentId: null, purpose: 'balance', amount: left },
  ];
  return nextFirst(items.filter(({ amount }) => amount > 0));
}

/** Currencies whose number of decimals at Stripe differs from ISO 4217's in `Intl`. */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

function factor(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return 10 ** ((STRIPE_DIGITS[currency] ?? digits) - digits);
}

/** Converts minor units to Stripe's: whole yen stay whole yen, and krónur become hundredths. */
export function toStripeAmount(amount: number, currency: string): number {
  return Math.round(amount * factor(currency));
}

/**
 * Stripe's least amounts of a charge, in minor units
 * ([minimum charge amounts](https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts)).
 */
const LEAST_CHARGES: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
};

/**
 * Returns whether Stripe charges an amount, in minor units. Of a currency without a published least amount, Stripe
 * itself decides by the rate of the day.
 */
export function isChargeable(amount: number, currency: string): boolean {
  return amount >= (LEAST_CHARGES[currency] ?? 1);
}

/** Converts Stripe's units to minor units. @param currency in any case */
export function fromStripeAmount(amount: number, currency: string): number {
  return Math.round(amount / factor(currency.toUpperCase()));
}
