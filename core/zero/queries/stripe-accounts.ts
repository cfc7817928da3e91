import { defineQuery } from '@rocicorp/zero';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const stripeAccountQueries = {
  /** The studio's account at Stripe, for everybody who sees money; no row before it was connected. */
  current: defineQuery(({ ctx }) => zql.stripeAccounts.where('accountId', readableAccountId(ctx, 'money.read')).one()),
};
