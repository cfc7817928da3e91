import { namesAddress, type CustomerChanges } from '#core/domain/customers.ts';
import { endExports, eraseTraces, findPerson } from '../lib/erase-customer.ts';
import { readdressMessages } from '../lib/message-address.ts';
import { comparing, type Effects } from './effect.ts';
import type { EffectContext } from './photo-effects.ts';
import { holdBackOf } from './session-mails.ts';

/** What their clients are to have goes where they have it now. */
async function readdress(customerIds: readonly string[], { sql, ctx, now }: EffectContext): Promise<void> {
  await readdressMessages(sql, { accountId: ctx.accountId, customerIds }, now);
}

export const customerEffects: Effects = {
  'customers.update': async ({ id, changes }, context) => {
    if (namesAddress(changes as CustomerChanges)) await readdress([String(id)], context);
  },
  // Mails of those who were merged into this one.
  'customers.merge': ({ keepId }, context) => readdress([String(keepId)], context),
  'customers.trash': ({ ids }, context) => holdBackOf(ids as readonly string[], context),
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
