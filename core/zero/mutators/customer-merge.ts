import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import {
  customerChanges,
  customerFields,
  MAX_MERGED,
  MAX_TAGS,
  mergeCustomerFields,
} from '../../domain/clients/customers.ts';
import { MAX_CONTACTS } from '../../domain/clients/contacts.ts';
import { AppError } from '../../domain/values/errors.ts';
import { makeId, rowId } from '../../domain/values/ids.ts';
import type { RandomBytes } from '../../domain/values/make-id.ts';
import type { Ctx } from '../context.ts';
import { assertFound, lockRows, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertMayRedirect, lockCustomerSessions, recordPreviousEmail } from './customer-access.ts';
import { contactsOf } from './customer-contacts.ts';

const merge = z
  .strictObject({
    keepId: rowId,
    mergeIds: z.array(rowId).min(1).max(MAX_MERGED),
    /** The user's choice for fields that differ. */
    fields: customerChanges.omit({ tags: true }).optional(),
  })
  .refine(({ keepId, mergeIds }) => !mergeIds.includes(keepId), { path: ['mergeIds'] });

/**
 * Merges several customers into one: their sessions, galleries and mails move to the kept one, and they go to the
 * trash.
 */
export const mergeMutator = studioMutator(
  'customers.write',
  merge,
  async ({ tx, ctx, args: { keepId, mergeIds, fields }, now }) => {
    await lockCustomerSessions(tx, ctx, [keepId, ...mergeIds]);
    // Blocks concurrent bookings for one of them: see resolve_merged_customer.
    const rows = await lockRows(tx, ctx, 'customers', [keepId, ...mergeIds], { trashed: true, strength: 'update' });
    const kept = assertFound(rows.find(({ id }) => id === keepId));
    const others = mergeIds.flatMap((each) => rows.find(({ id }) => id === each) ?? []);
    // A concurrent merge of the same customers was first.
    if ([kept, ...others].some(({ deletedAt }) => deletedAt !== null)) throw new AppError('not_found');
    const merged = { ...mergeCustomerFields(kept, others), ...fields };
    if (merged.tags.length > MAX_TAGS) throw new AppError('limit_reached', { field: 'tags' });
    if (!customerFields.shape.notes.safeParse(merged.notes).success) {
      throw new AppError('limit_reached', { field: 'notes' });
    }
    for (const row of [kept, ...others]) await assertMayRedirect(tx, ctx, row, merged.email);
    await tx.mutate.customers.update({ id: keepId, ...merged, updatedAt: now });
    for (const { id } of others) {
      await tx.mutate.customers.update({ id, deletedAt: now, mergedInto: keepId, updatedAt: now });
    }
    await recordPreviousEmail(tx, ctx, kept, merged.email);
    if (tx.location === 'server') {
      await uniteContacts(tx, ctx, { keepId, mergeIds: others.map(({ id }) => id) }, now);
      await moveAll(tx, ctx, keepId, mergeIds);
    } else await moveKnown(tx, ctx, keepId, mergeIds);
  },
);

/** The server's source of random bytes: core has the types of no runtime. */
const { crypto } = globalThis as unknown as { crypto: { getRandomValues: RandomBytes } };
const random: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

/**
 * Copies the further contacts of the merged clients to the kept one: those with another address, or with a name and no
 * address. The first ones are the clients themselves, of which the fields of the merge decide. Contacts with
 * addresses that the member may not choose are refused, see `assertMayRedirect`.
 */
async function uniteContacts(
  tx: Extract<Transaction, { location: 'server' }>,
  ctx: Ctx,
  { keepId, mergeIds }: { keepId: string; mergeIds: readonly string[] },
  now: number,
): Promise<void> {
  const kept = await contactsOf(tx, ctx, keepId);
  let position = Math.max(0, ...kept.map((one) => one.position));
  for (const mergedId of mergeIds) {
    const [first, ...further] = await contactsOf(tx, ctx, mergedId);
    if (first) await moveContact(tx, ctx, first.id, sameAs(kept, first) ?? kept[0]!);
    for (const contact of further) {
      const id = makeId(random);
      const { email } = contact;
      const same = sameAs(kept, contact);
      if (same) await moveContact(tx, ctx, contact.id, same);
      if (same || kept.length >= MAX_CONTACTS) continue;
      for (const row of [keepId, mergedId]) await assertMayRedirect(tx, ctx, { id: row, email: '' }, email);
      position += 1;
      const added = { ...contact, id, customerId: keepId, position, createdAt: now, updatedAt: now };
      await tx.mutate.customerContacts.insert(added);
      kept.push(added);
      await moveContact(tx, ctx, contact.id, added);
    }
  }
}

/** Returns the contact with the same address, or without one with the same name. */
const sameAs = <One extends { name: string; email: string }>(contacts: readonly One[], { name, email }: One) =>
  contacts.find((one) => (email === '' ? one.name === name : one.email.toLowerCase() === email.toLowerCase()));

/** Gives links, mails and signatures of a merged client's contact to the kept client's, whose rights count from now on. */
async function moveContact(
  tx: Extract<Transaction, { location: 'server' }>,
  ctx: Ctx,
  from: string,
  to: { id: string },
): Promise<void> {
  for (const table of ['client_links', 'session_links', 'proposal_links', 'messages', 'contract_signers']) {
    const sql = `update ${table} set contact_id = $3 where account_id = $1 and contact_id = $2`;
    await tx.dbTransaction.query(sql, [ctx.accountId, from, to.id]);
  }
}

/** Moves the rows on the server. Triggers update payments and totals. */
async function moveAll(
  tx: Extract<Transaction, { location: 'server' }>,
  ctx: Ctx,
  keepId: string,
  mergeIds: readonly string[],
): Promise<void> {
  for (const table of ['sessions', 'orders', 'proposals', 'galleries', 'messages', 'leads', 'client_links', 'grants']) {
    const sql = `update ${table} set customer_id = $1 where account_id = $2 and customer_id = any($3::text[])`;
    await tx.dbTransaction.query(sql, [keepId, ctx.accountId, mergeIds]);
  }
  // Customers merged earlier refer to the kept one as well.
  await tx.dbTransaction.query(
    'update customers set merged_into = $1 where account_id = $2 and merged_into = any($3::text[])',
    [keepId, ctx.accountId, mergeIds],
  );
}

/** Moves the rows that the browser has. */
async function moveKnown(tx: Transaction, ctx: Ctx, keepId: string, mergeIds: readonly string[]): Promise<void> {
  for (const customerId of mergeIds) {
    const sessions = await tx.run(ownRows(ctx, 'sessions').where('customerId', customerId));
    for (const { id } of sessions) await tx.mutate.sessions.update({ id, customerId: keepId });
    const galleries = await tx.run(ownRows(ctx, 'galleries').where('customerId', customerId));
    for (const { id } of galleries) await tx.mutate.galleries.update({ id, customerId: keepId });
  }
}
