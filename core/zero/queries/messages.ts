import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { rowId } from '../../domain/values/ids.ts';
import { MONEY_MESSAGE_KINDS } from '../../domain/messages/messages.ts';
import { can } from '../../domain/studio/roles.ts';
import { readableAccountId, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';

const limit = z.number().int().min(1).max(1000);

/** Messages that the caller may see: mails about money require access to the amounts of the session or order. */
function scoped(ctx: Ctx | undefined) {
  const rows = zql.messages.where('accountId', readableAccountId(ctx, 'sessions.read'));
  if (!ctx || !can(ctx.role, 'money.read')) return rows.where('kind', 'NOT IN', MONEY_MESSAGE_KINDS);
  if (can(ctx.role, 'money.all')) return rows;
  const { userId } = ctx;
  return rows.where((one) =>
    one.or(
      one.cmp('kind', 'NOT IN', MONEY_MESSAGE_KINDS),
      one.exists('session', (session) => session.where('photographerId', userId), { flip: false }),
      one.exists('order', (order) => order.where('photographerId', userId), { flip: false }),
    ),
  );
}

export const messageQueries = {
  /** Failed mails, latest first. Excludes mails about trashed sessions and galleries, which need no action. */
  failed: defineQuery(z.strictObject({ limit }), ({ ctx, args }) =>
    scoped(ctx)
      .where('status', 'failed')
      .whereExists('session', (session) => session.where('deletedAt', 'IS', null), { flip: false })
      .whereExists('customer', (customer) => customer.where('deletedAt', 'IS', null), { flip: false })
      .related('customer')
      .related('contact')
      .related('session')
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  ofCustomer: defineQuery(z.strictObject({ customerId: rowId, limit }), ({ ctx, args }) =>
    scoped(ctx)
      .where('customerId', args.customerId)
      .related('customer')
      .related('contact')
      .related('session')
      .related('runs', (rows) => rows.related('step'))
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  ofSession: defineQuery(z.strictObject({ sessionId: rowId, limit }), ({ ctx, args }) =>
    scoped(ctx)
      .where('sessionId', args.sessionId)
      .related('customer')
      .related('contact')
      .related('session')
      .related('runs', (rows) => rows.related('step'))
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  /** The studio's mail templates: for their form, and for previews of what is about to be sent. */
  templates: defineQuery(({ ctx }) =>
    zql.mailTemplates.where('accountId', readableAccountId(ctx, 'sessions.write')).orderBy('kind', 'asc').limit(100),
  ),
};
