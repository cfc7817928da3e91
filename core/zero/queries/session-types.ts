import { defineQuery } from '@rocicorp/zero';
import { readable } from '../context.ts';
import { zql } from '../schema.ts';

/** More kinds of sessions than this nobody tells apart. */
const MAX_TYPES = 500;

export const sessionTypeQueries = {
  /** By name, those put away too: sessions still name them. Prices only for those who may see money. */
  list: defineQuery(({ ctx }) =>
    zql.sessionTypes
      .where('accountId', readable(ctx, 'sessions.read'))
      .related('price', (rows) => rows.where('accountId', readable(ctx, 'money.read')))
      .related('plans', (rows) => rows.orderBy('startDate', 'asc').limit(100))
      .orderBy('name', 'asc')
      .limit(MAX_TYPES),
  ),
};
