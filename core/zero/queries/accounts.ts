import { defineQuery } from '@rocicorp/zero';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const accountQueries = {
  /** The account at hand, with its currency and what it stores. */
  current: defineQuery(({ ctx }) =>
    zql.accounts.where('id', readableAccountId(ctx, 'account.read')).related('currency').related('usage').one(),
  ),

  /** Files of everything, the latest first; only for those who may take them along. */
  exports: defineQuery(({ ctx }) =>
    zql.accountExports
      .where('accountId', readableAccountId(ctx, 'account.delete'))
      .orderBy('createdAt', 'desc')
      .limit(10),
  ),

  settings: defineQuery(({ ctx }) =>
    zql.settings.where('accountId', readableAccountId(ctx, 'account.read')).limit(200),
  ),
};
