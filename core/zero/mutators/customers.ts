import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_LISTED_LINKS } from '../../domain/clients/client-links.ts';
import {
  changedTags,
  customerChanges,
  customerFields,
  customerIds,
  customerTags,
  dismissedPairs,
  ERASED_NAME,
  identifiesCustomer,
  MAX_TAGS,
  newCustomer,
  type NewCustomer,
} from '../../domain/clients/customers.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import type { Ctx } from '../context.ts';
import { assertNew, lockRow, lockRows, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertMayRedirect, lockCustomerSessions, recordPreviousEmail } from './customer-access.ts';
import { copyToFirstContact, insertFirstContact } from './customer-contacts.ts';
import { importMutator } from './customer-import.ts';
import { mergeMutator } from './customer-merge.ts';

/**
 * Erases a client (right to be forgotten); owners and admins only, without undo. The row stays anonymised for the
 * sessions and receipts that refer to it; the same transaction erases all other personal data, see
 * functions/customers/erase.ts.
 */
const eraseMutator = studioMutator(
  ['customers.write', 'account.update'],
  z.strictObject({ id: rowId }),
  async ({ tx, ctx, args, now }) => {
    // Also from the trash, which the browser does not have.
    for (const { id } of await lockRows(tx, ctx, 'customers', [args.id], { trashed: true, strength: 'update' })) {
      await tx.mutate.customers.update({
        id,
        name: ERASED_NAME,
        email: '',
        phone: '',
        address: '',
        taxId: '',
        notes: '',
        language: null,
        tags: [],
        deletedAt: null,
        mergedInto: null,
        erasedAt: now,
        updatedAt: now,
      });
    }
  },
);

const pairArgs = z.strictObject({ pairs: dismissedPairs });

/** Pairs of similar clients confirmed as different, so that they are not suggested again. */
const customerPairMutators = {
  markDistinct: studioMutator('customers.write', pairArgs, async ({ tx, ctx, args: { pairs }, now }) => {
    await lockRows(tx, ctx, 'customers', pairs.flat(), { trashed: true });
    for (const [customerId, otherCustomerId] of pairs) {
      const row = { customerId, otherCustomerId, accountId: ctx.accountId, authorId: ctx.userId, createdAt: now };
      // Keep the first author.
      if (
        !(await tx.run(
          ownRows(ctx, 'dismissedDuplicates')
            .where('customerId', customerId)
            .where('otherCustomerId', otherCustomerId)
            .one(),
        ))
      ) {
        await tx.mutate.dismissedDuplicates.insert(row);
      }
    }
  }),

  unmarkDistinct: studioMutator('customers.write', pairArgs, async ({ tx, ctx, args: { pairs } }) => {
    await lockRows(tx, ctx, 'customers', pairs.flat(), { trashed: true });
    for (const [customerId, otherCustomerId] of pairs)
      await tx.mutate.dismissedDuplicates.delete({ customerId, otherCustomerId });
  }),
};

export const customerMutators = {
  create: studioMutator('customers.write', newCustomer, async ({ tx, ctx, args: customer, now }) => {
    await assertNew(tx, ctx, 'customers', customer.id);
    await insertCustomer(tx, ctx, customer, now);
  }),

  update: studioMutator(
    'customers.write',
    z.strictObject({ id: rowId, changes: customerChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      // Locks out the scheduling of mails, which store the email of that moment.
      if (identifiesCustomer(changes)) await lockCustomerSessions(tx, ctx, [id]);
      const row = await lockRow(tx, ctx, 'customers', id, identifiesCustomer(changes) ? { strength: 'update' } : {});
      await assertMayRedirect(tx, ctx, row, changes.email);
      await recordPreviousEmail(tx, ctx, row, changes.email);
      await copyToFirstContact(tx, ctx, { id, email: changes.email, phone: changes.phone });
      const isVouched = changes.name !== undefined || changes.email !== undefined;
      await tx.mutate.customers.update({
        id,
        ...changes,
        ...(isVouched ? { unconfirmedSince: null } : {}),
        updatedAt: now,
      });
    },
  ),

  /**
   * Assistants may edit notes too. Refuses if the stored text is no longer `base`; the user then chooses
   * a version.
   */
  setNotes: studioMutator(
    'customers.note',
    z.strictObject({ id: rowId, notes: customerFields.shape.notes, base: z.string().max(20_000) }),
    async ({ tx, ctx, args: { id, notes, base }, now }) => {
      const row = await lockRow(tx, ctx, 'customers', id);
      if (row.notes !== base && row.notes !== notes) throw new AppError('edit_conflict', { field: 'notes' });
      await tx.mutate.customers.update({ id, notes, updatedAt: now });
    },
  ),

  setTags: studioMutator(
    'customers.write',
    z.strictObject({ ids: customerIds, add: customerTags, remove: customerTags }),
    async ({ tx, ctx, args, now }) => {
      for (const { id, tags, deletedAt } of await lockRows(tx, ctx, 'customers', args.ids, { trashed: true })) {
        // Another member has just moved it to the trash; continue with the others.
        if (deletedAt !== null) continue;
        const changed = changedTags(tags, args.add, args.remove);
        if (changed.length > MAX_TAGS) throw new AppError('limit_reached', { field: 'tags' });
        await tx.mutate.customers.update({ id, tags: changed, updatedAt: now });
      }
    },
  ),

  /** Moves customers to the trash for 30 days. Their sessions and galleries stay. */
  trash: studioMutator('customers.write', z.strictObject({ ids: customerIds }), async ({ tx, ctx, args, now }) => {
    for (const { id, deletedAt } of await lockRows(tx, ctx, 'customers', args.ids, { trashed: true })) {
      if (deletedAt === null) await tx.mutate.customers.update({ id, deletedAt: now, updatedAt: now });
    }
  }),

  /** Restores customers while their rows exist: rows that the books refer to remain after the 30 days. */
  restore: studioMutator('customers.write', z.strictObject({ ids: customerIds }), async ({ tx, ctx, args, now }) => {
    for (const { id, deletedAt } of await lockRows(tx, ctx, 'customers', args.ids, { trashed: true })) {
      if (deletedAt === null) continue;
      await tx.mutate.customers.update({ id, deletedAt: null, mergedInto: null, updatedAt: now });
    }
  }),

  importMany: importMutator(insertCustomer),
  merge: mergeMutator,
  ...customerPairMutators,
  erase: eraseMutator,
};

export async function insertCustomer(tx: Transaction, ctx: Ctx, customer: NewCustomer, now: number): Promise<void> {
  await tx.mutate.customers.insert({
    id: customer.id,
    accountId: ctx.accountId,
    authorId: ctx.userId,
    name: customer.name,
    email: customer.email ?? '',
    phone: customer.phone ?? '',
    address: customer.address ?? '',
    taxId: customer.taxId ?? '',
    notes: customer.notes ?? '',
    language: customer.language ?? null,
    tags: customer.tags ?? [],
    createdAt: now,
    updatedAt: now,
  });
  await insertFirstContact(tx, ctx, customer, now);
}

/** Links are made by `POST /api/customers/:customerId/client-links`, since their secret must not pass a replica. */
export const clientLinkMutators = {
  /** Revokes links of clients. The server also takes away the galleries that were opened by them. */
  revoke: studioMutator(
    'customers.write',
    z.strictObject({ ids: z.array(rowId).min(1).max(MAX_LISTED_LINKS) }),
    async ({ tx, ctx, args, now }) => {
      for (const { id, revokedAt } of await lockRows(tx, ctx, 'clientLinks', args.ids)) {
        if (revokedAt === null) await tx.mutate.clientLinks.update({ id, revokedAt: now });
      }
    },
  ),
};
