import { defineQuery } from '@rocicorp/zero';
import { readable } from '../context.ts';
import { zql } from '../schema.ts';

export const accountQueries = {
  /** The account at hand, with its currency and what it stores. */
  current: defineQuery(({ ctx }) => {
    const account = readable(ctx, 'account.read');
    return zql.accounts
      .where(({ cmp, or }) => (account ? cmp('id', account) : or()))
      .related('currency')
      .related('usage')
      .one();
  }),

  members: defineQuery(({ ctx }) => {
    const account = readable(ctx, 'members.read');
    return zql.accountMembers
      .where(({ cmp, or }) => (account ? cmp('accountId', account) : or()))
      .orderBy('name', 'asc')
      .limit(200);
  }),

  settings: defineQuery(({ ctx }) => {
    const account = readable(ctx, 'account.read');
    return zql.settings.where(({ cmp, or }) => (account ? cmp('accountId', account) : or())).limit(200);
  }),
};
