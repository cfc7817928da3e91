import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { readable } from '../context.ts';
import { zql } from '../schema.ts';

export const customerQueries = {
  /** By name, outside the trash. */
  list: defineQuery(z.object({ limit: z.number().int().min(1).max(10_000) }), ({ ctx, args }) => {
    const account = readable(ctx, 'customers.read');
    return zql.customers
      .where((eb) => (account ? eb.cmp('accountId', account) : eb.or()))
      .where('deletedAt', 'IS', null)
      .orderBy('name', 'asc')
      .limit(args.limit);
  }),
};
