import { type CustomerChanges, identifiesCustomer } from '#core/domain/customers.ts';
import { updateRecipients } from '../messages/effects.ts';
import { postponePendingForCustomers } from '../messages/session-mails.ts';
import { type EffectContext, type Effects, withBefore } from '../platform/mutation-effects.ts';
import { erasePersonalData, expireExports } from './erase.ts';
import { findIdentity } from './identity.ts';

/** What their clients are to have goes where they have it now. */
async function updatePendingRecipients(
  customerIds: readonly string[],
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  await updateRecipients(sql, { accountId: ctx.accountId, customerIds }, now);
}

export const customerEffects: Effects = {
  'customers.update': async ({ id, changes }, context) => {
    if (identifiesCustomer(changes as CustomerChanges)) await updatePendingRecipients([String(id)], context);
  },
  // Mails of those who were merged into this one.
  'customers.merge': ({ keepId }, context) => updatePendingRecipients([String(keepId)], context),
  'customers.trash': ({ ids }, context) => postponePendingForCustomers(ids as readonly string[], context),
  'customers.erase': withBefore({
    // Before the mutator takes their address from the row, by which their invites are found.
    before: ({ id }, { sql, ctx }) => findIdentity(sql, ctx.accountId, id),
    async after(_args, { sql, ctx, now }, person) {
      if (!person) return;
      await erasePersonalData(sql, ctx.accountId, person, now);
      await expireExports(sql, ctx.accountId, now);
    },
  }),
};
