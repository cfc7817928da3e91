import { boolean, enumeration, number, string, table } from '@rocicorp/zero';
import type { DisputeStatus, StripeStatus } from '../../domain/payments/card-payments.ts';
import type { BillingStatus, PaymentPurpose, PaymentStatus } from '../../domain/payments/payments.ts';

// Only for members with access to money; all amounts in integer minor units.

/** A session's price and totals; one row per session. */
export const sessionBilling = table('sessionBilling')
  .from('session_billing')
  .columns({
    sessionId: string().from('session_id'),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    /** The session's client, maintained by triggers, as in `payments`. */
    customerId: string().from('customer_id').optional(),
    photographerId: string().from('photographer_id').optional(),
    /** Derived from payments by the server, independent of the clock: see `displayBillingStatus`. */
    paymentStatus: enumeration<BillingStatus>().from('payment_status'),
    paymentAmount: number().from('payment_amount'),
    depositAmount: number().from('deposit_amount'),
    dueDate: number().from('due_date').optional(),
    depositDueDate: number().from('deposit_due_date').optional(),
    waived: boolean(),
    /** Derived: amount received and not refunded; amount refunded. */
    paidAmount: number().from('paid_amount'),
    refundedAmount: number().from('refunded_amount'),
    /** What the rule keeps of a session that its client cancelled; absent: no rule decided. */
    keptAmount: number().from('kept_amount').optional(),
  })
  .primaryKey('sessionId');

export const payments = table('payments')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    /** Absent for a payment of an order without a session. */
    sessionId: string().from('session_id').optional(),
    /** Of a session's payment the session's order, which the server adds. */
    orderId: string().from('order_id').optional(),
    customerId: string().from('customer_id').optional(),
    photographerId: string().from('photographer_id').optional(),
    /** For a refund: the refunded payment. */
    refundsPaymentId: string().from('refunds_payment_id').optional(),
    date: number(),
    amount: number(),
    currency: string(),
    method: string(),
    purpose: enumeration<PaymentPurpose>(),
    status: enumeration<PaymentStatus>(),
    notes: string(),
    /** Receipt number, assigned once by the server. */
    receipt: string().optional(),
    /** A payment by card online: Stripe's payment, refund or dispute. Absent until Stripe has answered. */
    stripeId: string().from('stripe_id').optional(),
    dispute: enumeration<DisputeStatus>().optional(),
    previousStatus: enumeration<PaymentStatus>().from('previous_status').optional(),
    statusChangedAt: number().from('status_changed_at').optional(),
    statusChangedBy: string().from('status_changed_by').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');

/** A client's balance per photographer of the sessions. */
export const customerBalances = table('customerBalances')
  .from('customer_balances')
  .columns({
    customerId: string().from('customer_id'),
    accountId: string().from('account_id'),
    /** Empty for sessions without a photographer. */
    photographer: string(),
    billed: number(),
    paid: number(),
    /** The sum of `amountDue` over the client's sessions and orders without one. */
    owed: number(),
  })
  .primaryKey('customerId', 'photographer');

/** Amounts received and refunded per month of the studio's zone, `2026-11`. */
export const revenueMonths = table('revenueMonths')
  .from('revenue_months')
  .columns({
    accountId: string().from('account_id'),
    month: string(),
    photographer: string(),
    currency: string(),
    received: number(),
    refunded: number(),
    paymentCount: number().from('payment_count'),
  })
  .primaryKey('accountId', 'month', 'photographer', 'currency');

/** The studio's account at Stripe; absent until it was connected. The server writes it. */
export const stripeAccounts = table('stripeAccounts')
  .from('stripe_accounts')
  .columns({
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    stripeId: string().from('stripe_id'),
    status: enumeration<StripeStatus>(),
    chargesEnabled: boolean().from('charges_enabled'),
    dueAt: number().from('due_at').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('accountId');
