import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { BILLABLE_STATUSES } from '../../domain/payments/billing.ts';
import { paymentStatus } from '../../domain/payments/payments.ts';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import { instant, text } from '../../domain/values/primitives.ts';
import { type Ctx, readableAccountId } from '../context.ts';
import { moneyScope } from '../money-scope.ts';
import { zql } from '../schema.ts';

const limit = z.number().int().min(1).max(50_000);
const month = z.string().regex(/^\d{4}-\d{2}$/);

function scoped(ctx: Ctx | undefined) {
  const { accountId, photographerId } = moneyScope(ctx);
  const rows = zql.payments.where('accountId', accountId);
  return photographerId === null ? rows : rows.where('photographerId', photographerId);
}

/** Totals of orders without a session: those of sessions are in `session_billing`. */
function scopedTotals(ctx: Ctx | undefined) {
  const { accountId, photographerId } = moneyScope(ctx);
  const rows = zql.orderTotals
    .where('accountId', accountId)
    .whereExists('order', (order) => order.where('sessionId', 'IS', null), { flip: false });
  return photographerId === null ? rows : rows.where('photographerId', photographerId);
}

export const paymentQueries = {
  /**
   * Latest first, including refunds unless only payments are requested. `search` matches clients' names, receipt
   * numbers and methods.
   */
  list: defineQuery(
    z.strictObject({
      statuses: z.array(paymentStatus).min(1).max(6),
      from: instant.optional(),
      to: instant.optional(),
      search: text.max(200).optional(),
      paymentsOnly: z.boolean().optional(),
      limit,
    }),
    ({ ctx, args }) => {
      let rows = scoped(ctx).where('status', 'IN', args.statuses);
      if (args.paymentsOnly) rows = rows.where('refundsPaymentId', 'IS', null);
      if (args.from !== undefined) rows = rows.where('date', '>=', args.from);
      if (args.to !== undefined) rows = rows.where('date', '<', args.to);
      const like = `%${(args.search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      if (args.search) {
        rows = rows.where((one) =>
          one.or(
            one.cmp('receipt', 'ILIKE', like),
            one.cmp('method', 'ILIKE', like),
            one.exists('customer', (customer) => customer.where('name', 'ILIKE', like), { flip: false }),
          ),
        );
      }
      return rows
        .related('customer')
        .related('session', (session) => session.related('sessionType'))
        .related('order', (order) => order.related('gallery'))
        .orderBy('date', 'desc')
        .limit(args.limit);
    },
  ),

  ofCustomer: defineQuery(z.strictObject({ customerId: rowId, limit }), ({ ctx, args }) =>
    scoped(ctx)
      .where('customerId', args.customerId)
      .related('session', (session) => session.related('sessionType'))
      .related('order', (order) => order.related('gallery'))
      .orderBy('date', 'desc')
      .limit(args.limit),
  ),

  /** A session's billing with its payments and refunds, latest first. */
  ofSession: defineQuery(z.strictObject({ sessionId: rowId }), ({ ctx, args }) => {
    const { accountId, photographerId } = moneyScope(ctx);
    const rows = zql.sessionBilling.where('accountId', accountId).where('sessionId', args.sessionId);
    return (photographerId === null ? rows : rows.where('photographerId', photographerId))
      .related('payments', (payments) => payments.where('accountId', accountId).orderBy('date', 'desc'))
      .related('customer')
      .related('session', (session) => session.where('accountId', accountId))
      .related('order')
      .related('instalments')
      .related('lines')
      .one();
  }),

  /**
   * Sessions with an amount due, by due date; all, or those with an instalment, deposit or price that is due before
   * `before`. The screen decides whether it is overdue or was paid.
   */
  due: defineQuery(z.strictObject({ before: instant.optional(), limit }), ({ ctx, args: { before, ...args } }) => {
    const { accountId, photographerId } = moneyScope(ctx);
    let rows = zql.sessionBilling
      .where('accountId', accountId)
      .where('paymentStatus', 'IN', ['pending', 'partial', 'refunded'])
      .where('waived', false)
      .where('paymentAmount', '>', 0)
      .whereExists(
        'session',
        (session) => session.where('deletedAt', 'IS', null).where('status', 'IN', BILLABLE_STATUSES),
        { flip: false },
      );
    if (before !== undefined) {
      rows = rows.where((one) =>
        one.or(
          one.cmp('dueDate', '<', before),
          one.cmp('depositDueDate', '<', before),
          one.exists('instalments', (parts) => parts.where('dueAt', '<', before), { flip: false }),
        ),
      );
    }
    return (photographerId === null ? rows : rows.where('photographerId', photographerId))
      .related('session', (session) => session.related('sessionType'))
      .related('customer')
      .related('instalments')
      .orderBy('dueDate', 'asc')
      .limit(args.limit);
  }),

  /**
   * Sessions that their clients cancelled by a rule, with their payments, latest first. The screen decides whether
   * something has to go back.
   */
  settled: defineQuery(z.strictObject({ limit }), ({ ctx, args }) => {
    const { accountId, photographerId } = moneyScope(ctx);
    const rows = zql.sessionBilling
      .where('accountId', accountId)
      .where('keptAmount', 'IS NOT', null)
      .where('paidAmount', '>', 0)
      .whereExists('session', (session) => session.where('deletedAt', 'IS', null).where('status', 'cancelled'), {
        flip: false,
      });
    return (photographerId === null ? rows : rows.where('photographerId', photographerId))
      .related('session')
      .related('customer')
      .related('payments', (payments) => payments.where('accountId', accountId).orderBy('date', 'desc'))
      .orderBy('sessionId', 'asc')
      .limit(args.limit);
  }),

  /** Orders from which their clients have withdrawn, and which the studio has not dealt with, earliest first. */
  withdrawn: defineQuery(z.strictObject({ limit }), ({ ctx, args }) => {
    const { accountId, photographerId } = moneyScope(ctx);
    const rows = zql.orders
      .where('accountId', accountId)
      .where('withdrawnAt', 'IS NOT', null)
      .where('withdrawalSettledAt', 'IS', null);
    return (photographerId === null ? rows : rows.where('photographerId', photographerId))
      .related('session')
      .related('customer')
      .related('gallery')
      .related('totals')
      .related('lines')
      .related('payments', (payments) => payments.orderBy('date', 'desc'))
      .orderBy('withdrawnAt', 'asc')
      .limit(args.limit);
  }),

  /** Orders without a session that are owed something, earliest first. */
  dueOrders: defineQuery(z.strictObject({ limit }), ({ ctx, args }) =>
    scopedTotals(ctx)
      .where('open', '>', 0)
      .related('order', (order) => order.related('gallery'))
      .related('lines')
      .related('customer')
      .related('instalments')
      .orderBy('orderId', 'asc')
      .limit(args.limit),
  ),

  /** Orders without a session of a client or a gallery, latest first. */
  orders: defineQuery(
    z.strictObject({ customerId: rowId.optional(), galleryId: galleryId.optional(), limit }),
    ({ ctx, args: { customerId, galleryId: ofGallery, ...args } }) => {
      let rows = scopedTotals(ctx);
      if (customerId !== undefined) rows = rows.where('customerId', customerId);
      if (ofGallery !== undefined) rows = rows.whereExists('order', (order) => order.where('galleryId', ofGallery));
      return rows
        .related('order', (order) => order.related('gallery').related('list'))
        .related('lines')
        .related('instalments')
        .orderBy('orderId', 'desc')
        .limit(args.limit);
    },
  ),

  /** An order without a session, with its payments and refunds, latest first. */
  ofOrder: defineQuery(z.strictObject({ orderId: rowId }), ({ ctx, args }) =>
    scopedTotals(ctx)
      .where('orderId', args.orderId)
      .related('payments', (payments) => payments.orderBy('date', 'desc'))
      .related('order', (order) => order.related('gallery').related('list'))
      .related('customer')
      .related('instalments')
      .related('lines')
      .one(),
  ),

  /** Billing of the sessions of a list, for members with access to amounts. */
  billing: defineQuery(z.strictObject({ limit }), ({ ctx, args }) => {
    const { accountId, photographerId } = moneyScope(ctx);
    const rows = zql.sessionBilling.where('accountId', accountId);
    return (photographerId === null ? rows : rows.where('photographerId', photographerId))
      .orderBy('sessionId', 'asc')
      .limit(args.limit);
  }),

  /** Monthly totals from a month on, earliest first. */
  months: defineQuery(z.strictObject({ from: month }), ({ ctx, args }) => {
    const { accountId, photographerId } = moneyScope(ctx);
    const rows = zql.revenueMonths.where('accountId', accountId).where('month', '>=', args.from);
    return (photographerId === null ? rows : rows.where('photographer', photographerId))
      .orderBy('month', 'asc')
      .limit(10_000);
  }),
};

export const stripeAccountQueries = {
  /** The studio's account at Stripe, for everybody who sees money; no row before it was connected. */
  current: defineQuery(({ ctx }) => zql.stripeAccounts.where('accountId', readableAccountId(ctx, 'money.read')).one()),
};
