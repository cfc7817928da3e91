import type { SessionStatus } from './sessions.ts';
import { RECEIVED_STATUSES, type BillingStatus, type PaymentStatus } from './payments.ts';

/** What is asked of a payment to count it; amounts in minor units. */
export interface CountedPayment {
  readonly id: string;
  readonly refundsPaymentId: string | null;
  readonly amount: number;
  readonly status: PaymentStatus;
}

export interface Billing {
  readonly paymentStatus: BillingStatus;
  readonly paymentAmount: number;
  readonly depositAmount: number;
  readonly paidAmount: number;
  readonly dueDate: number | null;
  readonly depositDueDate: number | null;
}

/** Sessions that something is owed for; nobody agreed to the others, or they are off. As clients' balances have it. */
export const OWED_STATUSES: readonly SessionStatus[] = ['scheduled', 'confirmed', 'completed', 'no_show'];

/** As people see it: `overdue` depends on the clock, and is stored nowhere (decisions §2). */
export type ShownBillingStatus = BillingStatus | 'overdue';

/**
 * A session's billing as it is at `now`, epoch milliseconds. Overdue: something is owed, and the day for all of it, or
 * for the deposit of which some is missing, has passed.
 */
export function billingStatus(billing: Billing, now: number): ShownBillingStatus {
  const { paymentStatus, paymentAmount, depositAmount, paidAmount, dueDate, depositDueDate } = billing;
  if (paymentStatus === 'waived' || paymentStatus === 'paid' || paymentAmount <= paidAmount) return paymentStatus;
  const isDepositMissing = depositDueDate !== null && depositDueDate < now && paidAmount < depositAmount;
  return isDepositMissing || (dueDate !== null && dueDate < now) ? 'overdue' : paymentStatus;
}

/** By when the next of it is owed: the deposit's day while that is missing. */
export function nextDue(billing: Omit<Billing, 'paymentStatus'>): number | null {
  const { depositAmount, paidAmount, dueDate, depositDueDate } = billing;
  return paidAmount < depositAmount ? (depositDueDate ?? dueDate) : dueDate;
}

/** What is still owed; nothing where more came in, and of what is waived. */
export function owed({
  paymentStatus,
  paymentAmount,
  paidAmount,
}: Pick<Billing, 'paymentStatus' | 'paymentAmount' | 'paidAmount'>): number {
  return paymentStatus === 'waived' ? 0 : Math.max(0, paymentAmount - paidAmount);
}

/** What of the deposit is still owed. */
export function depositOwed(
  billing: Pick<Billing, 'paymentStatus' | 'paymentAmount' | 'depositAmount' | 'paidAmount'>,
) {
  return Math.min(owed(billing), Math.max(0, billing.depositAmount - billing.paidAmount));
}

/** What can still be given back of a payment. */
export function refundable(payment: CountedPayment, payments: readonly CountedPayment[]): number {
  if (payment.refundsPaymentId !== null || !RECEIVED_STATUSES.includes(payment.status)) return 0;
  return payment.amount - givenBack(payment.id, payments);
}

function givenBack(id: string, payments: readonly CountedPayment[]): number {
  return payments.reduce(
    (sum, one) => sum + (one.refundsPaymentId === id && one.status === 'paid' ? one.amount : 0),
    0,
  );
}

/** What came in for a session, and the statuses that follow, as the database's triggers have them. */
export interface Settled {
  paidAmount: number;
  refundedAmount: number;
  paymentStatus: BillingStatus;
}

export function settle(
  { paymentAmount, waived }: { paymentAmount: number; waived: boolean },
  payments: readonly CountedPayment[],
): Settled {
  const sum = (counts: (payment: CountedPayment) => boolean) =>
    payments.reduce((total, payment) => total + (counts(payment) ? payment.amount : 0), 0);
  const refundedAmount = sum(({ refundsPaymentId, status }) => refundsPaymentId !== null && status === 'paid');
  const received = sum(
    ({ refundsPaymentId, status }) => refundsPaymentId === null && RECEIVED_STATUSES.includes(status),
  );
  const paidAmount = received - refundedAmount;
  return { paidAmount, refundedAmount, paymentStatus: statusOf({ paymentAmount, waived, paidAmount, refundedAmount }) };
}

type Sums = Pick<Settled, 'paidAmount' | 'refundedAmount'> & { paymentAmount: number; waived: boolean };

function statusOf({ paymentAmount, waived, paidAmount, refundedAmount }: Sums): BillingStatus {
  if (waived) return 'waived';
  if (paidAmount > 0) return paidAmount < paymentAmount ? 'partial' : 'paid';
  return refundedAmount > 0 ? 'refunded' : 'pending';
}

/** What a payment is once so much of it was given back. */
export function statusAfterRefunds(amount: number, refunded: number): PaymentStatus {
  if (refunded === 0) return 'paid';
  return refunded < amount ? 'partially_refunded' : 'refunded';
}
