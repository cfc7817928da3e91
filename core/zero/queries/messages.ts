import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { rowId } from '../../domain/ids.ts';
import { readable } from '../context.ts';
import { zql } from '../schema.ts';

const limit = z.number().int().min(1).max(1000);

export const messageQueries = {
  /** Those that could not be sent, for somebody to look at; the latest first. */
  failed: defineQuery(z.strictObject({ limit }), ({ ctx, args }) =>
    zql.messages
      .where('accountId', readable(ctx, 'sessions.read'))
      .where('status', 'failed')
      .related('customer')
      .related('session')
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  ofCustomer: defineQuery(z.strictObject({ customerId: rowId, limit }), ({ ctx, args }) =>
    zql.messages
      .where('accountId', readable(ctx, 'sessions.read'))
      .where('customerId', args.customerId)
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  ofSession: defineQuery(z.strictObject({ sessionId: rowId, limit }), ({ ctx, args }) =>
    zql.messages
      .where('accountId', readable(ctx, 'sessions.read'))
      .where('sessionId', args.sessionId)
      .orderBy('createdAt', 'desc')
      .limit(args.limit),
  ),

  /** A studio's own words for its mails. */
  templates: defineQuery(({ ctx }) =>
    zql.mailTemplates.where('accountId', readable(ctx, 'account.update')).orderBy('kind', 'asc').limit(100),
  ),
};
