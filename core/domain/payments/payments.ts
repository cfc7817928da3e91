import { z } from 'zod';
import { rowId } from '../values/ids.ts';
import { instant, money, text } from '../values/primitives.ts';
import type { Transitions } from '../values/transitions.ts';

export const PAYMENT_STATUSES = ['pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'void'] as const;
export const paymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** `partially_refunded` and `refunded` result from refunds, which are separate payments. */
export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  pending: ['paid', 'failed', 'void'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  failed: [],
  void: [],
};

/**
 * Undo, allowed for `UNDO_WINDOW_MS` to the member who acted. A payment with a receipt cannot be undone; it can only be
 * refunded.
 */
export const PAYMENT_UNDO: Transitions<PaymentStatus> = {
  pending: [],
  paid: [],
  partially_refunded: [],
  refunded: [],
  failed: ['pending'],
  void: ['pending'],
};

/** `instalment`: one of a plan that is neither its first, the deposit, nor its last, the balance. */
export const PAYMENT_PURPOSES = ['deposit', 'instalment', 'balance', 'extras', 'other'] as const;
export const paymentPurpose = z.enum(PAYMENT_PURPOSES);
export type PaymentPurpose = z.infer<typeof paymentPurpose>;

/** Suggested methods; any other text is accepted. */
export const PAYMENT_METHODS = ['card', 'cash', 'transfer', 'bizum', 'paypal'] as const;
export const paymentMethod = text.trim().max(60);

/** Stored in `session_billing`; `overdue` is derived, see `displayBillingStatus`. */
export const BILLING_STATUSES = ['pending', 'partial', 'paid', 'refunded', 'waived'] as const;
export type BillingStatus = (typeof BILLING_STATUSES)[number];

/** Statuses of received payments, whether refunded or not. */
export const RECEIVED_STATUSES: readonly PaymentStatus[] = ['paid', 'partially_refunded', 'refunded'];

/**
 * True if a refund goes back through Stripe: the payment was made there, and the refund names no other way. It is pending
 * until Stripe says that it succeeded or failed.
 */
export function isRefundedOnline(
  payment: { readonly stripeId?: string | null | undefined; readonly method: string },
  method: string = payment.method,
): boolean {
  return Boolean(payment.stripeId?.startsWith('pi_')) && method === payment.method;
}

/** What a payment or a line is for: a session, or an order without one. */
const owner = { sessionId: rowId.optional(), orderId: rowId.optional() };

/** Arguments about a session or an order without one: they name exactly one of the two. */
export const ofOneOwner = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject({ ...owner, ...shape }).refine((args) => {
    const { sessionId, orderId } = args as { sessionId?: string; orderId?: string };
    return (sessionId === undefined) !== (orderId === undefined);
  });

/** Names a session or an order without one. */
export const paymentOwner = ofOneOwner({});

/** Returns the order of a session or of itself: a session's order has the session's id. */
export const orderIdOf = ({
  sessionId,
  orderId,
}: {
  sessionId?: string | null | undefined;
  orderId?: string | null | undefined;
}) => sessionId ?? orderId ?? '';

export const newPayment = ofOneOwner({
  id: rowId,
  /** Minor units, at least 1. */
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
  /** Takes the amount off the price of the session or order, so that the client does not owe it again. */
  reducesPrice: z.boolean().optional(),
  /** Refuses more than has to go back after a cancellation: two members may press the same button. */
  isDue: z.boolean().optional(),
});

/** A session's price and due dates. */
export const billingChanges = z
  .strictObject({
    paymentAmount: money,
    depositAmount: money,
    dueDate: instant.nullable(),
    depositDueDate: instant.nullable(),
    /** What the studio keeps of the payments of a cancelled session; null: not decided. */
    keptAmount: money.nullable(),
    waived: z.boolean(),
  })
  .partial()
  .refine(({ paymentAmount, depositAmount }) => (depositAmount ?? 0) <= (paymentAmount ?? depositAmount ?? 0), {
    path: ['depositAmount'],
  });

/** Editable fields of a recorded payment; the amount only while it is pending. */
export const paymentChanges = z
  .strictObject({
    amount: money.min(1),
    date: instant,
    method: paymentMethod,
    purpose: paymentPurpose,
    notes: text.max(4000),
  })
  .partial();
