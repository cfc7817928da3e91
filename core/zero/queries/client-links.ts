import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_LISTED_LINKS } from '../../domain/clients/client-links.ts';
import { rowId } from '../../domain/values/ids.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const clientLinkQueries = {
  /** A client's links, latest first. Not for assistants: the page that they open shows amounts. */
  ofCustomer: defineQuery(z.strictObject({ customerId: rowId }), ({ ctx, args }) =>
    zql.clientLinks
      .where('accountId', readableAccountId(ctx, 'customers.write'))
      .where('customerId', args.customerId)
      .orderBy('createdAt', 'desc')
      .limit(MAX_LISTED_LINKS),
  ),
};
