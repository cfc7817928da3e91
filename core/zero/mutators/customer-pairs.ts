import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { dismissedPairs } from '../../domain/customers.ts';
import { clientTime, authorise, serverTime } from '../context.ts';
import { zql } from '../schema.ts';
import { lockCustomers } from './customer-rows.ts';

const pairArgs = z.strictObject({ pairs: dismissedPairs, now: clientTime });

/** What a studio knows of clients who are alike: that they are not the same, so that nobody asks again. */
export const customerPairMutators = {
  markDistinct: defineMutator(pairArgs, async ({ tx, ctx: asked, args: { pairs, now } }) => {
    const ctx = authorise(asked, 'customers.write');
    await lockCustomers(tx, ctx, pairs.flat());
    const at = serverTime(tx, ctx, now);
    for (const [customerId, otherId] of pairs) {
      const row = { customerId, otherId, accountId: ctx.accountId, authorId: ctx.userId, createdAt: at };
      // Who was first to say it stays the one who said it.
      if (!(await tx.run(zql.distinctCustomers.where('customerId', customerId).where('otherId', otherId).one()))) {
        await tx.mutate.distinctCustomers.insert(row);
      }
    }
  }),

  unmarkDistinct: defineMutator(pairArgs, async ({ tx, ctx: asked, args: { pairs } }) => {
    const ctx = authorise(asked, 'customers.write');
    await lockCustomers(tx, ctx, pairs.flat());
    for (const [customerId, otherId] of pairs) await tx.mutate.distinctCustomers.delete({ customerId, otherId });
  }),
};
