import type { Row as RowOf, Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/errors.ts';
import { assertFound, type Ctx } from '../context.ts';
import { type Schema, zql } from '../schema.ts';

export type CustomerRow = RowOf<Schema['tables']['customers']>;

/** What an act means to do: `update` shuts out those who book for a customer meanwhile, too. */
type Lock = 'no key update' | 'update';

/**
 * The caller's customers of these ids, held until the end of the transaction in the order of their ids like
 * everywhere. One that is missing, foreign or erased refuses them all. A browser goes on with those it has: what is in
 * the trash is in no screen's query, and comes back with the server's answer.
 */
export async function lockCustomers(
  tx: Transaction,
  ctx: Ctx,
  ids: readonly string[],
  lock: Lock = 'no key update',
): Promise<CustomerRow[]> {
  const wanted = [...new Set(ids)].sort();
  if (wanted.length === 0) return [];
  if (tx.location === 'server') {
    const sql = `select from customers where account_id = $1 and id = any($2::text[]) order by id for ${lock}`;
    await tx.dbTransaction.query(sql, [ctx.accountId, wanted]);
  }
  const rows = await tx.run(
    zql.customers.where('accountId', ctx.accountId).where('id', 'IN', wanted).where('erasedAt', 'IS', null),
  );
  if (rows.length < wanted.length && tx.location === 'server') throw new AppError('not_found');
  return [...rows];
}

/**
 * Holds customers' sessions in the order of their ids; called before the customers are held. Who changes a session asks
 * for its client behind it, so that nobody waits in a circle.
 */
export async function lockCustomerSessions(tx: Transaction, ctx: Ctx, customerIds: readonly string[]): Promise<void> {
  if (tx.location === 'client') return;
  const sql = 'select from sessions where account_id = $1 and customer_id = any($2::text[]) order by id for update';
  await tx.dbTransaction.query(sql, [ctx.accountId, customerIds]);
}

/** One of them, outside the trash. */
export async function lockCustomer(tx: Transaction, ctx: Ctx, id: string, lock?: Lock): Promise<CustomerRow> {
  const [row] = await lockCustomers(tx, ctx, [id], lock);
  const customer = assertFound(row);
  if (customer.deletedAt !== null) throw new AppError('not_found');
  return customer;
}

/** The address that another takes the place of: what was sent there is found when they are erased. */
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
