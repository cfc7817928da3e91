import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_PROPOSAL_TEMPLATES, PROPOSAL_STATUSES } from '../../domain/payments/proposals.ts';
import { rowId } from '../../domain/values/ids.ts';
import type { Ctx } from '../context.ts';
import { moneyScope } from '../money-scope.ts';
import { zql } from '../schema.ts';

const limit = z.number().int().min(1).max(1000);

/** Proposals are about money: photographers see their own, assistants none. */
function scoped(ctx: Ctx | undefined) {
  const { accountId, photographerId } = moneyScope(ctx);
  const rows = zql.proposals.where('accountId', accountId);
  return photographerId === null ? rows : rows.where('photographerId', photographerId);
}

const listed = (ctx: Ctx | undefined) =>
  scoped(ctx)
    .where('isTemplate', false)
    .related('lines')
    .related('customer')
    .related('lead')
    .related('sessionType')
    .related('totals')
    .orderBy('createdAt', 'desc');

export const proposalQueries = {
  /** Latest first, with lines, client, lead and totals. A lapsed one is stored as `proposed`. */
  list: defineQuery(
    z.strictObject({ statuses: z.array(z.enum(PROPOSAL_STATUSES)).min(1).max(PROPOSAL_STATUSES.length), limit }),
    ({ ctx, args }) => listed(ctx).where('status', 'IN', args.statuses).limit(args.limit),
  ),

  byId: defineQuery(z.strictObject({ id: rowId }), ({ ctx, args }) =>
    scoped(ctx)
      .where('id', args.id)
      .related('lines')
      .related('customer', (customer) => customer.related('contacts'))
      .related('lead')
      .related('sessionType')
      .related('contractTemplate')
      .related('session')
      .related('totals')
      .one(),
  ),

  ofCustomer: defineQuery(z.strictObject({ customerId: rowId, limit }), ({ ctx, args }) =>
    listed(ctx).where('customerId', args.customerId).limit(args.limit),
  ),

  ofLead: defineQuery(z.strictObject({ leadId: rowId, limit }), ({ ctx, args }) =>
    listed(ctx).where('leadId', args.leadId).limit(args.limit),
  ),

  /** Templates, which every member with access to money may copy, by their creation. */
  templates: defineQuery(({ ctx }) =>
    zql.proposals
      .where('accountId', moneyScope(ctx).accountId)
      .where('isTemplate', true)
      .related('lines')
      .orderBy('createdAt', 'asc')
      .limit(MAX_PROPOSAL_TEMPLATES),
  ),
};
