import { defineQuery } from '@rocicorp/zero';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const domainQueries = {
  /** The studio's own domain; no row without one. */
  current: defineQuery(({ ctx }) =>
    zql.domains.where('accountId', readableAccountId(ctx, 'domain.manage')).where('status', '!=', 'removed').one(),
  ),
};
