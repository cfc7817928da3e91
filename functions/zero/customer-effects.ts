import { endExports, eraseTraces, findPerson } from '../lib/erase-customer.ts';
import { comparing, type Effects } from './effect.ts';

export const customerEffects: Effects = {
  'customers.erase': comparing({
    // Before the mutator takes their address from the row, by which their invites are found.
    look: ({ id }, { sql, ctx }) => findPerson(sql, ctx.accountId, id),
    async act(_args, { sql, ctx, now }, person) {
      if (!person) return;
      await eraseTraces(sql, ctx.accountId, person, now);
      await endExports(sql, ctx.accountId, now);
    },
  }),
};
