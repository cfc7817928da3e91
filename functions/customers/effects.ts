import { type CustomerChanges, identifiesCustomer } from '#core/domain/customers.ts';
import { updateRecipients } from '../messages/effects.ts';
import { postponePendingForCustomers } from '../messages/session-mails.ts';
import { type EffectContext, type Effects, withBefore } from '../platform/mutation-effects.ts';
import { erasePersonalData, expireExports } from './erase.ts';
import { findIdentity } from './identity.ts';

/** Updates the recipients of pending mails to the customers' current addresses. */
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
  // Includes pending mails of the merged customers.
  'customers.merge': ({ keepId }, context) => updatePendingRecipients([String(keepId)], context),
  'customers.trash': ({ ids }, context) => postponePendingForCustomers(ids as readonly string[], context),
  'customers.erase': withBefore({
    // Run before the mutator, which deletes the email that identifies the invites.
    before: ({ id }, { sql, ctx }) => findIdentity(sql, ctx.accountId, id),
    async after(_args, { sql, ctx, now }, person) {
      if (!person) return;
      await erasePersonalData(sql, ctx.accountId, person, now);
      await expireExports(sql, ctx.accountId, now);
    },
  }),
};
