import { identifiesCustomer } from '#core/domain/clients/customers.ts';
import type { MessageKind } from '#core/domain/messages/messages.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { mailNewSigners } from '../contracts/assign.ts';
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
  await mailNewSigners(sql, { accountId: ctx.accountId, customerId: before.customerId }, now);
  const { contacts } = await readAddresses(before.customerId, context);
  const former = before.contacts.filter(({ email }) => !contacts.some((one) => one.email === email));
  if (former.length === 0) return;
  const client = { customerId: before.customerId, contactIds: former.map(({ id }) => id) };
  await endLinksToFormerEmail(sql, ctx.accountId, client, now);
}

/** Mails to those who sign. A person who signs instead gets their own. */
const SIGNING_KINDS: readonly MessageKind[] = ['contract_to_sign', 'contract_reminder'];

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
       and (m.kind = any($3) or exists (select from messages o where o.account_id = m.account_id
         and (o.session_id = m.session_id or o.order_id = m.order_id)
         and o.id <> m.id and o.status in ('pending', 'sent')
         and coalesce(o.copy_of, o.id) = coalesce(m.copy_of, m.id))) returning m.id`,
    [ctx.accountId, contactId, SIGNING_KINDS],
  );
  await cancelEffects(sql, messages, now);
}

/** Lets a contact choose in the galleries of their client that they were invited to, or no longer. */
async function changeChoosing(contactId: string, chooses: boolean, { sql, ctx }: EffectContext): Promise<void> {
  const changed = await sql.query<{ galleryId: string }>(
    `update grants g set can_select = $3 from galleries i, customer_contacts p
     where g.account_id = $1 and p.account_id = $1 and p.id = $2 and p.email <> '' and lower(g.email) = lower(p.email)
       and i.account_id = $1 and i.id = g.gallery_id and i.customer_id = p.customer_id and g.can_select <> $3
     returning g.gallery_id as "galleryId"`,
    [ctx.accountId, contactId, chooses],
  );
  for (const { galleryId } of changed)
    await sql.query('select public.recheck_rooms($1, $2)', [ctx.accountId, galleryId]);
}

const { contacts, customers } = studioMutators;

/** Runs before and after a change of one contact. */
const ofContact = {
  before: ({ id }: { id: string }, context: EffectContext) => readContactAddresses(id, context),
  after: (_args: unknown, context: EffectContext, before: Addresses | undefined) => afterContacts(before, context),
};

export const customerEffects = {
  contacts: {
    add: withEffect(contacts.add, async ({ customerId }, { sql, ctx, now }) => {
      await mailNewSigners(sql, { accountId: ctx.accountId, customerId }, now);
    }),
    update: withEffect(contacts.update, {
      before: ofContact.before,
      async after({ id, changes }, context, before) {
        if (changes.chooses !== undefined) await changeChoosing(id, changes.chooses, context);
        await afterContacts(before, context);
      },
    }),
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
