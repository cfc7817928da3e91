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
export const BILLABLE_STATUSES: readonly SessionStatus[] = ['scheduled', 'confirmed', 'completed', 'no_show'];

/** As people see it: `overdue` depends on the clock, and is stored nowhere (decisions §2). */
export type DisplayBillingStatus = BillingStatus | 'overdue';

/**
 * A session's billing as it is at `now`, epoch milliseconds. Overdue: something is owed, and the day for all of it, or
 * for the deposit of which some is missing, has passed.
 */
export function displayBillingStatus(billing: Billing, now: number): DisplayBillingStatus {
  const { paymentStatus, paymentAmount, depositAmount, paidAmount, dueDate, depositDueDate } = billing;
  if (paymentStatus === 'waived' || paymentStatus === 'paid' || paymentAmount <= paidAmount) return paymentStatus;
  const isDepositMissing = depositDueDate !== null && depositDueDate < now && paidAmount < depositAmount;
  return isDepositMissing || (dueDate !== null && dueDate < now) ? 'overdue' : paymentStatus;
}

/** By when the next of it is owed: the deposit's day while that is missing. */
export function nextDueDate(billing: Omit<Billing, 'paymentStatus'>): number | null {
  const { depositAmount, paidAmount, dueDate, depositDueDate } = billing;
  return paidAmount < depositAmount ? (depositDueDate ?? dueDate) : dueDate;
}

/** What is still owed; nothing where more came in, and of what is waived. */
export function amountDue({
  paymentStatus,
  paymentAmount,
  paidAmount,
}: Pick<Billing, 'paymentStatus' | 'paymentAmount' | 'paidAmount'>): number {
  return paymentStatus === 'waived' ? 0 : Math.max(0, paymentAmount - paidAmount);
}

/** What of the deposit is still owed. */
export function depositDue(billing: Pick<Billing, 'paymentStatus' | 'paymentAmount' | 'depositAmount' | 'paidAmount'>) {
  return Math.min(amountDue(billing), Math.max(0, billing.depositAmount - billing.paidAmount));
}

/** What can still be given back of a payment. */
export function refundableAmount(payment: CountedPayment, payments: readonly CountedPayment[]): number {
  if (payment.refundsPaymentId !== null || !RECEIVED_STATUSES.includes(payment.status)) return 0;
  return payment.amount - refundedTotal(payment.id, payments);
}

function refundedTotal(id: string, payments: readonly CountedPayment[]): number {
  return payments.reduce(
    (sum, one) => sum + (one.refundsPaymentId === id && one.status === 'paid' ? one.amount : 0),
    0,
  );
}

/** What came in for a session, and the statuses that follow, as the database's triggers have them. */
export interface BillingTotals {
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

/** What a payment is once so much of it was given back. */
export function statusAfterRefunds(amount: number, refunded: number): PaymentStatus {
  if (refunded === 0) return 'paid';
  return refunded < amount ? 'partially_refunded' : 'refunded';
}
