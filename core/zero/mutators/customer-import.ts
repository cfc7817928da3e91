import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { ADDED_ROLES, isAddressTaken } from '../../domain/clients/contacts.ts';
import {
  customerFields,
  importedCustomer,
  type ImportedCustomer,
  type NewCustomer,
} from '../../domain/clients/customers.ts';
import { rowId } from '../../domain/values/ids.ts';
import { MAX_IMPORT_STEP } from '../../domain/studio/imports.ts';
import type { Ctx } from '../context.ts';
import { lockAccount, lockRows, type OwnRow, ownRows, presentIds } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

const step = z
  .strictObject({
    /** New customers. */
    create: z.array(importedCustomer),
    /** Existing customers with values for their empty fields. They are known by their address, so it is not among them. */
    fill: z.array(z.strictObject({ id: rowId, fields: customerFields.omit({ email: true }).partial() })),
  })
  .refine(({ create, fill }) => {
    const rows = create.length + fill.length;
    return rows > 0 && rows <= MAX_IMPORT_STEP;
  });

type Fields = z.infer<typeof step>['fill'][number]['fields'];

/**
 * Imports one step. Safe to run twice, after a lost connection or by two members with the same file: customers with an
 * existing id stay unchanged, those with an existing email only get their empty fields filled.
 */
export const importMutator = (
  insert: (tx: Transaction, ctx: Ctx, customer: NewCustomer, now: number) => Promise<void>,
) =>
  studioMutator('customers.write', step, async ({ tx, ctx, args, now }) => {
    await lockAccount(tx, ctx);
    const filled = await lockRows(
      tx,
      ctx,
      'customers',
      args.fill.map(({ id }) => id),
      { trashed: true },
    );
    const rows = new Map(filled.map((row) => [row.id, row]));
    for (const { id, fields } of args.fill) await fillEmptyFields(tx, rows.get(id), fields, now);
    const byEmail = await presentByEmail(tx, ctx, args.create);
    const there = await presentIds(tx, ctx, 'customers', args.create);
    for (const customer of args.create) {
      if (there.has(customer.id)) continue;
      const { id: _id, second, ...fields } = customer;
      const same = customer.email ? byEmail.get(customer.email) : undefined;
      if (same) await fillEmptyFields(tx, same, fields, now);
      else {
        await insert(tx, ctx, customer, now);
        if (second) await insertSecond(tx, ctx, customer, second, now);
      }
    }
  });

/** Inserts the further person of a new client. */
async function insertSecond(
  tx: Transaction,
  ctx: Ctx,
  { id: customerId, email = '' }: ImportedCustomer,
  second: NonNullable<ImportedCustomer['second']>,
  now: number,
): Promise<void> {
  if (isAddressTaken([{ id: customerId, email }], second)) return;
  await tx.mutate.customerContacts.insert({
    ...second,
    ...ADDED_ROLES,
    customerId,
    accountId: ctx.accountId,
    authorId: ctx.userId,
    position: 1,
    language: null,
    createdAt: now,
    updatedAt: now,
  });
}

async function fillEmptyFields(
  tx: Transaction,
  row: OwnRow<'customers'> | undefined,
  fields: Fields,
  now: number,
): Promise<void> {
  // The customer was moved to the trash in the meantime.
  if (!row || row.deletedAt !== null) return;
  const known = row as Readonly<Record<string, unknown>>;
  const empty = Object.entries(fields).filter(([field]) => isEmpty(known[field]));
  if (empty.length > 0) await tx.mutate.customers.update({ id: row.id, ...Object.fromEntries(empty), updatedAt: now });
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

async function presentByEmail(tx: Transaction, ctx: Ctx, customers: readonly NewCustomer[]) {
  const emails = customers.flatMap(({ email }) => (email ? [email] : []));
  if (emails.length === 0) return new Map<string, OwnRow<'customers'>>();
  const rows = await tx.run(ownRows(ctx, 'customers').where('email', 'IN', emails).where('deletedAt', 'IS', null));
  return new Map(rows.map((row) => [row.email, row]));
}
