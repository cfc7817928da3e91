import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_LISTED_LINKS } from '../../domain/clients/client-links.ts';
import { rowId } from '../../domain/values/ids.ts';
import { type Ctx, readableAccountId } from '../context.ts';
import { moneyScope } from '../money-scope.ts';
import { zql } from '../schema.ts';

/** Maximum number of clients: lists are searched and sorted as a whole. */
export const MAX_CUSTOMERS = 10_000;

/** Balances of clients, restricted to the member's money scope. */
function balances(ctx: Ctx | undefined) {
  const { accountId, photographerId } = moneyScope(ctx);
  const rows = zql.customerBalances.where('accountId', accountId);
  return photographerId === null ? rows : rows.where('photographer', photographerId);
}

const scoped = (ctx: Ctx | undefined) => zql.customers.where('accountId', readableAccountId(ctx, 'customers.read'));

export const customerQueries = {
  /** Clients outside the trash, by name. */
  list: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(MAX_CUSTOMERS) }), ({ ctx, args }) =>
    scoped(ctx).where('deletedAt', 'IS', null).where('erasedAt', 'IS', null).orderBy('name', 'asc').limit(args.limit),
  ),

  /** Separate from `list`, so that a screen of ten thousand queries each table once. */
  stats: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(MAX_CUSTOMERS) }), ({ ctx, args }) =>
    zql.customerStats
      .where('accountId', readableAccountId(ctx, 'customers.read'))
      .orderBy('customerId', 'asc')
      .limit(args.limit),
  ),

  /** Contacts with a name of their own, for the search of clients; separate from `list`, as `stats`. */
  contacts: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(MAX_CUSTOMERS) }), ({ ctx, args }) =>
    zql.customerContacts
      .where('accountId', readableAccountId(ctx, 'customers.read'))
      .where('name', '!=', '')
      .orderBy('customerId', 'asc')
      .orderBy('position', 'asc')
      .limit(args.limit),
  ),

  balances: defineQuery(
    z.strictObject({
      limit: z
        .number()
        .int()
        .min(1)
        .max(MAX_CUSTOMERS * 2),
    }),
    ({ ctx, args }) => balances(ctx).orderBy('customerId', 'asc').limit(args.limit),
  ),

  byId: defineQuery(z.strictObject({ id: rowId }), ({ ctx, args }) =>
    scoped(ctx)
      .where('id', args.id)
      .related('stats')
      .related('contacts', (rows) => rows.orderBy('position', 'asc').orderBy('id', 'asc'))
      .related('balances', (rows) => {
        const { accountId, photographerId } = moneyScope(ctx);
        const all = rows.where('accountId', accountId);
        return photographerId === null ? all : all.where('photographer', photographerId);
      })
      .related('galleries', (rows) =>
        rows
          .where('deletedAt', 'IS', null)
          .related('coverPhoto')
          .related('stats')
          .orderBy('createdAt', 'desc')
          .limit(100),
      )
      .one(),
  ),

  /** Events of a client's sessions, latest first. */
  events: defineQuery(
    z.strictObject({ customerId: rowId, limit: z.number().int().min(1).max(1000) }),
    ({ ctx, args }) =>
      zql.sessionEvents
        .where('accountId', readableAccountId(ctx, 'sessions.read'))
        .whereExists('session', (one) => one.where('customerId', args.customerId).where('deletedAt', 'IS', null), {
          flip: true,
        })
        .related('session')
        .orderBy('at', 'desc')
        .limit(args.limit),
  ),

  /** Pairs confirmed as different; separate from `list`, which is searched for duplicates. */
  distinct: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(MAX_CUSTOMERS) }), ({ ctx, args }) =>
    zql.dismissedDuplicates
      .where('accountId', readableAccountId(ctx, 'customers.read'))
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  trashed: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(1000) }), ({ ctx, args }) =>
    zql.customers
      .where('accountId', readableAccountId(ctx, 'customers.write'))
      .where('deletedAt', 'IS NOT', null)
      .orderBy('deletedAt', 'desc')
      .limit(args.limit),
  ),
};

export const clientLinkQueries = {
  /** A client's links, latest first. Not for assistants: the page that they open shows amounts. */
  ofCustomer: defineQuery(z.strictObject({ customerId: rowId }), ({ ctx, args }) =>
    zql.clientLinks
      .where('accountId', readableAccountId(ctx, 'customers.write'))
      .where('customerId', args.customerId)
      .orderBy('createdAt', 'desc')
      .limit(MAX_LISTED_LINKS),
  ),
};
