import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { rowId } from '../../domain/values/ids.ts';
import { leadStatus } from '../../domain/clients/leads.ts';
import { type Ctx, readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

const scoped = (ctx: Ctx | undefined) => zql.leads.where('accountId', readableAccountId(ctx, 'customers.read'));

export const leadQueries = {
  /** Leads of one status, latest first. */
  list: defineQuery(z.strictObject({ status: leadStatus, limit: z.number().int().min(1).max(1000) }), ({ ctx, args }) =>
    scoped(ctx).where('status', args.status).related('sessionType').orderBy('createdAt', 'desc').limit(args.limit),
  ),

  byId: defineQuery(z.strictObject({ id: rowId }), ({ ctx, args }) =>
    scoped(ctx).where('id', args.id).related('sessionType').related('customer').related('session').one(),
  ),
};
