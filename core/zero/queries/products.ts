import { defineQuery } from '@rocicorp/zero';
import { MAX_PRODUCTS } from '../../domain/payments/products.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const productQueries = {
  /** The price list with archived products, oldest first. */
  list: defineQuery(({ ctx }) =>
    zql.products
      .where('accountId', readableAccountId(ctx, 'money.read'))
      .orderBy('createdAt', 'asc')
      .limit(MAX_PRODUCTS),
  ),
};
