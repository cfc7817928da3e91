import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { distinctPairs } from '../../domain/customers.ts';
import { actTime, authorise, timeOf } from '../context.ts';
import { zql } from '../schema.ts';
import { lockCustomers } from './customer-rows.ts';

const named = z.strictObject({ pairs: distinctPairs, now: actTime });

/** What a studio knows of clients who are alike: that they are not the same, so that nobody asks again. */
export const customerPairMutators = {
  markDistinct: defineMutator(named, async ({ tx, ctx: asked, args: { pairs, now } }) => {
    const ctx = authorise(asked, 'customers.write');
    await lockCustomers(tx, ctx, pairs.flat());
    const at = timeOf(tx, ctx, now);
    for (const [customerId, otherId] of pairs) {
      const row = { customerId, otherId, accountId: ctx.accountId, authorId: ctx.userId, createdAt: at };
      // Who was first to say it stays the one who said it.
      if (!(await tx.run(zql.distinctCustomers.where('customerId', customerId).where('otherId', otherId).one()))) {
        await tx.mutate.distinctCustomers.insert(row);
      }
    }
  }),

  unmarkDistinct: defineMutator(named, async ({ tx, ctx: asked, args: { pairs } }) => {
    const ctx = authorise(asked, 'customers.write');
    await lockCustomers(tx, ctx, pairs.flat());
    for (const [customerId, otherId] of pairs) await tx.mutate.distinctCustomers.delete({ customerId, otherId });
  }),
};
