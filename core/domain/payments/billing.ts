import type { SessionStatus } from '../sessions/sessions.ts';
import { type DuePart, duePart, filledInstalments, hasPlan, type PlannedBilling } from './instalments.ts';
import { isRefundedOnline, RECEIVED_STATUSES, type BillingStatus, type PaymentStatus } from './payments.ts';

/** Fields of a payment that totals need; amounts in minor units. */
interface CountedPayment {
  readonly id: string;
  readonly refundsPaymentId: string | null;
  readonly amount: number;
  readonly status: PaymentStatus;
}

export interface Billing extends PlannedBilling {
  /** The billed session; undefined while it is not known, and then nothing is owed. */
  readonly session: { readonly status: SessionStatus } | undefined;
  readonly paymentStatus: BillingStatus;
  readonly paidAmount: number;
}

/** Statuses in which the price is owed; must equal the filter of `owed` in `recount_customer` (SQL). */
export const BILLABLE_STATUSES: readonly SessionStatus[] = ['scheduled', 'confirmed', 'completed', 'no_show'];

/** Billing status on screens: `overdue` depends on the clock and is never stored. */
export type DisplayBillingStatus = BillingStatus | 'overdue';

/**
 * Returns a session's billing status at `now`, epoch milliseconds; null for a request and for a session that does not
 * happen, whose price is not owed. Overdue: an amount is due, and the date of an instalment not fully paid has passed.
 */
export function displayBillingStatus(billing: Billing, now: number): DisplayBillingStatus | null {
  if (!isBillable(billing)) return null;
  return overdueAmount(billing, now) > 0 ? 'overdue' : billing.paymentStatus;
}

/** Returns the open amount of the instalments whose date has passed at `now`, in minor units. */
export function overdueAmount(billing: Billing, now: number): number {
  const late = filledInstalments(billing, billing.paidAmount).filter(({ dueAt }) => dueAt !== null && dueAt < now);
  const open = late.reduce((sum, part) => sum + part.open, 0);
  return Math.min(amountDue(billing), open);
}

/** Returns the date of the first instalment that is not fully paid; null without one. */
export function nextDueDate(billing: PlannedBilling & Pick<Billing, 'paidAmount'>): number | null {
  return filledInstalments(billing, billing.paidAmount).find(({ open }) => open > 0)?.dueAt ?? null;
}

/** True if the session's price is owed: it was booked, and happens or happened. */
export const isBillable = ({ session }: Pick<Billing, 'session'>): boolean =>
  session !== undefined && BILLABLE_STATUSES.includes(session.status);

/**
 * Returns what a client owes for a session, in minor units. All screens, mails and answers take the amount from here;
 * `customer_balances.owed` sums it in SQL. It is 0 if the price is not owed or was waived, or if more was received.
 */
export function amountDue(
  billing: Pick<Billing, 'session' | 'paymentStatus' | 'paymentAmount' | 'paidAmount'>,
): number {
  if (!isBillable(billing) || billing.paymentStatus === 'waived') return 0;
  return Math.max(0, billing.paymentAmount - billing.paidAmount);
}

/**
 * Returns what the client of a session or order pays now or next, at `now`, epoch milliseconds; null if nothing is owed.
 * All screens, mails and checkouts take it from here.
 */
export function nextPart(billing: Billing, now: number): DuePart | null {
  const owed = amountDue(billing);
  const part = owed > 0 ? duePart(billing, billing.paidAmount, now) : null;
  return part && { ...part, amount: Math.min(owed, part.amount) };
}

/** Returns what a mail asks a client to pay at `now`, in minor units: the plan's next part, or all that is owed. */
export const requestedAmount = (billing: Billing, now: number): number =>
  (hasPlan(billing) && nextPart(billing, now)?.amount) || amountDue(billing);

/** Returns the part of a payment that can still be refunded, in minor units; refunds on their way count as refunded. */
export function refundableAmount(payment: CountedPayment, payments: readonly CountedPayment[]): number {
  if (payment.refundsPaymentId !== null || !RECEIVED_STATUSES.includes(payment.status)) return 0;
  return payment.amount - refundedTotal(payment.id, payments);
}

/** A payment that a refund can take from. */
export interface RefundablePayment extends CountedPayment {
  readonly method: string;
  readonly stripeId: string | null;
}

/** A part of a payment that is to be refunded, in minor units. */
export interface RefundPart<P> {
  payment: P;
  amount: number;
  /** It goes back through Stripe; otherwise the studio returns it. */
  isOnline: boolean;
}

/** Divides an amount to be refunded among a session's payments, those by card first; `payments` are latest first. */
export function refundParts<P extends RefundablePayment>(payments: readonly P[], due: number): RefundPart<P>[] {
  const [byCard, byHand] = [true, false].map((isOnline) =>
    payments.filter((payment) => isRefundedOnline(payment) === isOnline).map((payment) => ({ payment, isOnline })),
  ) as [{ payment: P; isOnline: boolean }[], { payment: P; isOnline: boolean }[]];
  let left = due;
  return [...byCard, ...byHand].flatMap(({ payment, isOnline }) => {
    const amount = Math.min(left, refundableAmount(payment, payments));
    left -= amount;
    return amount > 0 ? [{ payment, amount, isOnline }] : [];
  });
}

/** Returns the sum of refunds that Stripe has not decided yet, in minor units. */
export function refundsOnTheirWay(
  payments: readonly { refundsPaymentId: string | null; status: string; amount: number }[],
): number {
  return payments.reduce(
    (sum, { refundsPaymentId, status, amount }) =>
      sum + (refundsPaymentId !== null && status === 'pending' ? amount : 0),
    0,
  );
}

function refundedTotal(id: string, payments: readonly CountedPayment[]): number {
  return payments.reduce(
    (sum, one) =>
      sum + (one.refundsPaymentId === id && (one.status === 'paid' || one.status === 'pending') ? one.amount : 0),
    0,
  );
}

/** A session's totals and the statuses that follow from them, as the database triggers compute them. */
interface BillingTotals {
  paidAmount: number;
  refundedAmount: number;
  paymentStatus: BillingStatus;
}

export function computeBilling(
  { paymentAmount, waived }: { paymentAmount: number; waived: boolean },
  payments: readonly CountedPayment[],
): BillingTotals {
  const sum = (counts: (payment: CountedPayment) => boolean) =>
    payments.reduce((total, payment) => total + (counts(payment) ? payment.amount : 0), 0);
  const refundedAmount = sum(({ refundsPaymentId, status }) => refundsPaymentId !== null && status === 'paid');
  const received = sum(
    ({ refundsPaymentId, status }) => refundsPaymentId === null && RECEIVED_STATUSES.includes(status),
  );
  const paidAmount = received - refundedAmount;
  return {
    paidAmount,
    refundedAmount,
    paymentStatus: billingStatusForTotals({ paymentAmount, waived, paidAmount, refundedAmount }),
  };
}

type BillingSums = Pick<BillingTotals, 'paidAmount' | 'refundedAmount'> & { paymentAmount: number; waived: boolean };

function billingStatusForTotals({ paymentAmount, waived, paidAmount, refundedAmount }: BillingSums): BillingStatus {
  if (waived) return 'waived';
  if (paidAmount > 0) return paidAmount < paymentAmount ? 'partial' : 'paid';
  return refundedAmount > 0 ? 'refunded' : 'pending';
}

/** Returns a payment's status after refunds of `refunded` in total. */
export function statusAfterRefunds(amount: number, refunded: number): PaymentStatus {
  if (refunded === 0) return 'paid';
  return refunded < amount ? 'partially_refunded' : 'refunded';
}
