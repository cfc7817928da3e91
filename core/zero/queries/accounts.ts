import { defineQuery } from '@rocicorp/zero';
import { readable } from '../context.ts';
import { zql } from '../schema.ts';

export const accountQueries = {
  /** The account at hand, with its currency and what it stores. */
  current: defineQuery(({ ctx }) => {
    const account = readable(ctx, 'account.read');
    return zql.accounts
      .where((eb) => (account ? eb.cmp('id', account) : eb.or()))
      .related('currency')
      .related('usage')
      .one();
  }),

  members: defineQuery(({ ctx }) => {
    const account = readable(ctx, 'members.read');
    return zql.accountMembers
      .where((eb) => (account ? eb.cmp('accountId', account) : eb.or()))
      .orderBy('name', 'asc')
      .limit(200);
  }),

  settings: defineQuery(({ ctx }) => {
    const account = readable(ctx, 'account.read');
    return zql.settings.where((eb) => (account ? eb.cmp('accountId', account) : eb.or())).limit(200);
  }),
};
