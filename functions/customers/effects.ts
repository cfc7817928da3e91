import { identifiesCustomer } from '#core/domain/clients/customers.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { updateRecipients } from '../messages/effects.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { cancelEffects } from '../outbox/messages.ts';
import { endClientLinks, endLinksToFormerEmail } from '../public-studio/client-links.ts';
import { postponePendingForCustomers } from '../sessions/session-mails.ts';
import { erasePersonalData, expireExports } from './erase.ts';
import { findIdentity } from './identity.ts';

/** Updates the recipients of a customer's pending mails to the current address. */
async function updatePendingRecipients(customerId: string, { sql, ctx, now }: EffectContext): Promise<void> {
  await updateRecipients(sql, { accountId: ctx.accountId, customerIds: [customerId] }, now);
}

/** A client and its contacts with an address. */
interface Addresses {
  customerId: string;
  contacts: readonly { id: string; email: string }[];
}

async function readAddresses(customerId: string, { sql, ctx }: EffectContext): Promise<Addresses> {
  const contacts = await sql.query<{ id: string; email: string }>(
    `select id, lower(email) as email from customer_contacts where account_id = $1 and customer_id = $2 and email <> ''`,
    [ctx.accountId, customerId],
  );
  return { customerId, contacts };
}

/** As `readAddresses`, of the client of a contact; undefined if it is not the account's, which the mutator refuses. */
async function readContactAddresses(contactId: string, context: EffectContext): Promise<Addresses | undefined> {
  const { sql, ctx } = context;
  const [contact] = await sql.query<{ customerId: string }>(
    'select customer_id as "customerId" from customer_contacts where account_id = $1 and id = $2',
    [ctx.accountId, contactId],
  );
  return contact && readAddresses(contact.customerId, context);
}

/** Sends what is pending to the addresses that contacts have now, and ends links to those that they no longer have. */
async function afterContacts(before: Addresses | undefined, context: EffectContext): Promise<void> {
  if (!before) return;
  const { sql, ctx, now } = context;
  await updatePendingRecipients(before.customerId, context);
  const { contacts } = await readAddresses(before.customerId, context);
  const former = before.contacts.filter(({ email }) => !contacts.some((one) => one.email === email));
  if (former.length === 0) return;
  const client = { customerId: before.customerId, contactIds: former.map(({ id }) => id) };
  await endLinksToFormerEmail(sql, ctx.accountId, client, now);
}

/** Ends the links of a contact who is removed, and cancels pending mails that others get as well. */
async function leaveMails(contactId: string, { sql, ctx, now }: EffectContext): Promise<void> {
  const links = await sql.query<{ id: string }>(
    'select id from client_links where account_id = $1 and contact_id = $2 and revoked_at is null order by id',
    [ctx.accountId, contactId],
  );
  await endClientLinks(
    sql,
    ctx.accountId,
    links.map(({ id }) => id),
    now,
  );
  const messages = await sql.query<{ id: string }>(
    `update messages m set status = 'cancelled' where m.account_id = $1 and m.contact_id = $2 and m.status = 'pending'
       and exists (select from messages o where o.account_id = m.account_id
         and (o.session_id = m.session_id or o.order_id = m.order_id)
         and o.id <> m.id and o.status in ('pending', 'sent')
         and coalesce(o.copy_of, o.id) = coalesce(m.copy_of, m.id)) returning m.id`,
    [ctx.accountId, contactId],
  );
  await cancelEffects(sql, messages, now);
}

const { contacts, customers } = studioMutators;

/** Runs before and after a change of one contact. */
const ofContact = {
  before: ({ id }: { id: string }, context: EffectContext) => readContactAddresses(id, context),
  after: (_args: unknown, context: EffectContext, before: Addresses | undefined) => afterContacts(before, context),
};

export const customerEffects = {
  contacts: {
    update: withEffect(contacts.update, ofContact),
    makeFirst: withEffect(contacts.makeFirst, ofContact),
    remove: withEffect(contacts.remove, {
      async before({ id }, context) {
        await leaveMails(id, context);
        return readContactAddresses(id, context);
      },
      after: (_args, context, before) => afterContacts(before, context),
    }),
  },
  customers: {
    update: withEffect(customers.update, {
      before: async ({ id, changes }, context) =>
        changes.email === undefined ? undefined : readAddresses(id, context),
      async after({ id, changes }, context, before) {
        if (before) await afterContacts(before, context);
        else if (identifiesCustomer(changes)) await updatePendingRecipients(id, context);
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
