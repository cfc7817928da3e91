import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { readable } from '../context.ts';
import { zql } from '../schema.ts';

export const customerQueries = {
  /** By name, outside the trash. */
  list: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(10_000) }), ({ ctx, args }) =>
    zql.customers
      .where('accountId', readable(ctx, 'customers.read'))
      .where('deletedAt', 'IS', null)
      .orderBy('name', 'asc')
      .limit(args.limit),
  ),
};
