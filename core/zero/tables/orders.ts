import { enumeration, number, string, table } from '@rocicorp/zero';
import type { OrderKind } from '../../domain/payments/orders.ts';
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
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');

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
