import { defineQuery } from '@rocicorp/zero';
import { MAX_PLANS } from '../../domain/schedule-plans.ts';
import { MAX_SESSION_TYPES } from '../../domain/session-types.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const sessionTypeQueries = {
  /** By name, those put away too: sessions still name them. Prices only for those who may see money. */
  list: defineQuery(({ ctx }) =>
    zql.sessionTypes
      .where('accountId', readableAccountId(ctx, 'sessions.read'))
      .related('price', (rows) => rows.where('accountId', readableAccountId(ctx, 'money.read')))
      .related('plans', (rows) => rows.orderBy('startDate', 'asc').limit(MAX_PLANS))
      .orderBy('name', 'asc')
      .limit(MAX_SESSION_TYPES),
  ),
};
