import type { Row as RowOf, Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import { assertFound, type Ctx } from '../context.ts';
import { type Schema, zql } from '../schema.ts';

export type CustomerRow = RowOf<Schema['tables']['customers']>;

/** Lock mode. `update` also blocks concurrent bookings for the customer. */
type Lock = 'no key update' | 'update';

/**
 * Locks and returns the caller's customers until the end of the transaction, in the order of their ids. On the server
 * one missing, foreign or erased id refuses them all. A browser continues with the rows it has: no query returns
 * trashed customers, and the server's result follows.
 */
export async function lockCustomers(
  tx: Transaction,
  ctx: Ctx,
  ids: readonly string[],
  lock: Lock = 'no key update',
): Promise<CustomerRow[]> {
  const uniqueIds = [...new Set(ids)].sort();
  if (uniqueIds.length === 0) return [];
  if (tx.location === 'server') {
    const sql = `select from customers where account_id = $1 and id = any($2::text[]) order by id for ${lock}`;
    await tx.dbTransaction.query(sql, [ctx.accountId, uniqueIds]);
  }
  const rows = await tx.run(
    zql.customers.where('accountId', ctx.accountId).where('id', 'IN', uniqueIds).where('erasedAt', 'IS', null),
  );
  if (rows.length < uniqueIds.length && tx.location === 'server') throw new AppError('not_found');
  return [...rows];
}

/**
 * Locks the customers' sessions in the order of their ids. Call it before locking the customers: session mutations lock
 * the session first and its customer second, so this order avoids deadlocks.
 */
export async function lockCustomerSessions(tx: Transaction, ctx: Ctx, customerIds: readonly string[]): Promise<void> {
  if (tx.location === 'client') return;
  const sql = 'select from sessions where account_id = $1 and customer_id = any($2::text[]) order by id for update';
  await tx.dbTransaction.query(sql, [ctx.accountId, customerIds]);
}

/** Locks and returns one customer outside the trash. */
export async function lockCustomer(tx: Transaction, ctx: Ctx, id: string, lock?: Lock): Promise<CustomerRow> {
  const [row] = await lockCustomers(tx, ctx, [id], lock);
  const customer = assertFound(row);
  if (customer.deletedAt !== null) throw new AppError('not_found');
  return customer;
}

/** Records an email that is being replaced, so that an erasure also finds mails sent to it. */
export async function recordPreviousEmail(
  tx: Transaction,
  ctx: Ctx,
  { id, email }: Pick<CustomerRow, 'id' | 'email'>,
  next: string | undefined,
): Promise<void> {
  if (tx.location === 'client' || next === undefined || email === '' || email === next) return;
  await tx.dbTransaction.query(
    'insert into previous_emails (customer_id, account_id, email) values ($1, $2, lower($3)) on conflict do nothing',
    [id, ctx.accountId, email],
  );
}
