import { defineQuery } from '@rocicorp/zero';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const accountQueries = {
  /** The current account with its currency and storage usage. */
  current: defineQuery(({ ctx }) =>
    zql.accounts.where('id', readableAccountId(ctx, 'account.read')).related('currency').related('usage').one(),
  ),

  /** Data exports, latest first; only for members who may download them. */
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
