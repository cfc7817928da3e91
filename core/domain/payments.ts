import { z } from 'zod';
import { rowId } from './ids.ts';
import { instant, money, text } from './primitives.ts';
import type { Transitions } from './transitions.ts';

export const PAYMENT_STATUSES = ['pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'void'] as const;
export const paymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** Decisions §2. `partially_refunded` and `refunded` follow from refunds, which are payments of their own. */
export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  pending: ['paid', 'failed', 'void'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  failed: [],
  void: [],
};

/**
 * Undo, open for `UNDO_WINDOW_MS` to who acted. A payment that has its receipt keeps both: what was noted by mistake is
 * given back.
 */
export const PAYMENT_UNDO: Transitions<PaymentStatus> = {
  pending: [],
  paid: [],
  partially_refunded: [],
  refunded: [],
  failed: ['pending'],
  void: ['pending'],
};

export const PAYMENT_PURPOSES = ['deposit', 'balance', 'other'] as const;
export const paymentPurpose = z.enum(PAYMENT_PURPOSES);
export type PaymentPurpose = z.infer<typeof paymentPurpose>;

/** Offered; any other may be typed. */
export const PAYMENT_METHODS = ['card', 'cash', 'transfer', 'bizum', 'paypal'] as const;
export const paymentMethod = text.trim().max(60);

/** Stored in `session_billing`; `overdue` is derived, see `billingStatus`. */
export const BILLING_STATUSES = ['pending', 'partial', 'paid', 'refunded', 'waived'] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

/** A payment that came in, whatever was given back of it since. */
export const RECEIVED_STATUSES: readonly PaymentStatus[] = ['paid', 'partially_refunded', 'refunded'];

export const newPayment = z.strictObject({
  id: rowId,
  sessionId: rowId,
  /** Minor units; what is nothing is no payment. */
  amount: money.min(1),
  date: instant,
  method: paymentMethod,
  purpose: paymentPurpose,
  notes: text.max(4000).optional(),
  status: z.enum(['pending', 'paid']),
});

export const newRefund = z.strictObject({
  id: rowId,
  paymentId: rowId,
  amount: money.min(1),
  date: instant,
  method: paymentMethod.optional(),
  notes: text.max(4000).optional(),
});

/** What a session costs, and by when. */
export const billingChanges = z
  .strictObject({
    paymentAmount: money,
    depositAmount: money,
    dueDate: instant.nullable(),
    depositDueDate: instant.nullable(),
    waived: z.boolean(),
  })
  .partial()
  .refine(({ paymentAmount, depositAmount }) => (depositAmount ?? 0) <= (paymentAmount ?? depositAmount ?? 0), {
    path: ['depositAmount'],
  });

/** What may still be said of a payment that is noted; the amount, as long as it waits. */
export const paymentChanges = z
  .strictObject({
    amount: money.min(1),
    date: instant,
    method: paymentMethod,
    purpose: paymentPurpose,
    notes: text.max(4000),
  })
  .partial();
