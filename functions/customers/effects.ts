import { identifiesCustomer } from '#core/domain/clients/customers.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { updateRecipients } from '../messages/effects.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { endLinksToFormerEmail } from '../public-studio/client-links.ts';
import { postponePendingForCustomers } from '../sessions/session-mails.ts';
import { erasePersonalData, expireExports } from './erase.ts';
import { findIdentity } from './identity.ts';

/** Updates the recipients of a customer's pending mails to the current address. */
async function updatePendingRecipients(customerId: string, { sql, ctx, now }: EffectContext): Promise<void> {
  await updateRecipients(sql, { accountId: ctx.accountId, customerIds: [customerId] }, now);
}

async function readEmail(customerId: string, { sql, ctx }: EffectContext): Promise<string | undefined> {
  const [row] = await sql.query<{ email: string }>(
    'select lower(email) as email from customers where account_id = $1 and id = $2',
    [ctx.accountId, customerId],
  );
  return row?.email;
}

const { customers } = studioMutators;

export const customerEffects = {
  customers: {
    update: withEffect(customers.update, {
      before: async ({ id, changes }, context) => (changes.email === undefined ? undefined : readEmail(id, context)),
      async after({ id, changes }, context, emailBefore) {
        if (identifiesCustomer(changes)) await updatePendingRecipients(id, context);
        const { sql, ctx, now } = context;
        if (emailBefore && emailBefore !== (await readEmail(id, context)))
          await endLinksToFormerEmail(sql, ctx.accountId, id, now);
      },
    }),
    // Includes pending mails of the merged customers.
    merge: withEffect(customers.merge, ({ keepId }, context) => updatePendingRecipients(keepId, context)),
    trash: withEffect(customers.trash, ({ ids }, context) => postponePendingForCustomers(ids, context)),
    erase: withEffect(customers.erase, {
      // Run before the mutator, which deletes the email that identifies the invites.
      before: ({ id }, { sql, ctx }) => findIdentity(sql, ctx.accountId, id),
      async after(_args, { sql, ctx, now }, person) {
        if (!person) return;
        await erasePersonalData(sql, ctx.accountId, person, now);
        await expireExports(sql, ctx.accountId, now);
      },
    }),
  },
} satisfies MutatorsWithEffects;
