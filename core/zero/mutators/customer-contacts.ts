import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import {
  ALL_ROLES,
  contactChanges,
  isAddressTaken,
  MAX_CONTACTS,
  newContact,
  type NewContact,
  sortContacts,
} from '../../domain/clients/contacts.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import type { Ctx } from '../context.ts';
import { assertFound, assertNew, lockRow, type OwnRow, ownRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertMayRedirect, lockCustomerSessions, recordPreviousEmail } from './customer-access.ts';

type Contact = OwnRow<'customerContacts'>;

/** Returns a client's contacts, the first one first. */
export async function contactsOf(tx: Transaction, ctx: Ctx, customerId: string): Promise<Contact[]> {
  return sortContacts(await tx.run(ownRows(ctx, 'customerContacts').where('customerId', customerId)));
}

/**
 * Locks a client, which changes of its contacts wait for, and its sessions: mails that are scheduled meanwhile read the
 * contacts.
 */
async function lockContacts(tx: Transaction, ctx: Ctx, customerId: string) {
  await lockCustomerSessions(tx, ctx, [customerId]);
  const customer = await lockRow(tx, ctx, 'customers', customerId, { strength: 'update' });
  return { customer, contacts: await contactsOf(tx, ctx, customerId) };
}

/** As `lockContacts`, by the id of one of the contacts. */
async function lockContact(tx: Transaction, ctx: Ctx, id: string) {
  const { customerId } = await ownRow(tx, ctx, 'customerContacts', id);
  const { customer, contacts } = await lockContacts(tx, ctx, customerId);
  // Another member has removed it.
  const contact = assertFound(contacts.find((one) => one.id === id));
  return { customer, contacts, contact };
}

/** @throws AppError `conflict` if another contact of the client has the address */
function assertFreeAddress(contacts: readonly Contact[], one: { id: string; email: string }): void {
  if (isAddressTaken(contacts, one)) throw new AppError('conflict', { field: 'email' });
}

/**
 * Copies the first contact's address and phone number to the client, as a trigger does on the server: a browser shows
 * them immediately.
 */
async function copyFirst(tx: Transaction, customer: OwnRow<'customers'>, contacts: readonly Contact[], now: number) {
  const [first] = sortContacts(contacts);
  if (!first || (first.email === customer.email && first.phone === customer.phone)) return;
  await tx.mutate.customers.update({ id: customer.id, email: first.email, phone: first.phone, updatedAt: now });
}

/** Contacts of clients. Who may write a client may write its contacts; mails with amounts may be redirected by some only. */
export const contactMutators = {
  add: studioMutator(
    'customers.write',
    newContact.extend({
      /** Where an undone removal had it; otherwise it is the last one. */
      position: z.number().int().min(-1_000_000).max(1_000_000).optional(),
    }),
    async ({ tx, ctx, args: { position, ...contact }, now }) => {
      await assertNew(tx, ctx, 'customerContacts', contact.id);
      const { customer, contacts } = await lockContacts(tx, ctx, contact.customerId);
      if (contacts.length >= MAX_CONTACTS) throw new AppError('limit_reached');
      assertFreeAddress(contacts, contact);
      if (contact.email !== '') await assertMayRedirect(tx, ctx, customer, contact.email);
      const row = {
        ...(contact as NewContact),
        accountId: ctx.accountId,
        authorId: ctx.userId,
        position: position ?? Math.max(-1, ...contacts.map((one) => one.position)) + 1,
        createdAt: now,
        updatedAt: now,
      };
      await tx.mutate.customerContacts.insert(row);
      await copyFirst(tx, customer, [...contacts, row], now);
    },
  ),

  update: studioMutator(
    'customers.write',
    z.strictObject({ id: rowId, changes: contactChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      const { customer, contacts, contact } = await lockContact(tx, ctx, id);
      const changed = { ...contact, ...changes } as Contact;
      assertFreeAddress(contacts, changed);
      // A new role sends mails with amounts to an address that did not get them.
      const isRedirected = (['receives', 'pays', 'signs'] as const).some((role) => changes[role] && !contact[role]);
      const from = { id: customer.id, email: isRedirected ? '' : contact.email };
      if (changed.email !== '') await assertMayRedirect(tx, ctx, from, changed.email);
      await recordPreviousEmail(tx, ctx, { id: customer.id, email: contact.email }, changes.email);
      await tx.mutate.customerContacts.update({ id, ...changes, updatedAt: now });
      await copyFirst(
        tx,
        customer,
        contacts.map((one) => (one.id === id ? changed : one)),
        now,
      );
      const isVouched = changes.name !== undefined || changes.email !== undefined;
      if (isVouched && customer.unconfirmedSince !== null) {
        await tx.mutate.customers.update({ id: customer.id, unconfirmedSince: null, updatedAt: now });
      }
    },
  ),

  /** Makes a contact the first one, whose address and phone number stand for the client. */
  makeFirst: studioMutator('customers.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args: { id }, now }) => {
    const { customer, contacts, contact } = await lockContact(tx, ctx, id);
    const [first] = contacts;
    if (!first || first.id === id) return;
    await assertMayRedirect(tx, ctx, customer, contact.email);
    await recordPreviousEmail(tx, ctx, customer, contact.email);
    const position = first.position - 1;
    await tx.mutate.customerContacts.update({ id, position, updatedAt: now });
    await copyFirst(
      tx,
      customer,
      contacts.map((one) => (one.id === id ? { ...one, position } : one)),
      now,
    );
  }),

  /** Removes a contact; a client keeps at least one. */
  remove: studioMutator('customers.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args: { id }, now }) => {
    const { customer, contacts, contact } = await lockContact(tx, ctx, id);
    const left = contacts.filter((one) => one.id !== id);
    const [first] = left;
    if (!first) throw new AppError('validation_failed', { field: 'id' });
    // The others may get mails that went to this one.
    for (const one of left) await assertMayRedirect(tx, ctx, contact, one.email);
    await recordPreviousEmail(tx, ctx, { id: customer.id, email: contact.email }, '');
    await tx.mutate.customerContacts.delete({ id });
    // The client's only contact does everything.
    if (left.length === 1) await tx.mutate.customerContacts.update({ id: first.id, ...ALL_ROLES, updatedAt: now });
    await copyFirst(tx, customer, left, now);
  }),
};

/** Inserts a new client's only contact, as a trigger does on the server: a browser has it immediately. */
export async function insertFirstContact(
  tx: Transaction,
  ctx: Ctx,
  { id, email = '', phone = '' }: { id: string; email?: string | undefined; phone?: string | undefined },
  now: number,
): Promise<void> {
  await tx.mutate.customerContacts.insert({
    id,
    accountId: ctx.accountId,
    customerId: id,
    authorId: ctx.userId,
    position: 0,
    name: '',
    email,
    phone,
    language: null,
    ...ALL_ROLES,
    createdAt: now,
    updatedAt: now,
  });
}

/** Copies a client's new address and phone number to the first contact, as a trigger does on the server. */
export async function copyToFirstContact(
  tx: Transaction,
  ctx: Ctx,
  { id, email, phone }: { id: string; email?: string | undefined; phone?: string | undefined },
): Promise<void> {
  if (email === undefined && phone === undefined) return;
  const contacts = await contactsOf(tx, ctx, id);
  const [first] = contacts;
  if (!first) return;
  if (email !== undefined) assertFreeAddress(contacts, { id: first.id, email });
  await tx.mutate.customerContacts.update({
    id: first.id,
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
  });
}
