import { boolean, enumeration, json, number, string, table } from '@rocicorp/zero';
import type { OrderKind } from '../../domain/payments/orders.ts';
import type { WithdrawalKind } from '../../domain/payments/products.ts';
import type { BillingStatus } from '../../domain/payments/payments.ts';

/** What a client is charged for, without amounts. The order of a session has the session's id. */
export const orders = table('orders')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    kind: enumeration<OrderKind>(),
    status: string(),
    customerId: string().from('customer_id'),
    /** The session's; of a gallery's order, the photographer of its latest session. */
    photographerId: string().from('photographer_id').optional(),
    sessionId: string().from('session_id').optional(),
    galleryId: string().from('gallery_id').optional(),
    /** The person of the gallery who submitted the selection. */
    personId: string().from('person_id').optional(),
    currency: string(),
    /** Instalments that are not paid move with the session. */
    planMoves: boolean().from('plan_moves'),
    /** The client is reminded of each instalment by mail. */
    planReminds: boolean().from('plan_reminds'),
    /** When the client withdrew, in whose name, and from which lines; null unless they did. */
    withdrawnAt: number().from('withdrawn_at').optional(),
    withdrawnName: string().from('withdrawn_name'),
    withdrawnSources: json<readonly string[]>().from('withdrawn_sources').optional(),
    /** When the studio had dealt with it. */
    withdrawalSettledAt: number().from('withdrawal_settled_at').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');

/**
 * What an order charges, only for members with access to money. A line never changes: corrections are lines of the same
 * source.
 */
export const orderLines = table('orderLines')
  .from('order_lines')
  .columns({
    orderId: string().from('order_id'),
    position: number(),
    accountId: string().from('account_id'),
    /** `price`, `list:<id>` of a selection, `product:<id>`, `waived`. */
    source: string(),
    title: string(),
    /** Minor units; negative in corrections. */
    amount: number(),
    isCorrection: boolean().from('is_correction'),
    productId: string().from('product_id').optional(),
    quantity: number(),
    unitAmount: number().from('unit_amount').optional(),
    discount: number(),
    /** As the product had it; null: a service. */
    withdrawal: enumeration<WithdrawalKind>().optional(),
    createdAt: number().from('created_at'),
  })
  .primaryKey('orderId', 'position');

/** The payment plan of an order; only for members with access to money. An order without rows has a deposit and the rest. */
export const orderInstalments = table('orderInstalments')
  .from('order_instalments')
  .columns({
    orderId: string().from('order_id'),
    /** From 1. */
    position: number(),
    accountId: string().from('account_id'),
    /** Minor units; the instalments sum to the order's total. */
    amount: number(),
    dueAt: number().from('due_at'),
    createdAt: number().from('created_at'),
  })
  .primaryKey('orderId', 'position');

/** Derived sums of an order, minor units; only for members with access to money. */
export const orderTotals = table('orderTotals')
  .from('order_totals')
  .columns({
    orderId: string().from('order_id'),
    accountId: string().from('account_id'),
    customerId: string().from('customer_id'),
    photographerId: string().from('photographer_id').optional(),
    total: number(),
    /** Received and not refunded. */
    paid: number(),
    refunded: number(),
    /** Total minus paid; below zero the client has paid more than is charged. */
    open: number(),
    paymentStatus: enumeration<BillingStatus>().from('payment_status'),
  })
  .primaryKey('orderId');
