import { defineQuery } from '@rocicorp/zero';
import { MAX_PLANS } from '../../domain/slots/schedule-plans.ts';
import { MAX_SESSION_TYPES } from '../../domain/sessions/session-types.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const sessionTypeQueries = {
  /**
   * By name, including archived types, since sessions still refer to them. Prices only for members with access to
   * money.
   */
  list: defineQuery(({ ctx }) =>
    zql.sessionTypes
      .where('accountId', readableAccountId(ctx, 'sessions.read'))
      .related('price', (rows) => rows.where('accountId', readableAccountId(ctx, 'money.read')))
      .related('plans', (rows) => rows.orderBy('startDate', 'asc').limit(MAX_PLANS))
      .orderBy('name', 'asc')
      .limit(MAX_SESSION_TYPES),
  ),
};
