import { defineMutator, type Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { customerFields, MAX_IMPORT_STEP, newCustomer, type NewCustomer } from '../../domain/customers.ts';
import { AppError } from '../../domain/errors.ts';
import { rowId } from '../../domain/ids.ts';
import { authorise, clientTime, type Ctx, serverTime } from '../context.ts';
import { zql } from '../schema.ts';
import { type CustomerRow, lockCustomers } from './customer-access.ts';

const step = z
  .strictObject({
    /** New ones. */
    create: z.array(newCustomer),
    /** What some that are there do not say yet. */
    fill: z.array(z.strictObject({ id: rowId, fields: customerFields.partial() })),
    now: clientTime,
  })
  .refine(({ create, fill }) => {
    const rows = create.length + fill.length;
    return rows > 0 && rows <= MAX_IMPORT_STEP;
  });

type Fields = z.infer<typeof step>['fill'][number]['fields'];

/**
 * One step of an import, which may come twice: after a lost connection, or because two people chose the same file.
 * Who is there by id is left as they are, and who is there by e-mail only gets what they did not have; nothing that
 * somebody wrote is written over.
 */
export const importMutator = (
  insert: (tx: Transaction, ctx: Ctx, customer: NewCustomer, now: number) => Promise<void>,
) =>
  defineMutator(step, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'customers.write');
    await importSequentially(tx, ctx);
    const now = serverTime(tx, ctx, args.now);
    const filled = await lockCustomers(
      tx,
      ctx,
      args.fill.map(({ id }) => id),
    );
    const rows = new Map(filled.map((row) => [row.id, row]));
    for (const { id, fields } of args.fill) await fillEmptyFields(tx, rows.get(id), fields, now);
    const byEmail = await presentByEmail(tx, ctx, args.create);
    const there = await presentById(tx, ctx, args.create);
    for (const customer of args.create) {
      if (there.has(customer.id)) continue;
      const { id: _id, ...fields } = customer;
      const same = customer.email ? byEmail.get(customer.email) : undefined;
      if (same) await fillEmptyFields(tx, same, fields, now);
      else await insert(tx, ctx, customer, now);
    }
  });

/** Two imports of the same people would not see each other's. */
async function importSequentially(tx: Transaction, ctx: Ctx): Promise<void> {
  if (tx.location !== 'server') return;
  await tx.dbTransaction.query('select from accounts where id = $1 for no key update', [ctx.accountId]);
}

async function fillEmptyFields(
  tx: Transaction,
  row: CustomerRow | undefined,
  fields: Fields,
  now: number,
): Promise<void> {
  // Thrown away meanwhile.
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
  if (emails.length === 0) return new Map<string, CustomerRow>();
  const rows = await tx.run(
    zql.customers.where('accountId', ctx.accountId).where('email', 'IN', emails).where('deletedAt', 'IS', null),
  );
  return new Map(rows.map((row) => [row.email, row]));
}

/** @throws AppError `conflict` where an id is another account's. */
async function presentById(tx: Transaction, ctx: Ctx, customers: readonly NewCustomer[]): Promise<Set<string>> {
  if (customers.length === 0) return new Set();
  const rows = await tx.run(
    zql.customers.where(
      'id',
      'IN',
      customers.map(({ id }) => id),
    ),
  );
  if (rows.some(({ accountId }) => accountId !== ctx.accountId)) throw new AppError('conflict', { field: 'id' });
  return new Set(rows.map(({ id }) => id));
}
